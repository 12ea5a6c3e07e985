//! Each attack of the page's threat model, tried against the running server with bytes of our own.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::{
    io::{Read as _, Write as _},
    net::TcpStream,
    sync::Arc,
    time::{Duration, Instant},
};

use common::{
    clear::ClearSeat,
    http::{Client, KEY, Request, parts},
};
use seat::{Intent, Setup};
use web::{Options, Screen as _, Server};

fn server() -> (Server, Arc<ClearSeat>) {
    let seat = ClearSeat::new();
    (Server::start(seat.clone(), Options::default()).unwrap(), seat)
}

fn owned() -> (Server, Arc<ClearSeat>, Client) {
    let (server, seat) = server();
    let client = Client::owner(&server.address().unwrap());
    (server, seat, client)
}

const LEAVE: &str = r#"{"do":"leave"}"#;
const ROUTES: [&str; 9] = [
    "/",
    "/start.js",
    "/app.js",
    "/api/hello",
    "/api/stream",
    "/api/catalogue/knives",
    "/api/transcript",
    "/api/verifier",
    "/nothing",
];

#[test]
fn a_name_that_was_made_to_point_here_is_refused_on_every_route() {
    let (_server, seat, client) = owned();
    let port = client.at.port();
    for host in [
        format!("evil.example:{port}"),
        "127.0.0.1".into(),
        format!("127.0.0.1:{}", port ^ 1),
        format!("127.0.0.1.evil.example:{port}"),
        format!("evil.example@127.0.0.1:{port}"),
        String::new(),
    ] {
        for path in ROUTES {
            let reply = client.ask(&client.get(path).set(("Host", host.as_str())));
            assert!(matches!(reply.status, 400 | 403), "{host} {path}: {reply:?}");
            assert_eq!(reply.body, "", "{host} {path}");
        }
        let post = client.post("/api/intent", LEAVE).set(("Host", host.as_str()));
        assert!(matches!(client.ask(&post).status, 400 | 403), "{host}");
        let post = client.post("/enter", "{}").set(("Host", host.as_str()));
        assert!(matches!(client.ask(&post).status, 400 | 403), "{host}");
    }
    assert_eq!(seat.sent(), []);
}

#[test]
fn the_three_names_of_this_machine_are_taken() {
    let (_server, _seat, client) = owned();
    for name in ["127.0.0.1", "localhost", "[::1]"] {
        let host = format!("{name}:{}", client.at.port());
        assert_eq!(client.ask(&client.get("/api/hello").set(("Host", host))).status, 204, "{name}");
    }
}

#[test]
fn two_hosts_in_one_request_are_refused() {
    let (_server, _seat, client) = owned();
    let twice = client.get("/api/hello").set(("host", "evil.example"));
    assert!(matches!(client.ask(&twice).status, 400 | 403));
}

#[test]
fn another_host_in_the_request_line_is_refused() {
    let (_server, _seat, client) = owned();
    let port = client.at.port();
    for host in ["evil.example".to_owned(), format!("evil.example:{port}")] {
        for path in ROUTES {
            let reply = client.ask(&client.get(&format!("http://{host}{path}")));
            assert_eq!((reply.status, reply.body.as_str()), (403, ""), "{host} {path}");
        }
    }
    let own = client.get(&format!("http://{}/api/hello", client.at));
    assert_eq!(client.ask(&own).status, 204);
}

#[test]
fn what_a_request_is_judged_by_is_said_once() {
    let (_server, seat, client) = owned();
    // `set` tells names apart by their letters, so that one in small letters is added.
    for (name, also) in [
        ("origin", "https://evil.example"),
        ("content-type", "text/plain"),
        ("sec-fetch-site", "cross-site"),
        ("nodealer-key", "0"),
    ] {
        let reply = client.ask(&client.post("/api/intent", LEAVE).set((name, also)));
        assert_eq!((reply.status, reply.body.as_str()), (403, ""), "{name}");
    }
    let stream = client.get("/api/stream").set(("sec-fetch-site", "cross-site"));
    assert_eq!(client.stream_by(&stream).err(), Some(403));
    assert_eq!(seat.sent(), []);
}

#[test]
fn another_sites_post_is_refused() {
    let (_server, seat, client) = owned();
    let port = client.at.port();
    for origin in [
        "https://evil.example".to_owned(),
        "null".into(),
        format!("https://127.0.0.1:{port}"),
        format!("http://127.0.0.1:{}", port ^ 1),
        format!("http://127.0.0.1:{port}.evil.example"),
    ] {
        let post = client.post("/api/intent", LEAVE).set(("Origin", origin.as_str()));
        let reply = client.ask(&post);
        assert_eq!((reply.status, reply.body.as_str()), (403, ""), "{origin}");
    }
    assert_eq!(client.ask(&client.post("/api/intent", LEAVE).without("Origin")).status, 403);
    for site in ["cross-site", "same-site", "none"] {
        let post = client.post("/api/intent", LEAVE).set(("Sec-Fetch-Site", site));
        assert_eq!(client.ask(&post).status, 403, "{site}");
    }
    assert_eq!(seat.sent(), []);
    assert_eq!(client.ask(&client.post("/api/intent", LEAVE)).status, 200);
    assert_eq!(seat.sent(), [Intent::Leave]);
}

#[test]
fn a_form_cannot_post_whatever_it_calls_its_text() {
    let (_server, seat, client) = owned();
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""] {
        let post = client.post("/api/intent", LEAVE).set(("Content-Type", kind));
        assert_eq!(client.ask(&post).status, 415, "{kind}");
    }
    assert_eq!(client.ask(&client.post("/api/intent", LEAVE).without("Content-Type")).status, 415);
    assert_eq!(seat.sent(), []);
}

#[test]
fn another_site_cannot_open_the_stream() {
    let (_server, _seat, client) = owned();
    for site in ["cross-site", "same-site", "none"] {
        let request = client.get("/api/stream").set(("Sec-Fetch-Site", site));
        assert_eq!(client.stream_by(&request).err(), Some(403), "{site}");
    }
    let request = client.get("/api/stream").without("Sec-Fetch-Site");
    assert_eq!(client.stream_by(&request).err(), Some(403));
    assert!(client.stream(None).is_ok());
}

#[test]
fn nothing_allows_another_origin_to_read() {
    let (_server, _seat, client) = owned();
    let origin = ("Origin", "https://evil.example");
    for path in ROUTES {
        let reply = client.ask(&client.get(path).set(origin).set(("Sec-Fetch-Site", "cross-site")));
        assert!(reply.status == 403 || matches!(path, "/" | "/start.js"), "{path}");
        let allows = |(name, _): &(String, String)| name.starts_with("access-control");
        assert!(!reply.headers.iter().any(allows), "{path}");
    }
    let asked = Request::new("OPTIONS", "/api/intent")
        .set(("Host", client.at.to_string()))
        .set(origin)
        .set(("Access-Control-Request-Method", "POST"));
    assert_eq!(client.ask(&asked).status, 403);
}

#[test]
fn a_stranger_gets_the_first_page_and_nothing_else() {
    let (server, seat) = server();
    let stranger = Client::stranger(server.local_addr());
    for path in ROUTES {
        let reply = stranger.ask(&stranger.get(path));
        if matches!(path, "/" | "/start.js") {
            assert_eq!(reply.status, 200, "{path}");
        } else {
            assert_eq!((reply.status, reply.body.as_str()), (403, ""), "{path}");
        }
    }
    let reply = stranger.ask(&stranger.post("/api/intent", LEAVE));
    assert_eq!((reply.status, reply.body.as_str()), (403, ""));
    assert_eq!(seat.sent(), []);
}

#[test]
fn a_guessed_cookie_is_refused() {
    let (_server, _seat, client) = owned();
    let good = client.cookie.clone().unwrap();
    let (name, value) = good.split_once('=').unwrap();
    let other = if value.starts_with('0') { "1" } else { "0" };
    for cookie in [
        format!("{name}={other}{}", &value[1..]),
        format!("{name}="),
        format!("{name}={}", &value[1..]),
        format!("{name}={value}0"),
        format!("other={value}"),
    ] {
        let client = Client { cookie: Some(cookie.clone()), ..client.clone() };
        assert_eq!(client.ask(&client.get("/api/hello")).status, 403, "{cookie}");
    }
    let among = format!("a=b; {good}; c=d");
    let client = Client { cookie: Some(among), ..client };
    assert_eq!(client.ask(&client.get("/api/hello")).status, 204);
}

/// A browser sends our cookie to every server of this machine, whatever its port.
#[test]
fn the_cookie_alone_opens_nothing_of_a_game() {
    let (_server, seat, client) = owned();
    let good = client.key.clone().unwrap();
    let other = if good.starts_with('0') { "1" } else { "0" };
    let guessed = format!("{other}{}", &good[1..]);
    for key in [None, Some(guessed), Some(String::new()), client.cookie.clone()] {
        let thief = Client { key: key.clone(), ..client.clone() };
        for path in
            ROUTES.into_iter().filter(|path| !matches!(*path, "/" | "/start.js" | "/app.js"))
        {
            let reply = thief.ask(&thief.get(path));
            assert_eq!((reply.status, reply.body.as_str()), (403, ""), "{path} with {key:?}");
        }
        let reply = thief.ask(&thief.post("/api/intent", LEAVE));
        assert_eq!((reply.status, reply.body.as_str()), (403, ""), "with {key:?}");
    }
    assert_eq!(seat.sent(), []);
    let without = Client { cookie: None, ..client.clone() };
    assert_eq!(without.ask(&without.get("/api/hello")).status, 403, "nor does the key alone");
    assert_eq!(client.ask(&client.get("/api/hello")).status, 204);
}

#[test]
fn an_address_is_good_for_one_opening() {
    let (server, _seat) = server();
    let address = server.address().unwrap();
    let (at, token) = parts(&address);
    assert_eq!(token.len(), 32, "128 bits");
    let stranger = Client::stranger(at);
    assert_eq!(stranger.enter("00000000000000000000000000000000").status, 403);
    assert_eq!(stranger.enter("").status, 403);
    assert_eq!(stranger.enter(token).status, 200);
    let again = stranger.enter(token);
    assert_eq!((again.status, again.body.as_str()), (403, ""));
    assert_eq!(again.header("set-cookie"), None);
    assert_ne!(server.address().unwrap(), address);
}

#[test]
fn the_cookie_is_out_of_reach_of_scripts_and_other_sites() {
    let (server, _seat) = server();
    let address = server.address().unwrap();
    let (at, token) = parts(&address);
    let reply = Client::stranger(at).enter(token);
    let cookie = reply.header("set-cookie").unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    assert!(!cookie.contains("Domain"), "{cookie}");
    assert!(!cookie.contains(token), "the token itself is void by now");
    let given: serde_json::Value = serde_json::from_str(&reply.body).unwrap();
    assert!(!cookie.contains(given["key"].as_str().unwrap()), "whoever has one has not the other");
}

#[test]
fn every_answer_forbids_frames_sniffing_referrers_caches_and_foreign_scripts() {
    let (_server, _seat, client) = owned();
    let stranger = Client::stranger(client.at);
    let expected = [
        (
            "content-security-policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
             connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
             require-trusted-types-for 'script'",
        ),
        ("x-frame-options", "DENY"),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cache-control", "no-store"),
    ];
    for client in [&client, &stranger] {
        for path in ROUTES.into_iter().filter(|path| *path != "/api/stream") {
            let reply = client.ask(&client.get(path));
            for (name, value) in expected {
                assert_eq!(reply.header(name), Some(value), "{path}");
            }
        }
    }
}

#[test]
fn nothing_is_written_into_the_page_by_the_server() {
    let (_server, seat, client) = owned();
    let name = "<script>alert(1)</script>";
    seat.send(Intent::Rename { name: name.into() });
    for path in ["/", "/start.js", "/app.js"] {
        assert!(!client.ask(&client.get(path)).body.contains(name), "{path}");
    }
    let mut stream = client.stream(None).unwrap();
    assert_eq!(stream.next().data["snapshot"]["person"]["name"], name);
}

#[test]
fn a_long_body_is_refused_before_it_is_read() {
    let (_server, seat, client) = owned();
    let long = format!(r#"{{"do":"say","to":null,"text":"{}"}}"#, "a".repeat(20_000));
    assert_eq!(client.ask(&client.post("/api/intent", &long)).status, 413);
    assert_eq!(begun(&client, "Content-Length: 9999999999\r\n\r\n"), "HTTP/1.1 413");
    assert_eq!(seat.sent(), []);
}

/// The head and the first bytes of an intent, and the status that is answered.
fn begun(client: &Client, rest: &str) -> String {
    let mut stream = TcpStream::connect(client.at).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let at = client.at;
    let (cookie, key) = (client.cookie.as_ref().unwrap(), client.key.as_ref().unwrap());
    let head = format!(
        "POST /api/intent HTTP/1.1\r\nHost: {at}\r\nOrigin: http://{at}\r\nCookie: {cookie}\r\n\
         {KEY}: {key}\r\nContent-Type: application/json\r\n"
    );
    let _ = stream.write_all(format!("{head}{rest}").as_bytes());
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn a_body_that_does_not_say_how_long_it_is_is_cut_off_too() {
    let (_server, seat, client) = owned();
    let chunk = format!("5000\r\n{}\r\n", "[".repeat(0x5000));
    let rest = format!("Transfer-Encoding: chunked\r\n\r\n{chunk}");
    assert_eq!(begun(&client, &rest), "HTTP/1.1 413");
    assert_eq!(seat.sent(), []);
}

#[test]
fn a_body_that_never_comes_is_not_waited_for() {
    let (_server, seat, client) = owned();
    let answer = begun(&client, "Content-Length: 14\r\n\r\n{\"do\":");
    assert_eq!(answer, "HTTP/1.1 408");
    assert_eq!(seat.sent(), []);
}

#[test]
fn a_head_without_measure_is_refused() {
    let (_server, seat, client) = owned();
    let long = format!("X: {}\r\n\r\n", "a".repeat(30_000));
    assert_eq!(begun(&client, &long), "HTTP/1.1 431");
    assert_eq!(begun(&client, &("X: a\r\n".repeat(200) + "\r\n")), "HTTP/1.1 431");
    assert_eq!(seat.sent(), []);
}

#[test]
fn nonsense_is_refused_and_changes_nothing() {
    let (_server, seat, client) = owned();
    for body in [
        "",
        "{",
        "[]",
        "null",
        r#"{"do":"shuffle"}"#,
        r#"{"do":"seek","step":1,"seat":null,"more":1}"#,
    ] {
        assert_eq!(client.ask(&client.post("/api/intent", body)).status, 400, "{body}");
    }
    assert_eq!(client.ask(&client.get("/api/catalogue/..%2f..%2fkeys")).status, 404);
    assert_eq!(client.ask(&client.get("/../Cargo.toml")).status, 404);
    assert_eq!(client.ask(&client.get("/api/transcript")).status, 404);
    assert_eq!(seat.sent(), []);
}

#[test]
fn a_flood_of_intents_is_cut_off() {
    let (_server, seat, client) = owned();
    let statuses = client.ask_at_once(&client.post("/api/intent", LEAVE), 200);
    assert!(statuses.contains(&429), "{statuses:?}");
    assert!(seat.sent().len() < 200);
}

#[test]
fn a_flood_of_guesses_is_cut_off_and_the_owner_is_not() {
    let (_server, _seat, client) = owned();
    let stranger = Client::stranger(client.at);
    let guess = stranger.post("/enter", r#"{"token":"0"}"#);
    let statuses = stranger.ask_at_once(&guess, 60);
    assert!(statuses.contains(&429), "{statuses:?}");
    assert_eq!(client.ask(&client.post("/api/intent", LEAVE)).status, 200);
}

#[test]
fn whoever_guesses_does_not_keep_the_owner_from_entering() {
    let (server, _seat) = server();
    let address = server.address().unwrap();
    let (at, token) = parts(&address);
    let stranger = Client::stranger(at);
    let guesses = stranger.ask_at_once(&stranger.post("/enter", r#"{"token":"0"}"#), 60);
    assert!(guesses.contains(&429), "{guesses:?}");
    assert_eq!(stranger.enter(token).status, 200);
}

#[test]
fn streams_are_bounded_and_a_closed_one_gives_its_place_back() {
    let (_server, _seat, client) = owned();
    let mut open: Vec<_> =
        (0..5).map(|_| client.stream(None).unwrap_or_else(|_| panic!("no room"))).collect();
    open.iter_mut().for_each(|stream| assert!(stream.next().data["snapshot"].is_object()));
    assert_eq!(client.stream(None).err(), Some(503));
    open.pop();
    let until = Instant::now() + Duration::from_secs(20);
    while client.stream(None).is_err() {
        assert!(Instant::now() < until, "the place of a closed stream stays taken");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_hundred_reloads_leave_nothing_behind() {
    let (_server, _seat, client) = owned();
    for reload in 0..100 {
        let until = Instant::now() + Duration::from_secs(20);
        let mut stream = loop {
            match client.stream(None) {
                Ok(stream) => break stream,
                Err(_) if Instant::now() < until => std::thread::sleep(Duration::from_millis(5)),
                Err(status) => panic!("reload {reload}: {status}"),
            }
        };
        assert!(stream.next().data["fresh"].as_bool().unwrap());
    }
}

#[test]
fn idle_connections_do_not_keep_the_owner_out() {
    let (_server, _seat, client) = owned();
    let idle: Vec<_> = (0..200).map(|_| TcpStream::connect(client.at).unwrap()).collect();
    assert_eq!(client.ask(&client.get("/api/hello")).status, 204);
    drop(idle);
}

#[test]
fn a_request_that_is_never_finished_gives_way_too() {
    let (_server, _seat, client) = owned();
    let begun: Vec<_> = (0..200)
        .map(|_| {
            let mut stream = TcpStream::connect(client.at).unwrap();
            let _ = write!(stream, "GET / HTTP/1.1\r\nHost: {}\r\n", client.at);
            stream
        })
        .collect();
    assert_eq!(client.ask(&client.get("/api/hello")).status, 204);
    drop(begun);
}

#[test]
fn an_open_window_does_not_give_way_to_idle_connections() {
    let (_server, seat, client) = owned();
    let mut stream = client.stream(None).unwrap();
    let first = stream.next();
    let idle: Vec<_> = (0..200).map(|_| TcpStream::connect(client.at).unwrap()).collect();
    assert_eq!(client.ask(&client.get("/api/hello")).status, 204);
    seat.send(Intent::Say { to: None, text: "still here".into() });
    assert!(stream.next().id > first.id);
    drop(idle);
}

#[test]
fn an_intent_for_a_step_that_is_over_is_refused_and_changes_nothing() {
    let (_server, seat, client) = owned();
    seat.send(Intent::PlayHere(Setup { game: "knives".into(), ..Setup::default() }));
    let before = seat.snapshot().state.clone();
    let reply = client.ask(&client.post("/api/intent", r#"{"do":"choose","step":0,"entry":0}"#));
    let answer: serde_json::Value = serde_json::from_str(&reply.body).unwrap();
    assert_eq!(
        (answer["answer"].as_str(), answer["why"].as_str()),
        (Some("refused"), Some("other-step"))
    );
    assert_eq!(seat.snapshot().state, before);
}

#[test]
fn a_lost_connection_goes_on_where_it_was() {
    let (_server, seat, client) = owned();
    let say = |text: &str| seat.send(Intent::Say { to: None, text: text.into() });
    say("one");
    let first = client.stream(None).unwrap().next();
    assert_eq!(first.data["fresh"], true);
    say("two");
    let next = client.stream(Some(first.id)).unwrap().next();
    assert_eq!(next.data["fresh"], false);
    let texts: Vec<_> =
        next.data["events"].as_array().unwrap().iter().filter_map(|e| e["text"].as_str()).collect();
    assert_eq!(texts, ["two"]);
}

#[test]
fn whoever_was_away_too_long_starts_from_a_fresh_snapshot() {
    let (_server, seat, client) = owned();
    for line in 0..20 {
        seat.send(Intent::Say { to: None, text: line.to_string() });
    }
    seat.forget(4);
    let message = client.stream(Some(3)).unwrap().next();
    assert_eq!(message.data["fresh"], true);
    assert_eq!(message.data["events"].as_array().unwrap().len(), 4);
    let ahead = client.stream(Some(1_000_000)).unwrap().next();
    assert_eq!(ahead.data["fresh"], true);
}

#[test]
fn a_server_that_is_dropped_listens_no_more() {
    let (server, _seat, client) = owned();
    let _stream = client.stream(None).unwrap();
    drop(server);
    assert!(TcpStream::connect(client.at).is_err());
}

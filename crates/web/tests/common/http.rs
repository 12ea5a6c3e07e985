//! HTTP by hand: a test says every byte of a request, as an attacker would.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{SocketAddr, TcpStream},
    time::Duration,
};

/// The header with the key.
pub(crate) const KEY: &str = "Nodealer-Key";

/// What came back.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Reply {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut found = self.headers.iter().filter(|(key, _)| key.eq_ignore_ascii_case(name));
        found.next().map(|(_, value)| value.as_str())
    }
}

/// Somebody who speaks HTTP to the server.
#[derive(Clone)]
pub(crate) struct Client {
    pub(crate) at: SocketAddr,
    pub(crate) cookie: Option<String>,
    pub(crate) key: Option<String>,
}

impl Client {
    /// Somebody without cookie and key.
    pub(crate) fn stranger(at: SocketAddr) -> Self {
        Self { at, cookie: None, key: None }
    }

    /// Somebody who has opened the address.
    pub(crate) fn owner(address: &str) -> Self {
        let (at, token) = parts(address);
        let mut client = Self::stranger(at);
        let reply = client.enter(token);
        assert_eq!(reply.status, 200, "{reply:?}");
        let cookie = reply.header("set-cookie").expect("a cookie").to_owned();
        client.cookie = Some(cookie.split(';').next().unwrap().to_owned());
        let given: serde_json::Value = serde_json::from_str(&reply.body).unwrap();
        client.key = Some(given["key"].as_str().expect("a key").to_owned());
        client
    }

    pub(crate) fn enter(&self, token: &str) -> Reply {
        let body = format!("{{\"token\":\"{token}\"}}");
        self.ask(&self.post("/enter", &body))
    }

    /// The head and body of a request that our own page could make.
    pub(crate) fn post(&self, path: &str, body: &str) -> Request {
        let origin = ("Origin", format!("http://{}", self.at));
        let kind = ("Content-Type", "application/json".to_owned());
        let site = ("Sec-Fetch-Site", "same-origin".to_owned());
        Request::new("POST", path).with(self).set(origin).set(kind).set(site).body(body)
    }

    pub(crate) fn get(&self, path: &str) -> Request {
        Request::new("GET", path).with(self).set(("Sec-Fetch-Site", "same-origin".to_owned()))
    }

    pub(crate) fn ask(&self, request: &Request) -> Reply {
        let mut stream = TcpStream::connect(self.at).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        // A server that has refused already may have hung up.
        let _ = stream.write_all(request.text().as_bytes());
        let mut reader = BufReader::new(stream);
        let (status, headers) = head(&mut reader);
        let mut body = Vec::new();
        let _ = reader.read_to_end(&mut body);
        Reply { status, headers, body: String::from_utf8_lossy(&body).into_owned() }
    }

    /// Asks the same many times at once, on one connection: how fast that is does not depend on this side. The statuses.
    pub(crate) fn ask_at_once(&self, request: &Request, times: usize) -> Vec<u16> {
        let last = request.text();
        let first = last.replacen("Connection: close", "Connection: keep-alive", 1);
        let mut stream = TcpStream::connect(self.at).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        let mut reader = stream.try_clone().unwrap();
        // Its answers are read meanwhile, so that neither side waits for the other.
        let sent = std::thread::spawn(move || {
            let _ = stream.write_all((first.repeat(times - 1) + &last).as_bytes());
        });
        let mut text = Vec::new();
        let _ = reader.read_to_end(&mut text);
        sent.join().unwrap();
        let text = String::from_utf8_lossy(&text).into_owned();
        let answers = text.split("HTTP/1.1 ").skip(1);
        answers.filter_map(|answer| answer.get(..3)?.parse().ok()).collect()
    }

    /// Opens the stream and gives its messages, or the status with which it was refused.
    pub(crate) fn stream(&self, last: Option<u64>) -> Result<Messages, u16> {
        let mut request = self.get("/api/stream");
        if let Some(last) = last {
            request = request.set(("Last-Event-ID", last.to_string()));
        }
        self.stream_by(&request)
    }

    pub(crate) fn stream_by(&self, request: &Request) -> Result<Messages, u16> {
        let mut stream = TcpStream::connect(self.at).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        stream.write_all(request.text().as_bytes()).unwrap();
        let mut reader = BufReader::new(stream);
        match head(&mut reader) {
            (200, _) => Ok(Messages(reader)),
            (status, _) => Err(status),
        }
    }
}

/// Messages of a stream.
pub(crate) struct Messages(BufReader<TcpStream>);

/// One of them.
pub(crate) struct Message {
    pub(crate) id: u64,
    pub(crate) data: serde_json::Value,
}

impl Messages {
    /// Waits for the next one.
    pub(crate) fn next(&mut self) -> Message {
        let mut id = None;
        let mut line = String::new();
        loop {
            line.clear();
            assert!(self.0.read_line(&mut line).unwrap() > 0, "the stream ended");
            if let Some(number) = line.strip_prefix("id: ") {
                id = number.trim().parse().ok();
            } else if let Some(data) = line.strip_prefix("data: ") {
                let data = serde_json::from_str(data).unwrap();
                return Message { id: id.expect("an id"), data };
            }
        }
    }
}

/// A request, header by header.
#[derive(Clone)]
pub(crate) struct Request {
    method: String,
    path: String,
    headers: Vec<(String, String)>,
    body: String,
}

impl Request {
    pub(crate) fn new(method: &str, path: &str) -> Self {
        Self { method: method.into(), path: path.into(), headers: Vec::new(), body: String::new() }
    }

    fn with(self, client: &Client) -> Self {
        let mut this = self.set(("Host", client.at.to_string()));
        for (name, secret) in [("Cookie", &client.cookie), (KEY, &client.key)] {
            if let Some(secret) = secret {
                this = this.set((name, secret.clone()));
            }
        }
        this
    }

    /// The same with this header in place of one of that name.
    pub(crate) fn set(self, (name, value): (&str, impl Into<String>)) -> Self {
        let mut this = self.without(name);
        this.headers.push((name.into(), value.into()));
        this
    }

    pub(crate) fn without(mut self, name: &str) -> Self {
        self.headers.retain(|(key, _)| key != name);
        self
    }

    pub(crate) fn body(mut self, body: &str) -> Self {
        self.body = body.into();
        self
    }

    fn text(&self) -> String {
        let mut text = format!("{} {} HTTP/1.1\r\nConnection: close\r\n", self.method, self.path);
        for (name, value) in &self.headers {
            text.push_str(&format!("{name}: {value}\r\n"));
        }
        let length = self.body.len();
        if length > 0 {
            text.push_str(&format!("Content-Length: {length}\r\n"));
        }
        format!("{text}\r\n{}", self.body)
    }
}

/// The place and the token of an address.
pub(crate) fn parts(address: &str) -> (SocketAddr, &str) {
    let (place, token) = address.strip_prefix("http://").unwrap().split_once("/#").unwrap();
    (place.parse().unwrap(), token)
}

fn head(reader: &mut BufReader<TcpStream>) -> (u16, Vec<(String, String)>) {
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    let status = line.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    let mut headers = Vec::new();
    loop {
        line.clear();
        if reader.read_line(&mut line).unwrap() <= 2 {
            return (status, headers);
        }
        let (name, value) = line.split_once(':').unwrap();
        headers.push((name.to_owned(), value.trim().to_owned()));
    }
}

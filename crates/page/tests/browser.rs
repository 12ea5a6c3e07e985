//! The page in a real browser: it says what the auditor beside it says, of every kind of file.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::{
    collections::BTreeSet,
    fs,
    io::Cursor,
    path::{Path, PathBuf},
    time::Duration,
};

use engine::{BotKind, Options};
use nodealer_tests::{browser::Browser, root};
use proto::OnCheat;
use serde_json::{Value, from_slice, json};
use sim::{Config, World, run};
use table::audit::Report;

/// For files of eight megabytes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(1200);

/// What the page shows of a file, or what it should.
#[derive(Debug, PartialEq)]
struct Shown {
    sentence: String,
    findings: Vec<String>,
    checklist: Vec<String>,
    word: String,
}

/// What the auditor here finds.
fn expected(file: &[u8]) -> Option<Shown> {
    let report = Report::of(Cursor::new(file), games::find, |_, _| {}).ok()?;
    let found = serde_json::to_value(&report).unwrap();
    let checks = found["checks"].as_array().unwrap().iter().map(|check| {
        let mark = if check["ok"] == true { '✓' } else { '✗' };
        format!("{mark} {} ({})", check["name"].as_str().unwrap(), check["count"])
    });
    Some(Shown {
        sentence: report.sentence().into(),
        findings: report.findings(),
        checklist: checks.collect(),
        word: format!("Verdict: {}", report.verdict),
    })
}

fn texts(value: &Value) -> Vec<String> {
    value.as_array().unwrap().iter().map(|one| one.as_str().unwrap().to_owned()).collect()
}

/// Waits until the page has checked the file of this name, and reads what it shows.
fn shown(browser: &Browser, name: &str) -> Shown {
    let done = format!("return match && match.name === {} && match.took !== null", json!(name));
    browser.wait_at_most(PATIENCE, &format!("the verdict on {name}"), &done);
    let all = |css: &str| {
        let script = "return [...document.querySelectorAll(CSS)].map((item) => item.textContent)";
        texts(&browser.run(&script.replace("CSS", &json!(css).to_string())))
    };
    let one = |css: &str| all(css).concat();
    Shown {
        sentence: one("#sentence"),
        findings: all("#findings li"),
        checklist: all("#checklist li"),
        word: one("#word"),
    }
}

fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("page");
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn vector(name: &str) -> Vec<u8> {
    fs::read(root().join("proto/vectors").join(name)).unwrap()
}

/// Opens the page with this transcript in it, or an empty one.
fn opened(browser: &Browser, name: &str, transcript: Option<&[u8]>) {
    let path = folder().join(format!("{name}.html"));
    fs::write(&path, page::page(transcript)).unwrap();
    browser.go_to_file(&path);
}

/// Gives the page another file.
fn given(browser: &Browser, name: &str, file: &[u8]) -> Shown {
    let path = folder().join(name);
    fs::write(&path, file).unwrap();
    browser.type_into("#file", path.to_str().unwrap());
    shown(browser, name)
}

/// Bytes of a vector, which may be given in parts: PROTOCOL.md, section 15.2.
fn joined(parts: &Value) -> Vec<u8> {
    let hex = |text: &str| {
        let digit = |at: usize| u8::from_str_radix(&text[at..at + 2], 16).unwrap();
        (0..text.len()).step_by(2).map(digit).collect::<Vec<u8>>()
    };
    match parts {
        Value::Array(parts) => parts.iter().flat_map(joined).collect(),
        Value::String(text) => hex(text),
        part if part["times"].is_u64() => {
            hex(part["of"].as_str().unwrap()).repeat(part["times"].as_u64().unwrap() as usize)
        }
        part => {
            let whole = vector(&format!("{}.transcript", part["transcript"].as_str().unwrap()));
            let at = |key: &str| part[key].as_u64().unwrap() as usize;
            whole[at("from")..at("to")].to_vec()
        }
    }
}

#[test]
fn a_page_audits_its_transcript_and_others_as_the_command_does() {
    let Some(browser) = Browser::open("the page that verifies") else { return };
    let fair = vector("match.transcript");
    opened(&browser, "fair", Some(&fair));
    assert_eq!(Some(shown(&browser, "the match in this page")), expected(&fair));
    let mut damaged = fair.clone();
    damaged[fair.len() / 2] ^= 1;
    let cut = &fair[..fair.len() - 3];
    let unfinished = vector("tricks.transcript");
    let foreign = b"nothing of ours";
    for (name, file) in [("changed", &damaged[..]), ("cut", cut), ("unfinished", &unfinished)] {
        assert_eq!(Some(given(&browser, name, file)), expected(file), "{name}");
    }
    let refused = given_foreign(&browser, foreign);
    assert!(refused.starts_with("Cannot audit foreign: "), "{refused}");
    assert_eq!(browser.complaints(), [""; 0]);
}

/// Names are those of a file: what they say must not turn the sentence around them.
#[test]
fn a_name_does_not_turn_the_text_around_it() {
    let Some(browser) = Browser::open("a name that turns the text around") else { return };
    let game = games::find("knives").unwrap();
    let secrets: Vec<_> = engine::Seat::all(5).map(|seat| sim::charter::secrets(1, seat)).collect();
    let named =
        |(n, secrets): (usize, &table::Secrets)| secrets.place(&format!("P{n} \u{202e}riaf"));
    let options = Options::parse(game.info().options, []).unwrap();
    let charter = table::charter(game, &options, secrets.iter().enumerate().map(named).collect());
    let first = proto::Record::Charter(table::sign(charter, &secrets));
    let file = [&proto::file::Kind::Transcript.header()[..], &proto::file::frame(&first)].concat();
    opened(&browser, "turned", Some(&file));
    shown(&browser, "the match in this page");
    assert!(browser.text("#what").contains("P4 riaf"), "{}", browser.text("#what"));
    assert_eq!(browser.run("return document.body.textContent.includes('\\u202e')"), false);
}

fn given_foreign(browser: &Browser, file: &[u8]) -> String {
    given(browser, "foreign", file).sentence
}

#[test]
fn the_module_in_the_tree_judges_a_vector_of_every_duty_as_the_code_does() {
    let Some(browser) = Browser::open("the module in the tree") else { return };
    opened(&browser, "empty", None);
    let verdicts: Vec<Value> = from_slice(&vector("verdicts.json")).unwrap();
    let mut duties = BTreeSet::new();
    let mut judged = 0;
    for one in &verdicts {
        let key = (one["duty"].to_string(), one["verdict"].to_string());
        let file = joined(&one["file"]);
        let Some(expected) = expected(&file).filter(|_| duties.insert(key)) else { continue };
        let found = given(&browser, &format!("verdict-{judged}"), &file);
        assert_eq!(found, expected, "{}: if the code is right, run tools/page", one["name"]);
        judged += 1;
    }
    assert!(judged > 30, "{judged}");
}

#[test]
fn a_step_can_be_linked_to_and_slid_to_and_a_violation_opens_where_it_fails() {
    let Some(browser) = Browser::open("the replay in the page") else { return };
    opened(&browser, "steps", Some(&vector("match.transcript")));
    shown(&browser, "the match in this page");
    browser.run("location.hash = '#step-3'");
    browser.wait_for(
        "step 3",
        "return document.querySelector('#where').textContent.startsWith('Step 3 ')",
    );
    browser.click("#on");
    assert!(browser.text("#where").starts_with("Step 4 "));
    assert!(
        browser.text("#proven").contains("; the proof holds") || browser.text("#said").len() > 3
    );
    browser.run("const s = document.querySelector('#slider'); s.value = 0; s.dispatchEvent(new Event('input'))");
    assert!(browser.text("#where").starts_with("Step 1 "));
    assert!(browser.text("#proven").contains("knows the secret of their key"));
    let verdicts: Vec<Value> = from_slice(&vector("verdicts.json")).unwrap();
    let cheat =
        verdicts.iter().find(|one| one["step"].as_u64().is_some_and(|step| step > 3)).unwrap();
    given(&browser, "cheat", &joined(&cheat["file"]));
    assert!(browser.text("#where").ends_with("✗ here it fails"), "{}", browser.text("#where"));
}

/// The transcript of a match of Knives that is played now, to so many points.
fn played(target: &str) -> Vec<u8> {
    let game = games::find("knives").unwrap();
    let (seats, seed) = (5, 1);
    let options = Options::parse(game.info().options, [("target", target)]).unwrap();
    let timing = table::Timing::default();
    let bots = BotKind::Level(engine::Level::Normal);
    let (survive, on_cheat) = (1, OnCheat::End);
    let config = Config { game, seats, options, survive, on_cheat, bots, seed, timing };
    let mut world = World::new(config).unwrap();
    world.run(run::DEADLINE);
    let mut nodes = world.honest().filter_map(|(_, peer)| peer.node.as_ref());
    nodes.find(|node| node.is_over()).unwrap().transcript()
}

/// Both audit the same file; prints how long each took.
fn compared(file: &[u8]) {
    let Some(browser) = Browser::open("a large file in the page") else { return };
    opened(&browser, "large", None);
    let began = std::time::Instant::now();
    let expected = expected(file).unwrap();
    let here = began.elapsed();
    assert_eq!(given(&browser, "large", file), expected);
    let took = browser.run("return match.took").as_f64().unwrap();
    let build = if cfg!(debug_assertions) { "a test build" } else { "a release build" };
    println!("{} bytes: {here:.1?} here ({build}), {took:.0} ms in the page", file.len());
    assert_eq!(expected.word, "Verdict: fair");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn a_large_file_is_audited_in_the_page() {
    let file = played("15");
    assert!(file.len() > 1_000_000, "{}", file.len());
    compared(&file);
}

#[test]
#[ignore = "plays a match of eight megabytes first; .ci/long runs it"]
fn a_file_of_eight_megabytes_is_audited_in_the_page() {
    let file = played("99");
    assert!(file.len() > 8_000_000, "{}", file.len());
    compared(&file);
}

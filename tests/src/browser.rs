//! A real browser for tests: a small WebDriver client.
//!
//! It speaks the W3C WebDriver protocol (JSON over HTTP) to `chromedriver`, which starts a headless Chromium.
//! Debian has both: `apt-get install chromium chromium-driver`. Where they are missing, [`Browser::open`] says
//! so on standard error and gives nothing, and the test that wanted it ends; with `REQUIRE_BROWSER` set, as
//! in `.ci/run`, it panics instead.
//!
//! ```no_run
//! use nodealer_tests::browser::Browser;
//!
//! let Some(browser) = Browser::open("what the page says") else { return };
//! browser.go("data:text/html,<button onclick='this.textContent=1'>0</button>");
//! browser.click("button");
//! assert_eq!(browser.text("button"), "1");
//! browser.wait_for("the answer", "return document.querySelector('button').textContent === '1'");
//! assert_eq!(browser.complaints(), [""; 0]);
//! ```
//!
//! Everything here is for tests and panics, in words, when the browser does not do as it is told.
#![allow(clippy::panic, clippy::expect_used)]

use std::{
    io::{self, BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

/// How long [`Browser::wait_for`] waits. Debug builds on a busy machine are slow.
const PATIENCE: Duration = Duration::from_secs(120);

/// The key under which WebDriver puts the id of an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A headless Chromium with one window. It ends when this is dropped.
pub struct Browser {
    driver: Child,
    port: u16,
    session: String,
}

impl Browser {
    /// Starts a browser, or says that `test` is skipped if there is none here.
    ///
    /// # Panics
    /// Without a browser where `REQUIRE_BROWSER` is set.
    pub fn open(test: &str) -> Option<Self> {
        // On a busy machine a browser that is there may not come at once.
        let started = Self::start().or_else(|_| Self::start()).or_else(|_| Self::start());
        match started {
            Ok(browser) => Some(browser),
            Err(why) => {
                assert!(std::env::var_os("REQUIRE_BROWSER").is_none(), "no browser: {why}");
                // Not `eprintln!`: what a passing test prints with it is never seen.
                let skipped = format!("SKIPPED: {test}: no browser here: {why}\n");
                let _ = io::stderr().write_all(skipped.as_bytes());
                None
            }
        }
    }

    fn start() -> io::Result<Self> {
        // With port 0 it picks a free one, and prints which.
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let mut lines = BufReader::new(driver.stdout.take().expect("it is piped")).lines();
        let port = lines.by_ref().map_while(Result::ok).find_map(|line| {
            line.split_once("started successfully on port ")?.1.trim_end_matches('.').parse().ok()
        });
        // Whoever writes to a closed pipe dies of it.
        thread::spawn(move || lines.for_each(drop));
        let mut browser = Self { driver, port: port.unwrap_or_default(), session: String::new() };
        if browser.port == 0 {
            return Err(io::Error::other("chromedriver did not say its port"));
        }
        // The sandbox cannot start as root in a container; what is opened here is our own page.
        let arguments =
            ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"];
        let wanted = json!({ "capabilities": { "alwaysMatch": {
            "goog:chromeOptions": { "args": arguments },
            "goog:loggingPrefs": { "browser": "ALL" },
        }}});
        let began = browser.ask("POST", "/session", Some(&wanted)).map_err(io::Error::other)?;
        began["sessionId"].as_str().unwrap_or_default().clone_into(&mut browser.session);
        Ok(browser)
    }

    /// Opens an address and waits until it has loaded.
    pub fn go(&self, url: &str) {
        self.post("url", &json!({ "url": url }));
    }

    /// Opens an address in one more window, which is shown then, and gives the window's handle.
    ///
    /// # Panics
    /// If no window comes.
    pub fn open_window(&self, url: &str) -> String {
        let before = self.windows();
        self.run(&format!("window.open({}, '_blank', 'noopener')", json!(url)));
        let until = Instant::now() + PATIENCE;
        loop {
            if let Some(new) = self.windows().into_iter().find(|window| !before.contains(window)) {
                self.switch_to(&new);
                return new;
            }
            assert!(Instant::now() < until, "no window came");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// The handles of all windows.
    pub fn windows(&self) -> Vec<String> {
        let handles = self.get("window/handles");
        let all = handles.as_array().into_iter().flatten();
        all.filter_map(|handle| handle.as_str().map(str::to_owned)).collect()
    }

    /// Shows another window.
    pub fn switch_to(&self, window: &str) {
        self.post("window", &json!({ "handle": window }));
    }

    /// Closes the window that is shown; another one must be shown next.
    pub fn close_window(&self) {
        let path = format!("/session/{}/window", self.session);
        self.ask("DELETE", &path, None).unwrap_or_else(|why| panic!("closing: {why}"));
    }

    /// Opens a file of this machine.
    pub fn go_to_file(&self, path: &Path) {
        let path = path.canonicalize().expect("the file is there");
        self.go(&format!("file://{}", path.display()));
    }

    /// Runs the body of a function in the page and gives what it returns.
    pub fn run(&self, script: &str) -> Value {
        self.post("execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// Runs the body of a function again and again until what it returns is true in JavaScript's eyes, and
    /// gives that.
    ///
    /// # Panics
    /// If it takes too long; `what` is waited for.
    pub fn wait_for(&self, what: &str, script: &str) -> Value {
        self.wait_at_most(PATIENCE, what, script)
    }

    /// The same, for what takes its time.
    ///
    /// # Panics
    /// If it takes longer.
    pub fn wait_at_most(&self, patience: Duration, what: &str, script: &str) -> Value {
        let until = Instant::now() + patience;
        loop {
            let got = self.run(script);
            if !matches!(&got, Value::Null | Value::Bool(false))
                && got != json!(0)
                && got != json!("")
            {
                return got;
            }
            if Instant::now() > until {
                let seen = self.run("return document.body.innerText.slice(0, 2000)");
                panic!("waited for {what} in vain; the page says: {seen}\n{:?}", self.complaints());
            }
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// Waits until an element that fits the CSS selector is there and shown.
    pub fn wait_for_element(&self, css: &str) {
        let script = format!(
            "const e = document.querySelector({}); return e !== null && e.getClientRects().length > 0",
            json!(css)
        );
        self.wait_for(css, &script);
    }

    /// Clicks the first element that fits the CSS selector, as a person would: it must be in sight. What moves cannot be
    /// clicked, so it is tried again until the element lies still.
    ///
    /// # Panics
    /// If something else stays in the way.
    pub fn click(&self, css: &str) {
        self.with_element(css, |element| {
            self.ask("POST", &format!("{element}/click"), Some(&json!({})))
        });
    }

    /// The middle of the first element that fits the CSS selector, in sight, once nothing on the page moves any more.
    pub fn middle_at_rest(&self, css: &str) -> Value {
        let script = format!(
            "const element = document.querySelector({});
             if (!element || document.getAnimations().some((a) => a.playState === 'running')) return null;
             element.scrollIntoView({{ block: 'center' }});
             const box = element.getBoundingClientRect();
             const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
             return element.contains(document.elementFromPoint(x, y)) && {{ x, y }}",
            json!(css)
        );
        self.wait_for(&format!("{css}, at rest"), &script)
    }

    /// Types into the first element that fits the CSS selector. Into an `input` of type `file` it puts the
    /// file with this path.
    pub fn type_into(&self, css: &str, text: &str) {
        let text = json!({ "text": text });
        self.with_element(css, |element| {
            self.ask("POST", &format!("{element}/value"), Some(&text))
        });
    }

    /// Presses a key, by its WebDriver code or itself, such as `"\u{E015}"` for the arrow down.
    pub fn press(&self, key: &str) {
        let actions = json!([{ "type": "key", "id": "keys", "actions": [
            { "type": "keyDown", "value": key },
            { "type": "keyUp", "value": key },
        ]}]);
        self.post("actions", &json!({ "actions": actions }));
    }

    /// The text of the first element that fits the CSS selector, as it is seen.
    pub fn text(&self, css: &str) -> String {
        let text =
            self.with_element(css, |element| self.ask("GET", &format!("{element}/text"), None));
        text.as_str().unwrap_or_default().to_owned()
    }

    /// Gives the page this size, in CSS pixels. Narrow ones are shown as on a telephone, where a page without
    /// `<meta name=viewport>` is laid out 980 pixels wide.
    pub fn resize(&self, width: u32, height: u32) {
        self.devtools(
            "Emulation.setDeviceMetricsOverride",
            json!({ "width": width, "height": height, "deviceScaleFactor": 2, "mobile": width < 600 }),
        );
    }

    /// Says to the page that its reader likes it dark, or light.
    pub fn prefer_dark(&self, dark: bool) {
        let value = if dark { "dark" } else { "light" };
        let features = json!([{ "name": "prefers-color-scheme", "value": value }]);
        self.devtools("Emulation.setEmulatedMedia", json!({ "features": features }));
    }

    /// A picture of what is in sight, as a PNG.
    pub fn screenshot(&self) -> Vec<u8> {
        base64(self.get("screenshot").as_str().unwrap_or_default())
    }

    /// What the browser has complained about since this was last asked: errors of scripts, refused
    /// resources, breaches of a content security policy.
    pub fn complaints(&self) -> Vec<String> {
        let log = self.post("se/log", &json!({ "type": "browser" }));
        let entries = log.as_array().into_iter().flatten();
        let serious =
            entries.filter(|entry| matches!(entry["level"].as_str(), Some("SEVERE" | "WARNING")));
        serious.map(|entry| entry["message"].as_str().unwrap_or_default().to_owned()).collect()
    }

    /// A command of the DevTools protocol.
    pub fn devtools(&self, command: &str, parameters: Value) -> Value {
        self.post("goog/cdp/execute", &json!({ "cmd": command, "params": parameters }))
    }

    /// Does something with the first element that fits the CSS selector. A page that is being drawn may not have it yet, or
    /// no longer when it is asked, or something that moves lies over it: all that passes.
    fn with_element(&self, css: &str, act: impl Fn(&str) -> io::Result<Value>) -> Value {
        let path = format!("/session/{}/element", self.session);
        let wanted = json!({ "using": "css selector", "value": css });
        let once = || {
            let found = self.ask("POST", &path, Some(&wanted))?;
            act(&format!("{path}/{}", found[ELEMENT].as_str().unwrap_or_default()))
        };
        let passes = ["no such element", "stale element", "not interactable", "click intercepted"];
        let until = Instant::now() + PATIENCE;
        loop {
            match once() {
                Ok(got) => return got,
                Err(why) if Instant::now() > until => panic!("{css}: {why}"),
                Err(why) if passes.iter().any(|known| why.to_string().contains(known)) => {
                    thread::sleep(Duration::from_millis(20));
                }
                Err(why) => panic!("{css}: {why}"),
            }
        }
    }

    fn post(&self, command: &str, body: &Value) -> Value {
        let path = format!("/session/{}/{command}", self.session);
        self.ask("POST", &path, Some(body)).unwrap_or_else(|why| panic!("{command} {body}: {why}"))
    }

    fn get(&self, command: &str) -> Value {
        let path = format!("/session/{}/{command}", self.session);
        self.ask("GET", &path, None).unwrap_or_else(|why| panic!("{command}: {why}"))
    }

    /// One request to the driver, on a connection of its own.
    fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> io::Result<Value> {
        let body = body.map_or_else(String::new, Value::to_string);
        let mut stream = TcpStream::connect(("127.0.0.1", self.port))?;
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            self.port,
            body.len()
        )?;
        let mut reader = BufReader::new(stream);
        let mut length = 0;
        let mut line = String::new();
        while reader.read_line(&mut line)? > 2 {
            if let Some((name, value)) = line.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse().map_err(io::Error::other)?;
            }
            line.clear();
        }
        let mut answer = vec![0; length];
        reader.read_exact(&mut answer)?;
        let mut answer: Value = serde_json::from_slice(&answer)?;
        let value = answer["value"].take();
        match value["error"].as_str() {
            Some(error) => Err(io::Error::other(format!("{error}: {}", value["message"]))),
            None => Ok(value),
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !self.session.is_empty() {
            let _ = self.ask("DELETE", &format!("/session/{}", self.session), None);
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// Decodes base64 with its usual letters.
fn base64(text: &str) -> Vec<u8> {
    let digit = |letter: u8| match letter {
        b'A'..=b'Z' => Some(letter - b'A'),
        b'a'..=b'z' => Some(letter - b'a' + 26),
        b'0'..=b'9' => Some(letter - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let (mut bytes, mut bits, mut held) = (Vec::new(), 0, 0_u32);
    for six in text.bytes().filter_map(digit) {
        held = held << 6 | u32::from(six);
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((held >> bits) as u8);
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_does_as_it_is_told_and_says_what_it_sees() {
        let Some(browser) = Browser::open("the browser itself") else { return };
        browser.go(
            "data:text/html,<meta name=viewport content=width=device-width><input>\
             <button onclick='this.textContent=document.querySelector(\"input\").value'>0</button>",
        );
        browser.type_into("input", "dark");
        browser.click("button");
        assert_eq!(browser.text("button"), "dark");
        browser.prefer_dark(true);
        assert_eq!(browser.run("return matchMedia('(prefers-color-scheme: dark)').matches"), true);
        browser.resize(400, 300);
        assert_eq!(browser.run("return innerWidth"), 400);
        assert!(browser.screenshot().starts_with(b"\x89PNG"));
        assert_eq!(browser.complaints(), [""; 0]);
        browser.run("setTimeout(() => { throw new Error('spilt') })");
        browser.wait_for("the error", "return true");
        assert!(browser.complaints().iter().any(|complaint| complaint.contains("spilt")));
    }
}

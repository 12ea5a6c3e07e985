//! The page over a real seat: `nodealer web` in processes of its own, with real browsers, terminals and bots
//! at one table. Each game is played to its end, with reloads, second windows and killed servers on the way.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod processes;

use std::{
    collections::BTreeMap,
    ffi::OsString,
    fs,
    io::Read as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use nodealer_tests::browser::Browser;
use processes::{Node, bot, folder, plays_within};

/// How long a whole match may take on a busy machine.
const MATCH: Duration = Duration::from_secs(600);

/// A seat, its server and a browser that shows it.
struct Page {
    node: Node,
    browser: Browser,
    server: String,
}

impl Page {
    /// Opens the page of a seat; `None`, said loudly, where there is no browser.
    fn open(folder: &Path, name: &str, args: &[&str]) -> Option<Self> {
        let browser = Browser::open(&format!("the page of {name}"))?;
        browser.resize(1280, 800);
        Some(Self::with(browser, folder, name, args))
    }

    fn with(browser: Browser, folder: &Path, name: &str, args: &[&str]) -> Self {
        let node = Node::web(folder, name, &[&["--window", "0"], args].concat());
        let address = format!("http:{}", node.says("http:"));
        let (server, _) = address.split_once('#').unwrap();
        browser.go(&address);
        browser.wait_for_element("#main > *");
        Self { server: server.to_owned(), node, browser }
    }

    /// The same page once more in another window.
    fn reload(&self) {
        self.browser.go(&self.server);
        self.browser.wait_for_element("#main > *");
    }

    fn click(&self, css: &str) {
        self.browser.wait_for_element(css);
        let css = serde_json::json!(css);
        self.browser.run(&format!("document.querySelector({css}).click()"));
    }

    /// Clicks the first button that says this.
    fn press(&self, words: &str) {
        let words = serde_json::json!(words);
        let find = format!(
            "const all = [...document.querySelectorAll('main button')];\
             const found = all.find((b) => b.innerText.includes({words}));\
             found?.click(); return Boolean(found)"
        );
        self.browser.wait_for(&format!("a button {words}"), &find);
    }

    /// Opens what can be set before a game, and sets it by a script.
    fn set_up(&self, game: usize, script: &str) {
        self.click(&format!(".game:nth-child({game}) button[aria-expanded]"));
        self.browser.wait_for_element(".setup select[name=seats]");
        self.browser.run(script);
    }

    /// Opens a table on the network in the page, and says where it is.
    fn host(&self, game: usize, seats: usize, bots: usize) -> String {
        self.set_up(
            game,
            &format!(
                "document.querySelector('.setup [name=seats]').value = '{seats}';\
                 document.querySelector('.setup [name=bots]').value = '{bots}'"
            ),
        );
        self.click(".setup button[value=host]");
        self.browser.wait_for_element(".lobby .address");
        self.browser.text(".lobby .address")
    }

    /// Sits down at a table by its address.
    fn sit(&self, address: &str) {
        self.browser.wait_for_element("#find-line");
        self.browser.type_into("#find-line", &format!("{address}\u{E007}"));
        self.press("Sit down");
        self.browser.wait_for_element(".lobby");
    }

    /// Answers once if the person is asked. Whether the match is over.
    fn answer(&self) -> bool {
        self.browser.run(ANSWER) == true
    }

    /// Answers so often that the seat has chosen this many times.
    fn answers(&self, times: u64) {
        let until = Instant::now() + MATCH;
        let answered = "return window.answered ?? 0";
        while self.browser.run(answered).as_u64().unwrap() < times {
            assert!(Instant::now() < until, "the match does not go on");
            assert!(!self.answer(), "the match is over too soon");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Plays to the end, and gives the words to compare.
    fn plays(&self) -> String {
        let until = Instant::now() + MATCH;
        while !self.answer() {
            assert!(Instant::now() < until, "the match does not end");
            thread::sleep(Duration::from_millis(20));
        }
        self.browser.wait_for_element("#audit-title ~ .good");
        assert!(self.browser.text("#audit-title ~ .good").contains("The match was fair"));
        self.browser.text(".fingerprint")
    }

    /// The transcript of the one match that was played.
    fn transcript(&self) -> PathBuf {
        let files: Vec<_> = fs::read_dir(&self.node.transcript).unwrap().collect();
        assert_eq!(files.len(), 1, "one match, one transcript");
        files[0].as_ref().unwrap().path()
    }
}

/// Clicks a card that can be played, or an answer: those that come in turn, so that a match comes to its end.
/// What was answered is left alone until something else is asked.
const ANSWER: &str = "
    if (document.querySelector('.end .fingerprint')) return true;
    const menu = document.querySelector('.menu.asked');
    if (!menu) return false;
    const again = document.querySelector('.entry.again');
    if (again) { again.click(); return false; }
    const step = menu.dataset.step;
    const can = [...document.querySelectorAll('.entry:not([aria-disabled])')];
    if (window.step === step && can.length > 0) return false;
    if (can.length === 0) {
      const card = document.querySelector('.own .lies-hand .piece.can:not(.chosen)');
      card?.click();
      return false;
    }
    window.step = step;
    window.answered = (window.answered ?? 0) + 1;
    can[Number(step) % can.length].click();
    return false;";

fn verify(transcript: &Path) {
    let verify = Command::new(env!("CARGO_BIN_EXE_nodealer"))
        .arg("verify")
        .arg(transcript)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&verify.stdout).into_owned();
    assert!(verify.status.success() && said.contains("Verdict: fair"), "{said}");
}

/// Plays a whole match against bots by clicks, with a reload and a second window in the middle.
fn whole_match(at: usize, game: &str) {
    let Some(page) = Page::open(&folder(&format!("page-{game}")), "Ann", &[]) else { return };
    // As many points as end it soonest, where a game has them.
    page.set_up(at, "const target = document.querySelector('[name=option-target]'); if (target) target.value = target.min");
    page.click(".setup button[value=play-here]");
    // Bots may win soon: nobody wins before the second answer.
    page.answers(1);
    page.reload();
    page.browser.wait_for_element(".table");
    page.answers(1);
    let first = page.browser.windows()[0].clone();
    page.browser.open_window(&page.server);
    page.browser.wait_for_element(".table");
    page.browser.switch_to(&first);
    page.plays();
    // It is there again after a reload, and the file is what an auditor calls fair.
    page.reload();
    page.browser.wait_for_element(".end .fingerprint");
    assert_eq!(page.browser.complaints(), [""; 0]);
    verify(&page.transcript());
}

#[test]
#[ignore = "takes minutes: cargo test -p nodealer --test pages -- --ignored"]
fn a_whole_match_of_knives_is_played_in_a_browser() {
    whole_match(1, "knives");
}

#[test]
#[ignore = "takes minutes: cargo test -p nodealer --test pages -- --ignored"]
fn a_whole_match_of_never_bring_a_knife_is_played_in_a_browser() {
    whole_match(2, "never-bring-a-knife");
}

#[test]
fn a_whole_match_of_suspicion_is_played_in_a_browser() {
    whole_match(3, "suspicion");
}

#[test]
#[ignore = "takes minutes: cargo test -p nodealer --test pages -- --ignored"]
fn a_whole_match_of_no_honor_is_played_in_a_browser() {
    whole_match(4, "no-honor");
}

#[test]
fn two_browsers_a_terminal_and_a_bot_play_at_one_table() {
    let folder = folder("pages");
    let Some(ann) = Page::open(&folder, "Ann", &[]) else { return };
    let address = ann.host(3, 4, 0);
    let bob = Page::open(&folder, "Bob", &[]).unwrap();
    bob.sit(&address);
    let mut cleo = Node::start(&folder, "Cleo", &["join", &address, "--plain", "--window", "0"]);
    let robot = bot(&folder, "Robot", &address);
    for page in [&ann, &bob] {
        page.browser
            .wait_for("everybody", "return document.querySelectorAll('.lobby .line').length === 4");
        page.press("I am ready");
    }
    cleo.types("ready\n");
    // Both reload while everything is under way.
    for page in [&ann, &bob] {
        page.browser.wait_for_element(".table");
        page.reload();
        page.browser.wait_for_element(".table");
    }
    let words = thread::scope(|scope| {
        scope.spawn(|| plays_within(&mut cleo, 1, MATCH));
        let pages = [&ann, &bob].map(|page| scope.spawn(|| page.plays()));
        pages.map(|played| played.join().unwrap())
    });
    robot.says("Transcript: ");
    assert_eq!(words[0], words[1]);
    assert_eq!(words[0], cleo.says("Fingerprint: ").trim());
    let bytes = fs::read(ann.transcript()).unwrap();
    for other in [&bob.transcript(), &cleo.transcript, &robot.transcript] {
        assert!(fs::read(other).unwrap() == bytes, "{} is another match", other.display());
    }
    verify(&ann.transcript());
    // Everybody is still there for a rematch.
    ann.press("Rematch with everybody");
    bob.press("Rematch with everybody");
    ann.browser.wait_for_element(".lobby");
}

/// The command that opens one more terminal on the seat of somebody's page.
fn attach(folder: &Path, name: &str) -> Vec<OsString> {
    let data = folder.join(name);
    let args = ["attach", "--name", name, "--data-dir"].map(OsString::from);
    args.into_iter().chain([data.into_os_string()]).collect()
}

#[test]
#[cfg(unix)]
fn a_terminal_is_attached_to_the_seat_of_a_page() {
    let folder = folder("attached-page");
    let node = Node::web(&folder, "Ann", &[]);
    node.says("http:");
    let attached = Command::new(env!("CARGO_BIN_EXE_nodealer"))
        .args(attach(&folder, "Ann"))
        .arg("--plain")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&attached.stderr);
    assert!(attached.status.success(), "{said}");
}

/// A message with the time at which it was seen, on each screen.
#[cfg(unix)]
type Seen = BTreeMap<usize, Duration>;

/// The words that a peer says; no two have a letter in the same place, since a terminal only writes what differs.
#[cfg(unix)]
fn word(at: usize) -> String {
    let letter = |shift: usize| char::from(b'a' + ((at + shift) % 26) as u8);
    (0..12).map(letter).collect::<String>() + &format!("{at:03}")
}

#[cfg(unix)]
fn now() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap()
}

/// A terminal that this command runs on, and when it has shown each word.
#[cfg(unix)]
fn terminal(
    args: &[OsString],
    words: usize,
) -> (Box<dyn portable_pty::Child + Send + Sync>, Arc<Mutex<Seen>>) {
    use portable_pty::{CommandBuilder, PtySize, native_pty_system};
    let size = PtySize { rows: 40, cols: 120, pixel_width: 0, pixel_height: 0 };
    let pair = native_pty_system().openpty(size).unwrap();
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_nodealer"));
    command.args(args);
    command.env("TERM", "xterm-256color");
    let child = pair.slave.spawn_command(command).unwrap();
    let mut reader = pair.master.try_clone_reader().unwrap();
    let seen: Arc<Mutex<Seen>> = Arc::default();
    let into = seen.clone();
    thread::spawn(move || {
        // The terminal stays open for as long as somebody reads it.
        let _master = pair.master;
        let rows = std::num::NonZeroU16::new(40).unwrap();
        let mut screen = vt100::Parser::new(rows, std::num::NonZeroU16::new(120).unwrap(), 0);
        let mut bytes = [0; 65536];
        while let Ok(count @ 1..) = reader.read(&mut bytes) {
            let at = now();
            screen.process(&bytes[..count]);
            let shown = screen.screen().contents();
            let mut seen = into.lock().unwrap();
            for said in (0..words).filter(|said| shown.contains(&word(*said))) {
                seen.entry(said).or_insert(at);
            }
        }
    });
    (child, seen)
}

/// The middle of some times, and the time that nine in ten do not exceed, in milliseconds.
#[cfg(unix)]
fn spread(mut all: Vec<f64>) -> String {
    all.sort_by(f64::total_cmp);
    format!("{:.1} ms (90 %: {:.1})", all[all.len() / 2], all[all.len() * 9 / 10])
}

#[test]
#[cfg(unix)]
#[ignore = "a figure: cargo test --workspace --test pages -- --ignored --nocapture beside_a_terminal"]
fn a_peers_message_on_the_page_beside_a_terminal() {
    const WORDS: usize = 40;
    let folder = folder("beside");
    let Some(ann) = Page::open(&folder, "Ann", &[]) else { return };
    let address = ann.host(3, 3, 0);
    // One more terminal on the seat of the page, and one of a seat of its own.
    let own = ["join", &address, "--loopback", "--name", "Cleo", "--data-dir"].map(OsString::from);
    let own: Vec<_> = own.into_iter().chain([folder.join("Cleo").into_os_string()]).collect();
    let mut terminals = [("attached", attach(&folder, "Ann")), ("own", own)]
        .map(|(name, args)| (name, terminal(&args, WORDS)));
    let mut bob = Node::start(&folder, "Bob", &["join", &address, "--plain"]);
    ann.browser.wait_for("Bob", "return document.querySelectorAll('.lobby .line').length === 3");
    // What comes after the next frame has been drawn is the first that runs once it is painted.
    ann.browser.run(
        "window.seen = {};
         const look = () => {
           const at = performance.timeOrigin + performance.now();
           for (const line of document.querySelectorAll('.chat li')) {
             const word = line.innerText.split(': ')[1];
             if (word) window.seen[word] ??= at;
           }
         };
         const painted = new MessageChannel();
         painted.port1.onmessage = look;
         new MutationObserver(() => requestAnimationFrame(() => painted.port2.postMessage(0)))
           .observe(document.querySelector('#side'), { childList: true, subtree: true })",
    );
    let mut typed = Seen::new();
    for at in 0..WORDS {
        typed.insert(at, now());
        bob.types(&format!("/say {}\n", word(at)));
        thread::sleep(Duration::from_millis(1500));
    }
    let on_page = ann.browser.run("return window.seen");
    let painted = |at: usize| on_page[word(at)].as_f64();
    let milliseconds = |at: &Duration| at.as_secs_f64() * 1000.0;
    let all: Vec<f64> =
        (0..WORDS).filter_map(|at| Some(painted(at)? - milliseconds(&typed[&at]))).collect();
    println!("typed by the peer to painted on the page, {} times: {}", all.len(), spread(all));
    for (name, (child, seen)) in &mut terminals {
        child.kill().unwrap();
        let seen = seen.lock().unwrap();
        let times = |from: &dyn Fn(usize) -> Option<f64>, to: &dyn Fn(usize) -> Option<f64>| {
            (0..WORDS).filter_map(|at| Some(to(at)? - from(at)?)).collect::<Vec<_>>()
        };
        let written = |at: usize| seen.get(&at).map(milliseconds);
        let both = times(&written, &painted);
        assert!(both.len() * 2 > WORDS, "only {} of {WORDS} were seen on both", both.len());
        let typed = times(&|at| typed.get(&at).map(milliseconds), &written);
        println!("… to written on the {name} terminal, {} times: {}", typed.len(), spread(typed));
        println!("the page after the {name} terminal: {}", spread(both));
    }
}

#[test]
fn a_server_that_is_killed_comes_back_with_its_match() {
    let folder = folder("killed-page");
    let port = nodealer_tests::lasting_port().to_string();
    let Some(mut ann) = Page::open(&folder, "Ann", &["--port", &port]) else { return };
    ann.host(3, 3, 2);
    ann.browser
        .wait_for("two bots", "return document.querySelectorAll('.lobby .line').length === 3");
    ann.press("I am ready");
    ann.browser.wait_for_element(".table");
    ann.answers(1);
    ann.node.kill();
    ann.browser.wait_for_element(".warning");
    // The page that was open says what to do, once the same port answers again.
    let ann = {
        let node = Node::web(&folder, "Ann", &["--window", "0", "--port", &port]);
        let anew = "return document.querySelector('.warning')?.innerText.includes('started anew')";
        ann.browser.wait_for("word of the new start", anew);
        ann.browser.go(&format!("http:{}", node.says("http:")));
        Page { node, ..ann }
    };
    ann.press("Take your seat again");
    ann.browser.wait_for_element(".table");
    ann.browser.wait_for("the log", "return document.querySelectorAll('.log li').length > 0");
    ann.plays();
    verify(&ann.transcript());
}

/// The page of somebody who starts nodealer without a name.
fn page_of_newcomer(browser: &Browser, folder: &Path) -> Node {
    let node = Node::web_of_newcomer(folder, "ann");
    browser.go(&format!("http:{}", node.says("http:")));
    browser.wait_for_element(".home h1");
    node
}

#[test]
fn a_newcomer_is_asked_for_a_name_that_is_remembered() {
    let folder = folder("newcomer");
    let Some(browser) = Browser::open("a newcomer") else { return };
    let node = page_of_newcomer(&browser, &folder);
    browser.wait_for_element("#first-name");
    assert_eq!(browser.run("return document.querySelector('#first-name').value"), "ann");
    browser.run("document.querySelector('#first-name').value = ''");
    browser.type_into("#first-name", "Zoe\u{E007}");
    let greeted = "return document.querySelector('h1').textContent === 'Hello, Zoe'";
    browser.wait_for("the name", greeted);
    drop(node);
    let _node = page_of_newcomer(&browser, &folder);
    browser.wait_for("the name", greeted);
    assert_eq!(browser.run("return document.querySelector('.ask-name') === null"), true);
}

#[test]
fn a_host_sees_which_of_the_others_are_bots_wherever_they_come_from() {
    let folder = folder("marked-bots");
    let Some(ann) = Page::open(&folder, "Ann", &[]) else { return };
    let address = ann.host(3, 4, 1);
    let _robot = bot(&folder, "Robot", &address);
    let all = "return document.querySelectorAll('.lobby .line').length === 3";
    ann.browser.wait_for("everybody", all);
    let marked = "const who = [...document.querySelectorAll('.line:has(.bot) .who')];
        return who.length === 2 && who.some((name) => name.textContent === 'Robot')
            && who.every((name) => name.textContent !== 'Ann')";
    ann.browser.wait_for("the marks of both bots", marked);
}

/// What a process holds: threads, open files, and kilobytes of memory.
fn held(id: u32) -> (usize, usize, u64) {
    let proc = PathBuf::from(format!("/proc/{id}"));
    let count = |what: &str| fs::read_dir(proc.join(what)).unwrap().count();
    let status = fs::read_to_string(proc.join("status")).unwrap();
    let memory = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    let memory = memory.trim().trim_end_matches(" kB").parse().unwrap();
    (count("task"), count("fd"), memory)
}

#[test]
#[cfg(target_os = "linux")]
fn a_hundred_reloads_leave_nothing_behind() {
    let Some(page) = Page::open(&folder("reloads"), "Ann", &[]) else { return };
    page.click(".game:nth-child(3) button.main");
    page.browser.wait_for_element(".menu.asked");
    for _ in 0..10 {
        page.reload();
    }
    let before = held(page.node.id());
    for _ in 0..100 {
        page.reload();
    }
    page.browser.wait_for_element(".menu.asked");
    // Connections and the threads behind streams end a while after their page has gone.
    let until = Instant::now() + processes::PATIENCE;
    loop {
        let (threads, files, memory) = held(page.node.id());
        if threads <= before.0 && files <= before.1 + 2 && memory <= before.2 + 4096 {
            println!("a hundred reloads: {before:?} before, {:?} after", (threads, files, memory));
            return;
        }
        assert!(Instant::now() < until, "{before:?} before, {:?}", (threads, files, memory));
        thread::sleep(Duration::from_millis(200));
    }
}

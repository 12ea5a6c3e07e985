//! The command on a real pseudo-terminal, played by keys.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use std::{
    io::{Read, Write},
    num::NonZeroU16,
    path::PathBuf,
    sync::mpsc::{self, Receiver},
    thread,
    time::{Duration, Instant},
};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// How long anything may take on a slow machine.
const PATIENCE: Duration = Duration::from_secs(120);

struct Session {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    writer: Box<dyn Write + Send>,
    output: Receiver<Vec<u8>>,
    screen: vt100::Parser,
    before: String,
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

fn size(columns: u16, rows: u16) -> PtySize {
    PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }
}

fn some(number: u16) -> NonZeroU16 {
    NonZeroU16::new(number).unwrap()
}

/// A folder of its own.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("terminal-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

impl Session {
    fn nodealer(test: &str, args: &[&str]) -> Self {
        Self::named(test, "Ann", args)
    }

    fn named(test: &str, name: &str, args: &[&str]) -> Self {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_nodealer"));
        command.args(args);
        command.args(["--name", name, "--data-dir"]);
        command.arg(folder(test));
        Self::start(command)
    }

    fn start(mut command: CommandBuilder) -> Self {
        let pair = native_pty_system().openpty(size(80, 24)).unwrap();
        command.env("TERM", "xterm-256color");
        command.env_remove("NO_COLOR");
        let before = format!("{:?}", pair.master.get_termios().unwrap());
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().unwrap();
        let (sender, output) = mpsc::channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        let writer = pair.master.take_writer().unwrap();
        let screen = vt100::Parser::new(some(24), some(80), 0);
        Self { child, master: pair.master, writer, output, screen, before }
    }

    fn shown(&self) -> String {
        self.screen.screen().contents()
    }

    fn read(&mut self, wait: Duration) {
        if let Ok(bytes) = self.output.recv_timeout(wait) {
            self.screen.process(&bytes);
        }
        while let Ok(bytes) = self.output.try_recv() {
            self.screen.process(&bytes);
        }
    }

    fn wait_for(&mut self, what: &str) {
        let until = Instant::now() + PATIENCE;
        while !self.shown().contains(what) {
            assert!(Instant::now() < until, "no {what:?} on:\n{}", self.shown());
            self.read(Duration::from_millis(50));
        }
    }

    fn type_keys(&mut self, keys: &str) {
        // Nobody confirms what has just come up faster than they can see it.
        if keys.contains('\r') {
            thread::sleep(Duration::from_millis(350));
        }
        self.writer.write_all(keys.as_bytes()).unwrap();
        self.writer.flush().unwrap();
    }

    fn resize(&mut self, columns: u16, rows: u16) {
        self.master.resize(size(columns, rows)).unwrap();
        self.screen.screen_mut().set_size(some(rows), some(columns));
    }

    /// Waits for the end; the terminal must be as it was.
    fn end(mut self) -> (u32, String) {
        let until = Instant::now() + PATIENCE;
        let status = loop {
            self.read(Duration::from_millis(20));
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(Instant::now() < until, "it does not end:\n{}", self.shown());
        };
        self.read(Duration::from_millis(200));
        let screen = self.screen.screen();
        assert!(!screen.alternate_screen(), "the alternate screen was left");
        assert!(!screen.hide_cursor(), "the cursor is shown");
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        let after = format!("{:?}", self.master.get_termios().unwrap());
        assert_eq!(after, self.before, "the terminal is as it was");
        (status.exit_code(), screen.contents())
    }
}

#[test]
fn a_name_is_asked_once_and_remembered() {
    let folder = folder("name");
    let start = || {
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_nodealer"));
        command.args(["--loopback", "--data-dir"]);
        command.arg(&folder);
        command.env("USER", "ann");
        Session::start(command)
    };
    let mut first = start();
    first.wait_for("Your name at the table [ann]: ");
    first.type_keys("Zo  e\r");
    first.wait_for("Choose another.");
    first.type_keys("Zoe\r");
    first.wait_for("Your name: Zoe");
    first.type_keys("q");
    assert_eq!(first.end().0, 0);
    let mut second = start();
    second.wait_for("Your name: Zoe");
    second.type_keys("q");
    assert_eq!(second.end().0, 0);
}

#[test]
fn a_whole_hand_is_played_by_keys_while_the_window_changes_its_size() {
    let mut session = Session::nodealer("hand", &["play", "knives", "--seed", "3"]);
    session.wait_for("confirm");
    let sizes = [(120, 40), (40, 20), (80, 24)];
    let mut sizes = sizes.iter().cycle();
    let until = Instant::now() + PATIENCE;
    let mut answers = 0;
    while !session.shown().contains("hand 2") && !session.shown().contains(": the end") {
        assert!(Instant::now() < until, "the hand does not end:\n{}", session.shown());
        if answer(&mut session) {
            answers += 1;
            if answers % 3 == 0 {
                let (columns, rows) = sizes.next().unwrap();
                session.resize(*columns, *rows);
            }
        }
    }
    assert!(answers >= 6, "six cards were played");
    session.resize(80, 24);
    // The last key may have asked for something that is to be confirmed.
    while !session.shown().contains("Leave the table?") {
        assert!(Instant::now() < until, "it does not ask:\n{}", session.shown());
        session.type_keys(if session.shown().contains("Please confirm") { "n" } else { "q" });
        session.read(Duration::from_millis(200));
    }
    session.type_keys("y");
    assert_eq!(session.end().0, 0);
}

#[test]
fn the_home_screen_leads_to_a_table_and_back() {
    let mut session = Session::nodealer("home", &["--loopback"]);
    session.wait_for("Play, with bots");
    assert!(session.screen.screen().alternate_screen());
    session.type_keys("2\r");
    session.wait_for("confirm");
    session.type_keys("q");
    session.wait_for("Leave the table?");
    session.type_keys("y");
    // The match that was left can be taken up again.
    session.wait_for("Take your seat again");
    session.type_keys("q");
    assert_eq!(session.end().0, 0);
}

#[test]
fn another_name_holds_at_once_whatever_the_command_line_said() {
    let mut session = Session::nodealer("renamed", &["--loopback"]);
    session.wait_for("Your name: Ann");
    session.type_keys("7");
    session.wait_for("› 7 Your name");
    session.type_keys("\r");
    session.wait_for("take this name");
    // What is written so far is the name so far.
    session.type_keys("ika\r");
    session.wait_for("Your name: Annika");
    session.type_keys("q");
    assert_eq!(session.end().0, 0);
}

/// The host's address, from the screen that invites others.
fn address(host: &mut Session) -> String {
    host.type_keys("i");
    host.wait_for("Address: ");
    let shown = host.shown();
    let (_, rest) = shown.split_once("Address: ").unwrap();
    let address = rest.split_whitespace().next().unwrap().trim_end_matches(',').to_owned();
    host.type_keys("\x1b");
    host.wait_for("What now?");
    address
}

/// Answers whatever is asked with the first entry that can be chosen.
fn answer(session: &mut Session) -> bool {
    session.read(Duration::from_millis(100));
    let key = match session.shown() {
        shown if shown.contains("Please confirm") => "y",
        shown if shown.contains("confirm") => "\r",
        _ => return false,
    };
    session.type_keys(key);
    true
}

#[test]
fn two_people_meet_in_the_lobby_by_a_typed_address_and_play() {
    let game = ["host", "suspicion", "--seats", "3", "--loopback", "--window", "0"];
    let mut ann = Session::named("meet-ann", "Ann", &game);
    ann.wait_for("Seats: 1 of 3 taken");
    let address = address(&mut ann);
    let mut bob = Session::named("meet-bob", "Bob", &["--loopback", "--window", "0"]);
    bob.wait_for("Join by code");
    bob.type_keys("6\r");
    bob.wait_for("Which table?");
    bob.type_keys(&address);
    bob.type_keys("\r");
    bob.wait_for("Seats: 2 of 3 taken");
    ann.wait_for("Bob sits at the table");
    bob.type_keys("mhello Ann\r");
    ann.wait_for("Bob says: hello Ann");
    ann.type_keys("2");
    ann.wait_for("› 2 Let a bot sit down");
    ann.type_keys("\r");
    ann.wait_for("Seats: 3 of 3 taken");
    ann.type_keys("1\r");
    bob.wait_for("Ann is ready");
    bob.type_keys("\r");
    ann.wait_for("proofs checked");
    bob.wait_for("proofs checked");
    let until = Instant::now() + PATIENCE;
    let (mut by_ann, mut by_bob) = (0, 0);
    while by_ann < 2 || by_bob < 2 {
        assert!(Instant::now() < until, "{}\n{}", ann.shown(), bob.shown());
        by_ann += u32::from(answer(&mut ann));
        by_bob += u32::from(answer(&mut bob));
    }
    bob.type_keys("q");
    bob.wait_for("Leave the table?");
    bob.type_keys("y");
    bob.wait_for("Take your seat again");
    bob.type_keys("q");
    let (status, shown) = bob.end();
    assert_eq!(status, 0);
    assert!(shown.contains("`nodealer resume "), "{shown}");
    ann.wait_for("Bob (away");
    ann.type_keys("q");
    ann.wait_for("Leave the table?");
    ann.type_keys("y");
    let (status, shown) = ann.end();
    assert_eq!(status, 0);
    assert!(shown.contains("`nodealer resume "), "{shown}");
}

#[test]
fn control_c_restores_the_terminal_and_exits_with_130() {
    let mut session = Session::nodealer("interrupt", &["play", "suspicion", "--seed", "3"]);
    session.wait_for("Suspicion");
    session.type_keys("\x03");
    assert_eq!(session.end().0, 130);
}

#[test]
fn a_process_that_is_told_to_end_restores_the_terminal() {
    let mut session = Session::nodealer("terminated", &["play", "suspicion", "--seed", "3"]);
    session.wait_for("Suspicion");
    let id = session.child.process_id().unwrap().to_string();
    assert!(std::process::Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    assert_ne!(session.end().0, 0);
}

#[test]
fn plain_is_plain_on_a_terminal_too() {
    let mut session = Session::nodealer("plain", &["play", "--plain", "--seed", "3"]);
    session.wait_for("> ");
    assert!(!session.screen.screen().alternate_screen());
    session.type_keys("q\r");
    session.wait_for("Leave the table?");
    session.type_keys("y\r");
    assert_eq!(session.end().0, 0);
}

#[test]
fn whoever_leaves_a_plain_lobby_is_asked_once() {
    let args = ["host", "suspicion", "--plain", "--loopback"];
    let mut session = Session::nodealer("plain-lobby", &args);
    session.wait_for("q to leave");
    session.type_keys("q\r");
    session.wait_for("Close the table?");
    session.type_keys("n\r");
    session.wait_for("nothing was done");
    session.type_keys("q\ry\r");
    assert_eq!(session.end().0, 0);
}

#[test]
fn whoever_looks_for_tables_in_plain_mode_can_leave_before_there_is_one() {
    let args = ["join", "--plain", "--loopback", "--for", "100"];
    let mut session = Session::nodealer("plain-join", &args);
    session.wait_for("q to leave");
    let began = Instant::now();
    session.type_keys("q\r");
    assert_eq!(session.end().0, 0);
    assert!(began.elapsed() < Duration::from_secs(50));
}

/// A panic in a thread behind the screens gives the terminal back and ends the process.
#[test]
fn a_panic_behind_the_screens_ends_them() {
    let mut command = CommandBuilder::new(std::env::current_exe().unwrap());
    command.args(["a_seat_that_panics", "--exact", "--nocapture"]);
    command.env("PANIC_ON_A_TERMINAL", "1");
    command.env("RUST_BACKTRACE", "0");
    let mut session = Session::start(command);
    session.wait_for("Play, with bots");
    let (status, shown) = session.end();
    assert_eq!(status, 101);
    assert!(shown.contains("the rules fell over"), "{shown}");
}

/// Not a test by itself: the one above runs it on a terminal.
#[test]
fn a_seat_that_panics() {
    if std::env::var_os("PANIC_ON_A_TERMINAL").is_some() {
        seat::games::offer(games::GAMES);
        let person = seat::person::Person::stranger("Ann").unwrap();
        let client = seat::open(person, seat::Config::default()).unwrap();
        thread::spawn(|| {
            thread::sleep(Duration::from_secs(1));
            panic!("the rules fell over")
        });
        let _ = nodealer::tui::run(&client, nodealer::tui::For::Home);
    }
}

//! Nodes as separate processes over loopback, each with a data folder of its own.
#![allow(dead_code, clippy::unwrap_used, clippy::panic)]

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, Command, Output, Stdio},
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};

/// How long anything may take on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

/// A folder of this test's own.
pub(crate) fn folder(test: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("nodealer-lan-{}-{test}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// A nodealer in a process of its own.
pub(crate) struct Node {
    pub name: String,
    child: Child,
    stdin: Option<ChildStdin>,
    pub printed: Arc<Mutex<Vec<String>>>,
    /// Where its transcript goes.
    pub transcript: PathBuf,
}

impl Node {
    /// Starts a command, with a data folder and a name of its own, on this machine alone.
    pub(crate) fn start(folder: &Path, name: &str, args: &[&str]) -> Self {
        let transcript = folder.join(format!("{name}.nodealer"));
        let mut command = command(folder, name, args);
        command.args(["--out".as_ref(), transcript.as_os_str()]);
        Self::spawn(command, name, transcript)
    }

    /// The page of a seat of somebody who reads quickly. Its transcripts go to its data folder.
    pub(crate) fn web(folder: &Path, name: &str, args: &[&str]) -> Self {
        let data = folder.join(name);
        fs::create_dir_all(&data).unwrap();
        fs::write(data.join("settings.json"), br#"{ "pace": "quick", "linger_ms": 200 }"#).unwrap();
        let command = command(folder, name, &[&["web", "--no-open"], args].concat());
        Self::spawn(command, name, data.join("transcripts"))
    }

    /// The page of somebody who has not said what their name is; the machine calls them so.
    pub(crate) fn web_of_newcomer(folder: &Path, name: &str) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_nodealer"));
        command
            .args(["web", "--no-open", "--loopback", "--data-dir"])
            .arg(folder)
            .env("USER", name);
        Self::spawn(command, name, folder.join("transcripts"))
    }

    fn spawn(mut command: Command, name: &str, transcript: PathBuf) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let printed = Arc::new(Mutex::new(Vec::new()));
        read(child.stdout.take().unwrap(), printed.clone());
        read(child.stderr.take().unwrap(), printed.clone());
        let stdin = child.stdin.take();
        Self { name: name.into(), child, stdin, printed, transcript }
    }

    pub(crate) fn types(&mut self, text: &str) {
        let stdin = self.stdin.as_mut().unwrap();
        // Whoever has ended reads nothing more.
        let _ = stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush());
    }

    pub(crate) fn printed(&self) -> String {
        self.printed.lock().unwrap().join("\n")
    }

    /// The first line with this in it, and what follows it there.
    pub(crate) fn says(&self, what: &str) -> String {
        let until = Instant::now() + PATIENCE;
        loop {
            let lines = self.printed.lock().unwrap();
            if let Some(rest) = lines.iter().find_map(|line| Some(line.split_once(what)?.1)) {
                return rest.to_owned();
            }
            drop(lines);
            assert!(
                Instant::now() < until,
                "{} never says {what:?}:\n{}",
                self.name,
                self.printed()
            );
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits until it has checked a proof of that step or a later one; it must say more (`-v`).
    pub(crate) fn reaches(&self, step: u64) {
        let of = |line: &String| line.strip_prefix("Step ")?.split_once(':')?.0.parse::<u64>().ok();
        let until = Instant::now() + PATIENCE;
        while !self.printed.lock().unwrap().iter().filter_map(of).any(|reached| reached >= step) {
            assert!(Instant::now() < until, "{} never reaches it:\n{}", self.name, self.printed());
            thread::sleep(Duration::from_millis(5));
        }
    }

    pub(crate) fn address(&self) -> String {
        self.says("Address: ")
    }

    /// Its number among the processes.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits for its end.
    pub(crate) fn ends(&mut self) -> i32 {
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code().unwrap_or(-1);
            }
            thread::sleep(Duration::from_millis(10));
        }
        panic!("{} does not end:\n{}", self.name, self.printed());
    }

    pub(crate) fn ends_well(&mut self) {
        let status = self.ends();
        assert_eq!(status, 0, "{}:\n{}", self.name, self.printed());
    }

    /// `kill -9`.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read(source: impl std::io::Read + Send + 'static, into: Arc<Mutex<Vec<String>>>) {
    thread::spawn(move || {
        BufReader::new(source).lines().map_while(Result::ok).for_each(|line| {
            into.lock().unwrap().push(line);
        });
    });
}

pub(crate) fn command(folder: &Path, name: &str, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nodealer"));
    command.args(args).args(["--loopback", "--name", name, "--data-dir"]).arg(folder.join(name));
    command
}

/// A command that ends by itself.
pub(crate) fn run(folder: &Path, name: &str, args: &[&str]) -> Output {
    command(folder, name, args).stdin(Stdio::null()).output().unwrap()
}

pub(crate) fn host(folder: &Path, args: &[&str]) -> Node {
    Node::start(folder, "Ann", &[&["host"], args].concat())
}

pub(crate) fn bot(folder: &Path, name: &str, address: &str) -> Node {
    Node::start(folder, name, &["bot", address])
}

/// Every node has written the same transcript, and it is fair.
pub(crate) fn all_equal_and_fair(nodes: &[&Node]) {
    let bytes = fs::read(&nodes[0].transcript).unwrap();
    for other in &nodes[1..] {
        assert!(fs::read(&other.transcript).unwrap() == bytes, "{} has another", other.name);
    }
    let verify = Command::new(env!("CARGO_BIN_EXE_nodealer"))
        .args(["verify".as_ref(), nodes[0].transcript.as_os_str()])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&verify.stdout).into_owned();
    assert!(verify.status.success() && said.contains("Verdict: fair"), "{said}");
}

/// Types numbers until so many games are over, each with a yes in case somebody asks; never much further
/// than what was read.
pub(crate) fn plays(node: &mut Node, games: usize) {
    plays_within(node, games, PATIENCE);
}

/// The same beside players who take their time.
pub(crate) fn plays_within(node: &mut Node, games: usize, patience: Duration) {
    let count = |node: &Node, what: &str| {
        node.printed.lock().unwrap().iter().filter(|line| line.starts_with(what)).count()
    };
    let (until, before) = (Instant::now() + patience, count(node, "> "));
    let mut typed = 0;
    while count(node, "Fingerprint: ") < games {
        assert!(Instant::now() < until, "{} plays for ever:\n{}", node.name, node.printed());
        if typed < count(node, "> ") - before + 2 {
            node.types(&format!("{}\ny\n", typed / 2 % 17 + 1));
            typed += 2;
        } else {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

/// The command fails with this status and these words.
pub(crate) fn refused(output: &Output, status: i32, words: &str) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{said}");
    assert!(said.starts_with("error: ") && said.contains(words), "{said}");
    assert!(!said.contains("panicked"), "{said}");
}

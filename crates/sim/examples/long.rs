//! What a long match costs whoever comes back to it: a match of Knives is played, a seat resumes from its journal,
//! another one catches up with all of it, and it is audited. Work is CPU time of the thread that does it.
//!
//! `cargo run --release -p sim --example long`, with a number of steps if not 6,000
#![allow(missing_docs, clippy::unwrap_used)]

use std::{
    collections::VecDeque, env, fs, io::Cursor, num::NonZeroUsize, process::Command, time::Duration,
};

use engine::{BotKind, Options, Seat};
use proto::OnCheat;
use rustix::time::{ClockId, clock_gettime};
use sim::{
    Config,
    at_once::played,
    charter::{charter, identity, secrets},
};
use table::{
    Node, Output, Timing,
    audit::{Verdict, audit_on},
    journal,
};

const SEED: u64 = 1;
const GAME: &str = "knives";

fn config() -> Config {
    let game = games::find(GAME).unwrap();
    Config {
        game,
        seats: 5,
        options: Options::parse(game.info().options, [("target", "99")]).unwrap(),
        survive: 1,
        on_cheat: OnCheat::End,
        bots: BotKind::NORMAL,
        seed: SEED,
        timing: Timing::default(),
    }
}

/// The CPU time that this thread has taken.
fn work() -> Duration {
    work_of(ClockId::ThreadCPUTime)
}

fn work_of(whom: ClockId) -> Duration {
    let time = clock_gettime(whom);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// What was done, and how long it took.
fn timed<T>(what: impl FnOnce() -> T) -> (T, Duration) {
    let began = work();
    let done = what();
    (done, work() - began)
}

/// Megabytes of memory: a line of this process's status.
fn memory(line: &str) -> f64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let found = status.lines().find_map(|l| l.strip_prefix(line));
    let kb = found.and_then(|l| l.split_whitespace().next()?.parse::<f64>().ok());
    kb.unwrap_or_default() / 1000.0
}

fn resume(bytes: &[u8]) -> Node {
    let (entries, _) = journal::read(bytes).unwrap();
    Node::resume(entries, config().game, identity(SEED, Seat::new(0)), 0).unwrap()
}

/// In a process of its own, so that nothing else is in its memory.
fn resume_alone(file: &str) {
    drop(Node::new(charter(&config()), config().game, None, 0).unwrap());
    let before = memory("VmRSS:");
    let bytes = fs::read(file).unwrap();
    let (mut node, took) = timed(|| resume(&bytes));
    drop(bytes);
    let sent = node.take_outputs();
    let said = sent.iter().filter(|output| matches!(output, Output::Broadcast(_))).count();
    drop(sent);
    println!("  resume: {took:.2?}, which then says {said} messages");
    let [now, peak] = ["VmRSS:", "VmHWM:"].map(|line| memory(line) - before);
    println!("  memory beyond the program: {now:.1} MB, at most {peak:.1} MB meanwhile");
}

/// A seat that has lost everything but its secrets is told all by another one.
fn catch_up(bytes: &[u8]) {
    let mut told = resume(bytes);
    let me = Some((Seat::new(1), secrets(SEED, Seat::new(1))));
    let mut behind = Node::new(charter(&config()), config().game, me, 0).unwrap();
    let (mut now, steps) = (0, told.play().step());
    let (mut work, mut messages, mut heard) = ([Duration::ZERO; 2], 0u64, 0u64);
    while behind.play().step() < steps {
        now += 500;
        told.tick(now);
        behind.tick(now);
        let mut posts = VecDeque::from([(0, told.take_outputs()), (1, behind.take_outputs())]);
        while let Some((from, outputs)) = posts.pop_front() {
            let to = 1 - from;
            let node = if to == 0 { &mut told } else { &mut behind };
            for output in outputs {
                let (Output::Reply(bytes) | Output::Broadcast(bytes)) = output else { continue };
                (messages, heard) = (messages + 1, heard + bytes.len() as u64);
                let seat = Some(Seat::new(from as u8));
                let (_, took) = timed(|| node.handle(seat, &bytes, now));
                work[to] += took;
                posts.push_back((to, node.take_outputs()));
            }
        }
    }
    let kb = heard / 1000;
    println!(
        "  catching up: {:.2?}, and {:.2?} for who tells it: {messages} messages, {kb} kB, {} rounds of statuses",
        work[1],
        work[0],
        now / 500
    );
}

/// The audit on one and on two processors: what the busier one of them has to do.
fn audits(transcript: &[u8]) {
    let audited = |jobs: usize| {
        let began = work_of(ClockId::ProcessCPUTime);
        let jobs = NonZeroUsize::new(jobs).unwrap();
        let input = Cursor::new(transcript);
        let (audited, mine) = timed(|| audit_on(jobs, input, games::find).unwrap());
        assert!(matches!(audited.verdict, Verdict::Fair | Verdict::Unfinished));
        mine.max((work_of(ClockId::ProcessCPUTime) - began).saturating_sub(mine))
    };
    let [one, two] = [1, 2].map(audited);
    let times = one.as_secs_f64() / two.as_secs_f64();
    println!("  audit: {one:.2?} with one job, {two:.2?} each with two: {times:.2} times as fast");
}

fn main() {
    let given: Vec<String> = env::args().skip(1).collect();
    if let [flag, file] = &given[..]
        && flag == "--resume"
    {
        return resume_alone(file);
    }
    let steps = given.first().and_then(|steps| steps.parse().ok()).unwrap_or(6000);
    let (node, bytes) = played(&config(), steps).unwrap().swap_remove(0);
    let transcript = node.transcript();
    drop(node);
    println!(
        "{GAME} with 5 seats, {steps} steps, a journal of {:.1} MB:",
        bytes.len() as f64 / 1e6
    );
    let file = env::temp_dir().join(format!("nodealer-long-{}", std::process::id()));
    fs::write(&file, &bytes).unwrap();
    Command::new(env::current_exe().unwrap()).arg("--resume").arg(&file).status().unwrap();
    let _ = fs::remove_file(&file);
    catch_up(&bytes);
    audits(&transcript);
}

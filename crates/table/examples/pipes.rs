//! A match of two nodes over a transport of one's own: a pair of pipes. A node does no IO, so whoever runs one brings the
//! bytes, the time and the disk, and nothing else is needed.
//! `cargo run -p nodealer-table --example pipes > match.nodealer && cargo run -p nodealer-table --example audit < match.nodealer`
#![allow(missing_docs)]

use std::{
    error::Error,
    io::{self, PipeWriter, Read, Write},
    sync::mpsc::{Receiver, channel},
    thread,
    time::{Duration, Instant},
};

use ed25519_dalek::SigningKey;
use engine::{Ask, BotKind, Game, Options, Seat};
use games::suspicion::GAME;
use table::{Node, Output, Secrets};

type Failure = Box<dyn Error + Send + Sync>;
/// How often a node looks at the clock when nothing comes.
const TICK: Duration = Duration::from_millis(50);

fn main() -> Result<(), Failure> {
    // Each player draws an identity and the seed of all secrets of this match; both sign what was agreed.
    let secrets = [secrets()?, secrets()?];
    let seats = secrets.iter().zip(["Ann", "Bob"]).map(|(secrets, name)| secrets.place(name));
    let options = Options::parse(GAME.info().options, [])?;
    let charter = table::sign(table::charter(&GAME, &options, seats.collect()), &secrets);
    let (to_bob, from_ann) = pipe()?;
    let (to_ann, from_bob) = pipe()?;
    let ends = [(to_bob, from_bob), (to_ann, from_ann)];
    let mut threads = Vec::new();
    for (i, (secrets, (to, from))) in (0..).zip(secrets.into_iter().zip(ends)) {
        let node = Node::new(charter.clone(), &GAME, Some((Seat::new(i), secrets)), 0)?;
        threads.push(thread::spawn(move || run(node, to, &from)));
    }
    let mut transcripts = Vec::new();
    for thread in threads {
        transcripts.push(thread.join().map_err(|_| "a node has panicked")??);
    }
    assert!(transcripts[0] == transcripts[1], "both nodes hold the same match");
    Ok(io::stdout().write_all(&transcripts[0])?)
}

/// Runs a node to the end of its match, and gives the transcript.
fn run(mut node: Node, mut to: PipeWriter, from: &Receiver<Vec<u8>>) -> Result<Vec<u8>, Failure> {
    let me = node.seat().ok_or("no seat")?;
    let mut bot = GAME.bot(BotKind::NORMAL, me, 1);
    let began = Instant::now();
    loop {
        for output in node.take_outputs() {
            match output {
                Output::Broadcast(bytes) | Output::Reply(bytes) => {
                    to.write_all(&(bytes.len() as u32).to_le_bytes())?;
                    to.write_all(&bytes)?;
                }
                Output::Accused(blame, _) => return Err(format!("{} cheats", blame.seat).into()),
                // What is to be kept goes to a disk, synced, if the match is to survive a crash.
                _ => {}
            }
        }
        if node.is_over() {
            return Ok(node.transcript());
        }
        let now = began.elapsed().as_millis() as u64;
        if let Some(menu) = node.menu() {
            let (known, driver) = (node.knowledge(), node.play().driver());
            let entry = bot.pick(&Ask::new(driver, me, menu, &known), driver.state());
            node.choose(entry, now)?;
        } else if let Ok(bytes) = from.recv_timeout(TICK) {
            node.handle(Some(me.left(2)), &bytes, now)?;
        }
        node.tick(now);
    }
}

/// A pipe, with somebody who reads what comes out of it: messages, each after its length.
fn pipe() -> io::Result<(PipeWriter, Receiver<Vec<u8>>)> {
    let (mut reader, writer) = io::pipe()?;
    let (queue, messages) = channel();
    thread::spawn(move || {
        let mut length = [0; 4];
        while reader.read_exact(&mut length).is_ok() {
            let mut bytes = vec![0; u32::from_le_bytes(length) as usize];
            if reader.read_exact(&mut bytes).is_ok() {
                // Whoever has seen the end does not listen any more.
                let _ = queue.send(bytes);
            }
        }
    });
    Ok((writer, messages))
}

fn secrets() -> Result<Secrets, Failure> {
    let (mut key, mut seed) = ([0; 32], [0; 32]);
    getrandom::fill(&mut key)?;
    getrandom::fill(&mut seed)?;
    Ok(Secrets::new(SigningKey::from_bytes(&key), seed))
}

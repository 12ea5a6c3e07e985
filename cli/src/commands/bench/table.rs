//! The critical path of whole tables: who waits for whom, and for how long.

use std::{
    io::{self, Write},
    sync::{
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

use engine::{Ask, BotKind, Game, Options, Seat};
use proto::{OnCheat, SignedCharter};
use serde::Serialize;
use sim::{
    Config,
    charter::{charter, secrets},
    path::{Nanos, Path, Wait},
};
use table::{Node, Output, Timing};

use crate::{Failure, games};

/// The assumed latency between two nodes, in milliseconds: that of a home network.
const DELAY_MS: u64 = 1;
/// How often each table is measured; the medians are reported.
const ROUNDS: u64 = 3;
/// How many questions of a match are measured after the first.
const MENUS: usize = 40;
/// How many at most, until there is a shuffle among them.
const MOST_MENUS: usize = 200;

#[derive(Serialize)]
pub(super) struct Tables {
    backend: &'static str,
    rows: Vec<Row>,
    here: Vec<SameMachine>,
}

/// A table whose nodes have a processor each, in simulated time. Milliseconds include the latency of
/// messages; trips are deliveries on the critical path.
#[derive(Serialize)]
struct Row {
    game: &'static str,
    seats: usize,
    delay_ms: u64,
    /// From the charter to the first question.
    ready_ms: f64,
    /// From an answer to the next question with a shuffle in between; `None` if there was no further
    /// shuffle.
    deal_ms: Option<f64>,
    /// From an answer to the next question.
    move_ms: Option<f64>,
    /// Until the first question.
    trips: u64,
    deal_trips: Option<u64>,
    move_trips: Option<u64>,
    /// Bytes sent by all until the first question.
    bytes: u64,
}

/// The same table on this machine, with every node on a thread of its own.
#[derive(Serialize)]
struct SameMachine {
    game: &'static str,
    seats: usize,
    ready_ms: f64,
    /// From the first question to the first one of the next hand, or to the end, with bots playing.
    hand_ms: f64,
}

impl Tables {
    /// Measures every game with its usual number of seats and all larger ones.
    pub(super) fn measure() -> Result<Self, Failure> {
        let (mut rows, mut here) = (Vec::new(), Vec::new());
        for game in games::all() {
            let info = game.info();
            for seats in info.usual_seats..=info.seats.1 {
                let _ = writeln!(io::stderr(), "Measuring {} with {seats} seats …", info.name);
                rows.push(Row::measure(*game, seats)?);
                here.push(SameMachine::measure(*game, seats)?);
            }
        }
        Ok(Self { backend: backend(), rows, here })
    }

    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(
            out,
            "Milliseconds over the time that messages take ({DELAY_MS} ms each), and how many"
        )?;
        writeln!(out, "deliveries were waited for; each node has a processor. ({})", self.backend)?;
        writeln!(out, "game                   seats          ready           deal           move")?;
        for row in &self.rows {
            let over = |ms: Option<f64>, trips: Option<u64>| match ms.zip(trips) {
                Some((ms, trips)) => format!("{:8.1} ({trips:3})", ms - (trips * DELAY_MS) as f64),
                None => "–".to_owned(),
            };
            let ready = over(Some(row.ready_ms), Some(row.trips));
            let deal = over(row.deal_ms, row.deal_trips);
            let moved = over(row.move_ms, row.move_trips);
            writeln!(out, "{:22} {:5} {ready:>14} {deal:>14} {moved:>14}", row.game, row.seats)?;
        }
        writeln!(out, "All nodes on this machine, in milliseconds")?;
        writeln!(out, "game                   seats   ready     hand")?;
        self.here.iter().try_for_each(|here| {
            let SameMachine { game, seats, ready_ms, hand_ms } = here;
            writeln!(out, "{game:22} {seats:5} {ready_ms:7.0} {hand_ms:8.0}")
        })
    }
}

impl Row {
    fn measure(game: &'static dyn Game, seats: usize) -> Result<Self, Failure> {
        let (mut ready, mut deals, mut moves) = (Vec::new(), Vec::new(), Vec::new());
        for seed in 1..=ROUNDS {
            let config = config(game, seats, seed)?;
            let mut path =
                Path::new(&config, DELAY_MS * 1_000_000, &worked).map_err(cannot_begin)?;
            ready.extend(path.next_menu());
            for (seen, wait) in (0..MOST_MENUS).map_while(|_| path.next_menu()).enumerate() {
                if wait.shuffled { &mut deals } else { &mut moves }.push(wait);
                if seen >= MENUS && !deals.is_empty() {
                    break;
                }
            }
        }
        let [ready, deal, moved] = [ready, deals, moves].map(median);
        let ready = ready.ok_or_else(|| stuck(game))?;
        let ms = |wait: Wait| wait.time as f64 / 1e6;
        Ok(Self {
            game: game.info().id,
            seats,
            delay_ms: DELAY_MS,
            ready_ms: ms(ready),
            deal_ms: deal.map(ms),
            move_ms: moved.map(ms),
            trips: ready.trips,
            deal_trips: deal.map(|wait| wait.trips),
            move_trips: moved.map(|wait| wait.trips),
            bytes: ready.bytes,
        })
    }
}

/// The median wait, by the time without latency.
fn median(mut waits: Vec<Wait>) -> Option<Wait> {
    waits.sort_by_key(|wait| wait.time.saturating_sub(wait.trips * DELAY_MS * 1_000_000));
    waits.get(waits.len() / 2).copied()
}

impl SameMachine {
    fn measure(game: &'static dyn Game, seats: usize) -> Result<Self, Failure> {
        let config = config(game, seats, 1)?;
        let charter = charter(&config);
        let (posts, boxes): (Vec<_>, Vec<_>) = (0..seats).map(|_| mpsc::channel()).unzip();
        let (tell, told) = mpsc::channel();
        let done = AtomicBool::new(false);
        let began = Instant::now();
        let [ready, hand] = thread::scope(|scope| {
            for (seat, letters) in Seat::all(seats).zip(boxes) {
                let (posts, tell, charter) = (posts.clone(), tell.clone(), charter.clone());
                let (config, done) = (&config, &done);
                scope.spawn(move || live(config, charter, seat, &posts, &letters, &tell, done));
            }
            drop((posts, tell));
            let mut reached = [None, None];
            for milestone in told {
                reached[milestone].get_or_insert_with(Instant::now);
                done.store(reached[1].is_some(), Ordering::Relaxed);
            }
            reached
        });
        let (ready, hand) = ready.zip(hand).ok_or_else(|| stuck(game))?;
        let ms = |from: Instant, to: Instant| to.duration_since(from).as_secs_f64() * 1000.0;
        let (ready_ms, hand_ms) = (ms(began, ready), ms(ready, hand));
        Ok(Self { game: game.info().id, seats, ready_ms, hand_ms })
    }
}

type Letter = (Seat, Vec<u8>);

/// Runs a seat: reports when it is asked for the first time, and when it is asked again after another
/// shuffle or at the end. Ends when everything is measured.
fn live(
    config: &Config,
    charter: SignedCharter,
    seat: Seat,
    posts: &[mpsc::Sender<Letter>],
    letters: &mpsc::Receiver<Letter>,
    tell: &mpsc::Sender<usize>,
    done: &AtomicBool,
) {
    let me = Some((seat, secrets(config.seed, seat)));
    let Ok(mut node) = Node::new(charter, config.game, me, 0) else { return };
    let mut bot = config.game.bot(config.bots, seat, config.seed);
    let (mut asked, mut shuffled, mut from) = (false, false, None);
    loop {
        while let Some(menu) = node.menu() {
            if asked && shuffled {
                let _ = tell.send(1);
                return;
            }
            let _ = tell.send(0);
            asked = true;
            let (knowledge, driver) = (node.knowledge(), node.play().driver());
            let entry = bot.pick(&Ask::new(driver, seat, menu, &knowledge), driver.state());
            if node.choose(entry, 0).is_err() {
                return;
            }
        }
        send(&mut node, seat, from, posts);
        if node.is_over() {
            let _ = tell.send(1);
            return;
        }
        let Some((by, bytes)) = next_letter(&mut node, letters, done) else { return };
        let _ = node.handle(Some(by), &bytes, 0);
        shuffled |= asked && node.play().round_name() == "shuffle";
        from = Some(by);
    }
}

/// How long a seat waits for a message before it checks whether everything is measured.
const LOOK: Duration = Duration::from_millis(20);
/// How often it checks before it takes the table for stuck.
const LOOKS: u32 = 1500;

/// The next message; while there is none, the node computes in advance what it will need.
fn next_letter(
    node: &mut Node,
    letters: &mpsc::Receiver<Letter>,
    done: &AtomicBool,
) -> Option<Letter> {
    if let Ok(letter) = letters.try_recv() {
        return Some(letter);
    }
    while node.prepare() {}
    (0..LOOKS)
        .take_while(|_| !done.load(Ordering::Relaxed))
        .find_map(|_| letters.recv_timeout(LOOK).ok())
}

fn send(node: &mut Node, seat: Seat, from: Option<Seat>, posts: &[mpsc::Sender<Letter>]) {
    for output in node.take_outputs() {
        // A seat that has ended receives nothing more.
        match output {
            Output::Broadcast(bytes) => seat.others(posts.len()).for_each(|to| {
                let _ = posts[to.index()].send((seat, bytes.clone()));
            }),
            Output::Reply(bytes) => from.iter().for_each(|to| {
                let _ = posts[to.index()].send((seat, bytes.clone()));
            }),
            Output::Keep(..) | Output::Effect(_) | Output::Accused(..) => {}
            Output::OldCopy | Output::FalseJournal => {}
        }
    }
}

fn config(game: &'static dyn Game, seats: usize, seed: u64) -> Result<Config, Failure> {
    let options = Options::parse(game.info().options, []);
    Ok(Config {
        game,
        seats,
        options: options.map_err(|e| Failure::Usage(format!("The game cannot be played: {e}.")))?,
        survive: u8::from(seats > 2),
        on_cheat: OnCheat::End,
        bots: BotKind::NORMAL,
        seed,
        timing: Timing::default(),
    })
}

fn cannot_begin(why: impl std::fmt::Display) -> Failure {
    Failure::Usage(format!("The table cannot begin: {why}."))
}

fn stuck(game: &'static dyn Game) -> Failure {
    Failure::Violation(format!("A table of {} got stuck. Please report it.", game.info().name))
}

/// The CPU time of this thread in nanoseconds, which other work on the machine does not change.
#[cfg(unix)]
fn worked() -> Nanos {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec.unsigned_abs() * 1_000_000_000 + time.tv_nsec.unsigned_abs()
}

/// Nanoseconds since the first call.
#[cfg(not(unix))]
fn worked() -> Nanos {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    u64::try_from(START.elapsed().as_nanos()).unwrap_or(Nanos::MAX)
}

/// Which of its backends the curve library uses on this machine.
fn backend() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    {
        let wide = std::arch::is_x86_feature_detected!("avx512ifma")
            && std::arch::is_x86_feature_detected!("avx512vl");
        if cfg!(curve25519_dalek_backend = "avx512") && wide {
            return "avx512";
        }
        if std::arch::is_x86_feature_detected!("avx2") {
            return "avx2";
        }
    }
    "serial"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_measured_in_its_own_time_and_here() {
        games::offer(::games::GAMES);
        let game = games::find("suspicion").unwrap();
        let row = serde_json::to_value(Row::measure(game, 2).unwrap()).unwrap();
        let trips = row["trips"].as_u64().unwrap();
        assert!(row["ready_ms"].as_f64().unwrap() > trips as f64 && trips > 5, "{row}");
        let fields =
            "bytes deal_ms deal_trips delay_ms game move_ms move_trips ready_ms seats trips";
        let mut named: Vec<_> = row.as_object().unwrap().keys().cloned().collect();
        named.sort();
        assert_eq!(named.join(" "), fields);
        let here = SameMachine::measure(game, 2).unwrap();
        assert!(here.ready_ms > 0.0 && here.hand_ms > 0.0);
    }

    #[test]
    fn the_wait_in_the_middle_is_told_by_what_is_over_its_trips() {
        let wait = |time: u64, trips| Wait { time: time * 1_000_000, trips, ..Wait::default() };
        let middle = median(vec![wait(30, 1), wait(21, 20), wait(12, 2)]);
        assert_eq!(middle, Some(wait(12, 2)));
        assert_eq!(median(Vec::new()), None);
    }
}

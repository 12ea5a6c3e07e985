//! Plain mode before a seat at which anything can happen.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use std::{
    collections::VecDeque,
    io::{BufReader, Cursor, Read, Write},
    sync::{
        Arc, Mutex,
        mpsc::{TryRecvError, channel},
    },
    thread,
    time::{Duration, Instant},
};

use engine::{
    Board, BySeat, Duty, Entry, Event, Face, Fact, Game, Handle, Knowledge, Menu, Outcome, Pile,
    Place, Seat, View, text,
};
use nodealer::{
    Failure,
    plain::{self, Input, Until},
};
use seat::{
    Config, ManualSeat, Refused,
    asks::PendingPrompts,
    person::Person,
    session::{Match, Record, Session, Standing, Update},
};
use table::Seats;

const ME: Seat = Seat::new(0);
const ADA: Seat = Seat::new(1);

/// Things that happen one after the other; a menu stands from its `Ask` to the choice.
struct Scripted {
    names: BySeat<String>,
    /// The person's seat; `None` for somebody who watches.
    seat: Option<Seat>,
    board: Board,
    faces: Knowledge,
    happens: VecDeque<Happens>,
    menu: Option<Menu>,
    done: Arc<Mutex<Done>>,
    refuse: Option<&'static str>,
    quiet: u32,
    step: u64,
    /// Who keeps the table waiting.
    waiting: Seats,
}

/// What the person has done.
#[derive(Default)]
struct Done {
    chosen: Vec<usize>,
    /// Without whom they have voted to go on.
    voted: Vec<Seats>,
}

/// What plain mode prints, to be read while it prints.
#[derive(Clone)]
struct Printed(Arc<Mutex<Vec<u8>>>, Instant);

impl Printed {
    /// What is not printed for so long never comes: the test goes on, and fails at what it looks for.
    const NEVER: Duration = Duration::from_secs(60);

    fn nothing() -> Self {
        Self(Arc::default(), Instant::now())
    }

    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }

    fn has(&self, text: &str, times: usize) -> bool {
        self.text().matches(text).count() >= times || self.1.elapsed() > Self::NEVER
    }
}

impl Write for Printed {
    fn write(&mut self, more: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(more)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// How long nothing happens at a time.
const QUIET: Duration = Duration::from_millis(20);

enum Happens {
    Menu(Menu),
    Withdrawn,
    /// These keep the table waiting.
    Waiting(&'static [Seat]),
    /// So many times nothing.
    Quiet(u32),
    /// Nothing until this has been printed so often.
    Once(Printed, &'static str, usize),
    Is(Update),
}

impl Session for Scripted {
    fn game(&self) -> &'static dyn Game {
        games::GAMES[0]
    }

    fn names(&self) -> &BySeat<String> {
        &self.names
    }

    fn seat(&self) -> Option<Seat> {
        self.seat
    }

    fn view(&self) -> View {
        let (board, faces) = (self.board.clone(), self.faces.clone());
        View { seat: self.seat, board, faces, private: Default::default() }
    }

    fn menu(&self) -> Option<&Menu> {
        self.menu.as_ref()
    }

    fn is_window(&self) -> bool {
        false
    }

    fn choose(&mut self, entry: usize) -> Result<(), Refused> {
        if let Some(reason) = self.refuse.take() {
            return Err(Refused::not_allowed(reason));
        }
        self.done.lock().unwrap().chosen.push(entry);
        self.menu = None;
        Ok(())
    }

    fn standing(&self) -> Standing {
        Standing { step: self.step, ..Standing::default() }
    }

    fn next(&mut self, _: Duration) -> Update {
        if self.quiet > 0 {
            self.quiet -= 1;
            thread::sleep(QUIET);
            return Update::Idle;
        }
        // What comes after a question waits for the answer.
        let next = self.happens.front();
        let goes_on = !matches!(next, Some(Happens::Menu(_) | Happens::Is(_)) | None);
        if self.menu.is_some() && !goes_on {
            return Update::Idle;
        }
        match self.happens.pop_front() {
            Some(Happens::Menu(menu)) => {
                self.menu = Some(menu);
                self.step += 1;
                Update::Ask
            }
            Some(Happens::Withdrawn) => {
                self.menu = None;
                Update::Idle
            }
            Some(Happens::Waiting(seats)) => {
                self.waiting = seats.iter().copied().collect();
                Update::Waiting
            }
            Some(Happens::Quiet(times)) => {
                self.quiet = times;
                Update::Idle
            }
            Some(Happens::Once(printed, text, times)) => {
                if !printed.has(text, times) {
                    self.happens.push_front(Happens::Once(printed, text, times));
                    thread::sleep(QUIET);
                }
                Update::Idle
            }
            Some(Happens::Is(update)) => update,
            None => Update::Over(Outcome { summary: "done".into(), ..Outcome::default() }),
        }
    }

    fn may_go_on_without(&self) -> Seats {
        self.waiting
    }

    fn go_on(&mut self, without: Seats) -> bool {
        self.done.lock().unwrap().voted.push(without);
        true
    }
}

impl Match for Scripted {
    fn record(&self) -> Option<Record> {
        None
    }
}

type Played = (String, Vec<usize>, Result<(), Failure>);

/// Plays a script against what happens; gives what was printed, what was chosen, and the end.
fn play_with(
    happens: Vec<Happens>,
    typed: &'static str,
    live: bool,
    refuse: Option<&'static str>,
) -> Played {
    play_at(
        Scripted { refuse, ..scripted(happens) },
        Input::new(Cursor::new(typed), live),
        Printed::nothing(),
    )
}

fn scripted(happens: Vec<Happens>) -> Scripted {
    let names: BySeat<String> = ["Ann", "Ada"].map(String::from).into_iter().collect();
    let happens = happens.into();
    // Two things of one name.
    let facts = [1_i64, 2].map(|coins| Fact::new("haul", text![coins, " Coins"]));
    let board = Board { facts: facts.into(), ..Board::default() };
    let (faces, done) = (Knowledge::new(), Arc::default());
    let (menu, refuse, quiet, step) = (None, None, 0, 0);
    let (seat, waiting) = (Some(ME), Seats::NONE);
    Scripted { names, seat, board, faces, happens, menu, done, refuse, quiet, step, waiting }
}

fn play_at(session: Scripted, input: Input, out: Printed) -> Played {
    let done = session.done.clone();
    let (printed, end) = shown(move || Box::new(session), input, out);
    let chosen = std::mem::take(&mut done.lock().unwrap().chosen);
    (printed, chosen, end)
}

/// Shows a seat that sits at this match, which runs on a thread of its own.
fn shown(
    session: impl FnOnce() -> Box<dyn Match> + Send + 'static,
    mut input: Input,
    mut out: Printed,
) -> (String, Result<(), Failure>) {
    let ((opened, client), (ended, end)) = (channel(), channel::<()>());
    seat::games::offer(games::GAMES);
    let seat = thread::spawn(move || {
        let person = Person::stranger("Ann").unwrap();
        let (client, mut seat) = ManualSeat::open(person, Config::default());
        seat.sit_down(session());
        opened.send(client).unwrap();
        while end.try_recv() != Err(TryRecvError::Disconnected) {
            if !seat.go_on() {
                thread::sleep(Duration::from_millis(1));
            }
        }
    });
    let client = client.recv().unwrap();
    let options = plain::Options { until: Until::Over, ..plain::Options::default() };
    let end = plain::run(&client, &mut input, &mut out, options).map(|_| ());
    drop(ended);
    seat.join().unwrap();
    (out.text(), end)
}

fn play(happens: Vec<Happens>, typed: &'static str) -> (String, Vec<usize>) {
    let (printed, chosen, end) = play_with(happens, typed, false, None);
    end.unwrap();
    (printed, chosen)
}

fn menu() -> Happens {
    Happens::Menu(
        Menu::new("Well?", "R-1")
            .with(Entry::pass("Pass"))
            .with(Entry::new("Fly").refuse_if(true, "no wings"))
            .with(Entry::new("Burn it").weighty()),
    )
}

#[test]
fn a_number_chooses_its_entry() {
    assert_eq!(play(vec![menu()], "1\n").1, [0]);
}

#[test]
fn a_menu_shows_every_entry_and_why_one_is_closed() {
    let (printed, _) = play(vec![menu()], "1\n");
    assert!(
        printed.contains("Well? [R-1]\n  1  Pass\n  2  Fly (not now: no wings)\n  3  Burn it\n")
    );
}

#[test]
fn a_closed_entry_is_answered_with_its_reason_and_asked_again() {
    let (printed, chosen) = play(vec![menu()], "2\n1\n");
    assert!(printed.contains("> 2\nYou cannot choose that: no wings.\n> 1\n"));
    assert_eq!(chosen, [0]);
}

#[test]
fn what_is_no_entry_is_answered_with_one_sentence_and_asked_again() {
    for bad in ["0\n1\n", "4\n1\n", "-1\n1\n", "x y\n1\n", "99999999999999999999\n1\n"] {
        let (printed, chosen) = play(vec![menu()], bad);
        assert!(printed.contains("\nType a number from 1 to 3, or ? for help.\n> 1\n"), "{bad:?}");
        assert_eq!(chosen, [0]);
    }
}

#[test]
fn a_weighty_entry_is_chosen_after_a_yes() {
    let (printed, chosen) = play(vec![menu()], "3\ny\n");
    assert!(printed.contains("> 3\nBurn it: are you sure? (y/n)\n> y\n"));
    assert_eq!(chosen, [2]);
}

#[test]
fn a_weighty_entry_is_not_chosen_after_anything_else() {
    let (printed, chosen) = play(vec![menu()], "3\n3\n1\n");
    assert!(printed.contains("> 3\nThen choose again.\n> 1\n"));
    assert_eq!(chosen, [0]);
}

/// The hand lies as faces 3, 1 and 2.
fn with_a_hand(happens: Vec<Happens>) -> Scripted {
    let hand = [Handle(7), Handle(8), Handle(9)];
    let mut session = scripted(happens);
    let piles = vec![Pile::spread("hand", &hand)];
    session.board.seats =
        [Place { piles, ..Place::default() }, Place::default()].into_iter().collect();
    session.faces = hand.into_iter().zip([3, 1, 2].map(Face)).collect();
    session
}

fn hand_menu() -> Happens {
    let play = |card| Entry::show("Play", Handle(card), Duty::Any);
    Happens::Menu(Menu::new("Well?", "").with(Entry::pass("Pass")).with_all([7, 8, 9].map(play)))
}

#[test]
fn a_hand_is_told_in_the_order_of_its_faces() {
    let input = Input::new(Cursor::new("1\n"), false);
    let (printed, _, _) = play_at(with_a_hand(vec![hand_menu()]), input, Printed::nothing());
    let [one, two, three] = [1, 2, 3].map(|face| games::GAMES[0].face(Face(face)).name);
    assert!(printed.contains(&format!("You: hand: {one}, {two}, {three}\n")), "{printed}");
    let listed = format!("  1  Pass\n  2  Play {one}\n  3  Play {two}\n  4  Play {three}\n");
    assert!(printed.contains(&listed), "{printed}");
}

#[test]
fn a_number_means_the_entry_that_it_stands_beside() {
    for (typed, entry) in [("1\n", 0), ("2\n", 2), ("3\n", 3), ("4\n", 1)] {
        let input = Input::new(Cursor::new(typed), false);
        let (_, chosen, _) = play_at(with_a_hand(vec![hand_menu()]), input, Printed::nothing());
        assert_eq!(chosen, [entry]);
    }
}

#[test]
fn a_refusal_by_the_session_is_told_and_asked_again() {
    let (printed, chosen, _) = play_with(vec![menu()], "1\n1\n", false, Some("too late"));
    assert!(printed.contains("That was refused: too late.\n> 1\n"));
    assert_eq!(chosen, [0]);
}

#[test]
fn a_script_waits_for_questions() {
    let (printed, chosen) =
        play(vec![Happens::Quiet(5), menu(), Happens::Quiet(5), menu()], "1\n1\n");
    assert!(!printed.contains("Nothing is asked"));
    assert_eq!(chosen, [0, 0]);
}

#[test]
fn a_person_who_types_while_nothing_is_asked_is_told_so() {
    let (printed, told) = (Printed::nothing(), "Nothing is asked of you now");
    let session = scripted(vec![Happens::Once(printed.clone(), told, 1)]);
    let (printed, ..) = play_at(session, Input::new(Cursor::new("1\n"), true), printed);
    assert!(printed.contains(told));
}

#[test]
fn the_end_of_the_input_leaves_the_table() {
    let (printed, chosen) = play(vec![menu()], "");
    assert!(printed.ends_with("The input has ended, so you leave the table.\n"));
    assert!(chosen.is_empty());
}

#[test]
fn q_leaves_the_table() {
    let (printed, chosen) = play(vec![menu()], "q\n1\n");
    assert!(printed.ends_with("> q\nYou leave the table.\n"));
    assert!(chosen.is_empty());
}

#[test]
fn a_game_that_cannot_go_on_is_a_failure() {
    let lost = Update::Failed(Failure::Network("The table is lost.".into()));
    let (_, _, end) = play_with(vec![Happens::Is(lost)], "", false, None);
    assert_eq!(end.unwrap_err().status(), 3);
}

#[test]
fn comings_goings_and_words_are_told() {
    let happens = [
        Update::Presence { seat: ADA, here: false },
        Update::Presence { seat: ADA, here: true },
        Update::Chat { from: ADA, whispered: false, text: "hello".into() },
        Update::Said(Event { rule: "R-2", text: text![ADA, " deals"] }),
    ];
    let (printed, _) = play(happens.map(Happens::Is).into(), "");
    assert!(printed.contains("Ada is away.\nAda is back.\nAda says: hello\nAda deals [R-2]\n"));
}

#[test]
fn nothing_that_strangers_write_commands_the_terminal() {
    let text = "a\u{1b}[2Jb\r\u{7}\u{9b}c\nd".into();
    let (printed, _) =
        play(vec![Happens::Is(Update::Chat { from: ADA, whispered: false, text })], "");
    assert!(printed.chars().all(|c| c == '\n' || !c.is_control()), "{printed:?}");
    assert!(printed.contains("Ada says: a"));
}

#[test]
fn nothing_that_strangers_write_turns_the_text_around_it() {
    let text = "\u{202e}I pay \u{2066}\u{200f}you".into();
    let (printed, _) =
        play(vec![Happens::Is(Update::Chat { from: ADA, whispered: false, text })], "");
    assert!(printed.contains("Ada says: \u{fffd}I pay \u{fffd}\u{fffd}you"), "{printed:?}");
}

#[test]
fn a_question_that_vanishes_is_withdrawn_on_a_line_of_its_own_behind_the_prompt() {
    // Somebody at a terminal who types nothing.
    let (reader, _writer) = std::io::pipe().unwrap();
    let input = Input::new(BufReader::new(reader), true);
    let out = Printed::nothing();
    let happens = vec![
        menu(),
        Happens::Once(out.clone(), "Burn it\n> ", 1),
        Happens::Withdrawn,
        Happens::Once(out.clone(), "no longer asked", 1),
    ];
    let (printed, _, _) = play_at(scripted(happens), input, out);
    assert!(printed.contains("  3  Burn it\n> \nThat is no longer asked.\n"), "{printed:?}");
}

#[test]
fn what_has_been_told_of_the_table_is_not_told_again() {
    let (printed, _) = play(vec![menu(), menu()], "1\n1\n");
    assert_eq!(printed.matches("Table: haul 1 Coins; haul 2 Coins\n").count(), 1);
    assert_eq!(printed.matches("haul").count(), 2);
}

#[test]
fn a_person_may_be_asked_more_or_less_often() {
    let (printed, chosen) = play(vec![menu()], "a\n1\n");
    assert!(
        printed.contains("> a\nThat was refused: you have not been asked to react yet.\n> 1\n")
    );
    assert_eq!(chosen, [0]);
}

#[test]
fn whoever_wants_to_pay_where_nothing_can_be_paid_is_told_so() {
    for typed in ["p\n1\n", "pay\n1\n"] {
        let (printed, chosen) = play(vec![menu()], typed);
        assert!(printed.contains("Nothing can be paid yet.\n> 1\n"), "{printed}");
        assert_eq!(chosen, [0]);
    }
}

#[test]
fn whoever_has_typed_pay_is_asked_whom_at_the_next_chance() {
    let coins = || {
        let pay = Entry::new("Pay somebody").aside();
        Menu::new("Coins may pass now", "").with(Entry::pass("Go on")).with(pay)
    };
    let whom = Menu::new("Whom do you pay?", "").with(Entry::new("Pay Ada"));
    let happens = [Happens::Menu(coins()), menu(), Happens::Menu(coins()), Happens::Menu(whom)];
    let session = scripted(happens.into());
    let done = session.done.clone();
    let input = Input::new(Cursor::new("pay\n1\n1\n"), false);
    let (printed, end) =
        shown(|| Box::new(PendingPrompts::new(session, Duration::ZERO)), input, Printed::nothing());
    end.unwrap();
    assert!(!printed.contains("Coins may pass now"), "{printed}");
    assert!(printed.contains("you are asked at the next chance"), "{printed}");
    assert!(printed.contains("Whom do you pay?\n  1  Pay Ada\n"), "{printed}");
    assert_eq!(done.lock().unwrap().chosen, [0, 0, 1, 0]);
}

#[test]
fn what_was_proven_is_told_to_whoever_asks() {
    let proof = Happens::Is(Update::Trust(ADA, 7, table::Proven::Shuffle(32)));
    let (printed, _) = play(vec![proof, menu()], "t\n1\n");
    assert!(printed.contains("Proofs checked: 1."), "{printed}");
    assert!(printed.contains("✓ Step 7: Ada shuffled 32 cards"), "{printed}");
}

#[test]
fn a_vote_is_asked_once_and_is_about_those_whom_the_question_names() {
    let session = scripted(vec![Happens::Waiting(&[ADA]), menu()]);
    let done = session.done.clone();
    let (printed, ..) =
        play_at(session, Input::new(Cursor::new("o\ny\n1\n"), false), Printed::nothing());
    assert!(printed.contains("or wait. Type o: it votes to go on."), "{printed}");
    assert!(printed.contains("go on without Ada?"), "{printed}");
    assert_eq!(done.lock().unwrap().voted, [[ADA].into_iter().collect::<Seats>()]);
}

#[test]
fn somebody_who_watches_is_told_of_no_vote_and_of_no_chat() {
    let printed = Printed::nothing();
    let until = Happens::Once(printed.clone(), "q  leave the table", 1);
    let session = Scripted { seat: None, ..scripted(vec![until]) };
    let input = Input::new(Cursor::new("o\n/say hello\n?\n"), true);
    let (printed, ..) = play_at(session, input, printed);
    assert!(printed.contains("You are watching, and have no vote."), "{printed}");
    assert!(printed.contains("only players write to each other"), "{printed}");
    assert!(!printed.contains("vote about") && !printed.contains("/say TEXT"), "{printed}");
}

#[test]
fn a_person_who_leaves_is_asked_once_and_a_script_is_not() {
    let (printed, _, _) = play_with(vec![menu()], "q\nn\n1\n", true, None);
    assert!(
        printed.contains("Leave the table?") && printed.contains("nothing was done"),
        "{printed}"
    );
    let (printed, _) = play(vec![menu()], "q\n");
    assert!(!printed.contains("Leave the table?"), "{printed}");
}

/// A person who types each line when this question has been printed so often.
struct Typist(Printed, &'static str, VecDeque<(usize, &'static [u8])>);

impl Read for Typist {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let Self(printed, question, lines) = self;
        let (times, mut line) = lines.pop_front().unwrap_or_default();
        while !printed.has(question, times) {
            thread::sleep(QUIET);
        }
        line.read(into)
    }
}

#[test]
fn a_menu_that_appears_does_not_take_the_answer_to_what_was_asked_before() {
    let asked = "Leave the table? The match ends here. (y/n)\n";
    let out = Printed::nothing();
    let lines = [(0, b"q\n".as_slice()), (2, b"n\n"), (2, b"1\n")].into();
    let input = Input::new(BufReader::new(Typist(out.clone(), asked, lines)), true);
    let happens = vec![Happens::Once(out.clone(), asked, 1), menu()];
    let (printed, chosen, _) = play_at(scripted(happens), input, out);
    assert_eq!(printed.matches(asked).count(), 2, "{printed}");
    assert!(printed.contains("nothing was done"), "{printed}");
    assert_eq!(chosen, [0], "{printed}");
}

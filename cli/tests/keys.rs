//! What keys and the mouse do, before a seat at which anything can happen.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

#[allow(dead_code)]
mod support;

use std::{cell::RefCell, rc::Rc, sync::Arc, time::Duration};

use engine::{
    Board, BySeat, Duty, Entry, Face, Game, Handle, Menu, Outcome, Pile, Seat, View, text,
};
use nodealer::{
    Failure,
    tui::{App, Effect, Left, Pace, Runner},
};
use ratatui::{
    Terminal,
    backend::TestBackend,
    crossterm::event::{
        Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
    },
    layout::Rect,
};
use seat::{
    Cursor, EndView, HomeView, Intent, LobbyView, MatchView, PersonShown, PlayerShown, Refused,
    ResultShown, SeatEvent, SeatEventKind, SeatState, Settings, Setup, SitterShown, Snapshot,
    TableLine, TermsEdit, TermsShown,
    session::{Match, Record, Session, Standing, Update},
    words,
};
use support::Screens;
use table::{Proven, Seats};

/// What the session is made to do, and what was chosen in it.
#[derive(Default)]
struct Script {
    happens: Vec<Update>,
    menu: Option<Menu>,
    hand: Vec<(Handle, Face)>,
    chosen: Vec<usize>,
    refuse: Option<&'static str>,
    said: Vec<(Option<Seat>, String)>,
    waiting: Seats,
    voted: bool,
    /// Whether a vote would end the match.
    ends: bool,
    left: Option<Duration>,
    pays: Option<bool>,
    /// The step that is being played.
    step: u64,
}

struct Scripted {
    script: Rc<RefCell<Script>>,
    names: BySeat<String>,
    menu: Option<Menu>,
}

impl Session for Scripted {
    fn game(&self) -> &'static dyn Game {
        &games::knives::GAME
    }

    fn names(&self) -> &BySeat<String> {
        &self.names
    }

    fn seat(&self) -> Option<Seat> {
        Some(Seat::new(0))
    }

    fn view(&self) -> View {
        let hand = &self.script.borrow().hand;
        let mut seats = self.names.map(|_, _| engine::Place::default());
        let cards: Vec<Handle> = hand.iter().map(|(card, _)| *card).collect();
        seats[Seat::new(0)].piles.push(Pile::spread("hand", &cards));
        let board = Board { headline: text!["Something is up"], seats, ..Board::default() };
        let faces = hand.iter().copied().collect();
        View { seat: self.seat(), board, faces, private: Default::default() }
    }

    fn menu(&self) -> Option<&Menu> {
        self.menu.as_ref()
    }

    fn is_window(&self) -> bool {
        self.menu.as_ref().is_some_and(|menu| menu.rule == "W-1")
    }

    fn choose(&mut self, entry: usize) -> Result<(), Refused> {
        let mut script = self.script.borrow_mut();
        if let Some(reason) = script.refuse {
            return Err(Refused::not_allowed(reason));
        }
        script.chosen.push(entry);
        script.menu = None;
        self.menu = None;
        Ok(())
    }

    fn next(&mut self, _: Duration) -> Update {
        let mut script = self.script.borrow_mut();
        self.menu.clone_from(&script.menu);
        script.happens.pop().unwrap_or(Update::Idle)
    }

    fn talks(&self) -> bool {
        true
    }

    fn standing(&self) -> Standing {
        Standing { step: self.script.borrow().step, ..Standing::default() }
    }

    fn window_left(&self) -> Option<Duration> {
        self.script.borrow().left
    }

    fn say(&mut self, to: Option<Seat>, text: &str) -> Result<(), Refused> {
        self.script.borrow_mut().said.push((to, text.into()));
        Ok(())
    }

    fn may_go_on_without(&self) -> Seats {
        self.script.borrow().waiting
    }

    fn goes_on(&self) -> bool {
        !self.script.borrow().ends
    }

    fn go_on(&mut self, without: Seats) -> bool {
        let mut script = self.script.borrow_mut();
        script.voted = without == script.waiting;
        script.voted
    }

    fn ask_otherwise(&mut self) -> Option<String> {
        Some("From now on you pass.".into())
    }

    fn wants_aside(&self) -> Option<bool> {
        self.script.borrow().pays
    }

    fn want_aside(&mut self) -> Option<String> {
        let mut script = self.script.borrow_mut();
        let wants = !script.pays?;
        script.pays = Some(wants);
        Some(if wants { "You want to pay." } else { "Not any more." }.into())
    }
}

impl Match for Scripted {
    fn record(&self) -> Option<Record> {
        None
    }
}

fn menu() -> Menu {
    Menu::new("Well?", "R-1")
        .with(Entry::pass("Pass"))
        .with(Entry::new("Fly").refuse_if(true, "no wings"))
        .with(Entry::new("Burn it").weighty())
        .with_all((4..=12).map(|i| Entry::new(format!("Entry {i}"))))
}

struct Stage {
    screens: Screens,
    script: Rc<RefCell<Script>>,
}

impl Stage {
    /// A table at which this menu is asked.
    fn new() -> Self {
        let script = Rc::new(RefCell::new(Script::default()));
        let names = ["Ann", "Ada"].map(String::from).into_iter().collect();
        let session = Scripted { script: script.clone(), names, menu: None };
        let mut stage = Self { screens: Screens::at(Box::new(session)), script };
        stage.ask(menu());
        stage
    }

    /// Asks this.
    fn ask(&mut self, menu: Menu) {
        let mut script = self.script.borrow_mut();
        (script.menu, script.step) = (Some(menu), script.step + 1);
        drop(script);
        self.happen(Update::Ask);
    }

    fn happen(&mut self, update: Update) {
        self.script.borrow_mut().happens.push(update);
        self.look();
    }

    /// Lets everything happen.
    fn look(&mut self) {
        self.screens.settle();
    }

    fn runner(&mut self) -> &mut Runner<TestBackend> {
        &mut self.screens.runner
    }

    /// How the person has left, if they have.
    fn left(&mut self) -> Option<Result<Left, Failure>> {
        self.look();
        self.screens.runner.left()
    }

    fn press(&mut self, code: KeyCode) -> &mut Self {
        self.screens.press(code);
        self.look();
        self
    }

    fn keys(&mut self, keys: &str) -> &mut Self {
        keys.chars().for_each(|key| {
            self.press(if key == '\n' { KeyCode::Enter } else { KeyCode::Char(key) });
        });
        self
    }

    fn chosen(&self) -> Vec<usize> {
        self.script.borrow().chosen.clone()
    }

    fn shown(&self) -> String {
        shown(&self.screens.runner.app)
    }

    /// Clicks on the first place that shows this.
    fn click(&mut self, what: &str) {
        self.mouse(what, MouseEventKind::Down(MouseButton::Left));
    }

    fn mouse(&mut self, what: &str, kind: MouseEventKind) {
        let shown = self.shown();
        let (row, line) = shown.lines().enumerate().find(|(_, l)| l.contains(what)).unwrap();
        let column = line[..line.find(what).unwrap()].chars().count() as u16;
        let modifiers = KeyModifiers::NONE;
        let mouse = MouseEvent { kind, column, row: row as u16, modifiers };
        self.screens.runner.event(&Event::Mouse(mouse));
        self.look();
    }
}

fn shown(app: &App) -> String {
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    terminal.draw(|frame| app.draw(frame)).unwrap();
    let cells = terminal.backend().buffer().content();
    let row = |row: &[ratatui::buffer::Cell]| row.iter().map(|cell| cell.symbol()).collect();
    cells.chunks(80).map(row).collect::<Vec<String>>().join("\n")
}

/// A table at which one of three cards is to be played; the hand lies as faces 3, 1 and 2 of Knives.
fn with_a_hand() -> Stage {
    let mut stage = Stage::new();
    let hand = [(Handle(7), Face(3)), (Handle(8), Face(1)), (Handle(9), Face(2))];
    let play = hand.map(|(card, _)| Entry::show("Play", card, Duty::Any));
    let menu = Menu::new("Which?", "").with(Entry::pass("Pass")).with_all(play);
    stage.script.borrow_mut().hand = hand.into();
    stage.ask(menu);
    stage
}

#[test]
fn the_hand_and_its_entries_are_shown_in_the_order_of_the_faces() {
    let shown = with_a_hand().shown();
    let faces = [1, 2, 3].map(|face| games::knives::GAME.face(Face(face)));
    let [one, two, three] = faces.map(|face| format!("│{:<8}│", face.short));
    assert!(shown.contains(&format!("{one}{two}{three}")), "{shown}");
    for (number, face) in (2..).zip(faces) {
        assert!(shown.contains(&format!("{number} Play {}", face.name)), "{shown}");
    }
}

#[test]
fn a_number_or_a_click_chooses_the_entry_that_is_shown_there() {
    for (keys, entry) in [("1\n", 0), ("2\n", 2), ("3\n", 3), ("4\n", 1), ("2jj\n", 1)] {
        let mut stage = with_a_hand();
        stage.keys(keys);
        assert_eq!(stage.chosen(), [entry], "{keys:?}");
    }
    for (card, entry) in [("2 Play", 2), ("3 Play", 3), ("4 Play", 1)] {
        let mut stage = with_a_hand();
        stage.click(card);
        stage.click(card);
        assert_eq!(stage.chosen(), [entry], "{card}");
    }
    // A card of the hand leads to its entry.
    let mut stage = with_a_hand();
    stage.click(games::knives::GAME.face(Face(3)).short);
    stage.keys("\n");
    assert_eq!(stage.chosen(), [1]);
}

#[test]
fn enter_chooses_the_first_entry_that_can_be_chosen() {
    let mut stage = Stage::new();
    stage.keys("\n");
    assert_eq!(stage.chosen(), [0]);
}

#[test]
fn p_says_that_the_person_wants_to_pay_and_that_they_do_not() {
    let mut stage = Stage::new();
    stage.script.borrow_mut().pays = Some(false);
    stage.happen(Update::Waiting);
    stage.keys("p");
    assert_eq!(stage.script.borrow().pays, Some(true));
    assert!(stage.shown().contains("You want to pay."));
    stage.keys("?");
    assert!(stage.shown().contains("do not pay"), "{}", stage.shown());
    stage.press(KeyCode::Esc).keys("p");
    assert_eq!((stage.script.borrow().pays, stage.chosen()), (Some(false), vec![]));
    assert!(stage.shown().contains("Not any more."));
}

#[test]
fn the_help_speaks_of_paying_only_where_something_can_be_paid() {
    let mut stage = Stage::new();
    stage.keys("?");
    assert!(!stage.shown().contains("ask to be paid"));
    stage.press(KeyCode::Esc);
    stage.script.borrow_mut().pays = Some(false);
    stage.happen(Update::Waiting);
    stage.keys("?");
    assert!(stage.shown().contains("ask to be paid"), "{}", stage.shown());
}

#[test]
fn nothing_is_sent_before_enter() {
    let mut stage = Stage::new();
    stage.keys("4j5k12jkhl");
    stage.press(KeyCode::Esc).press(KeyCode::Tab).press(KeyCode::Up);
    assert_eq!(stage.chosen(), [0; 0]);
}

#[test]
fn a_number_of_two_digits_chooses_its_entry() {
    let mut stage = Stage::new();
    stage.keys("11\n");
    assert_eq!(stage.chosen(), [10]);
}

#[test]
fn arrows_and_letters_move() {
    let mut stage = Stage::new();
    stage.keys("4jj").press(KeyCode::Up);
    stage.keys("\n");
    assert_eq!(stage.chosen(), [4]);
}

#[test]
fn a_closed_entry_is_not_sent_and_says_why() {
    let mut stage = Stage::new();
    stage.keys("2");
    assert!(stage.shown().contains("✗ Not now: no wings"));
    stage.keys("\n");
    assert!(stage.shown().contains("You cannot choose that: no wings."));
    assert_eq!(stage.chosen(), [0; 0]);
}

#[test]
fn a_weighty_entry_is_asked_once_more() {
    let mut stage = Stage::new();
    stage.keys("3\n");
    assert!(stage.shown().contains("Burn it: are you sure?"));
    stage.keys("\n\n");
    assert_eq!(stage.chosen(), [0; 0], "Enter twice is no second thought");
    stage.keys("y");
    assert_eq!(stage.chosen(), [2]);
}

#[test]
fn what_is_asked_once_more_can_be_answered_by_the_mouse() {
    for (answer, chosen) in
        [("y: yes", &[2][..]), ("y yes", &[2]), ("n or Esc: no", &[]), ("n/Esc no", &[])]
    {
        let mut stage = Stage::new();
        stage.keys("3\n");
        stage.click(answer);
        assert!(!stage.shown().contains("are you sure?"), "{answer}");
        assert_eq!(stage.chosen(), chosen, "{answer}");
    }
}

#[test]
fn enter_does_not_confirm_what_has_only_just_come_up() {
    let mut stage = Stage::new();
    let client = stage.runner().client().clone();
    let app = App::new(client.snapshot(), true, false, Rect::new(0, 0, 80, 24));
    let terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    stage.screens.runner = Runner::new(app, terminal, client);
    stage.keys("\n\n\n");
    assert_eq!(stage.chosen(), [0; 0]);
    std::thread::sleep(Duration::from_millis(320));
    stage.keys("\n");
    assert_eq!(stage.chosen(), [0]);
}

#[test]
fn a_weighty_entry_is_not_chosen_after_a_no() {
    for no in [KeyCode::Esc, KeyCode::Char('n')] {
        let mut stage = Stage::new();
        stage.keys("3\n").press(no);
        assert!(!stage.shown().contains("are you sure?"));
        assert_eq!(stage.chosen(), [0; 0]);
    }
}

#[test]
fn a_question_that_is_withdrawn_is_not_confirmed() {
    let mut stage = Stage::new();
    stage.keys("3\n");
    stage.script.borrow_mut().menu = None;
    stage.look();
    assert!(!stage.shown().contains("are you sure?"));
    stage.keys("y\n");
    assert_eq!(stage.chosen(), [0; 0]);
    assert!(stage.shown().contains("no longer asked"));
    stage.script.borrow_mut().step += 1;
    stage.look();
    assert!(!stage.shown().contains("no longer asked"), "until the match goes on");
}

#[test]
fn a_refusal_by_the_session_is_told() {
    let mut stage = Stage::new();
    stage.script.borrow_mut().refuse = Some("too late");
    stage.keys("\n");
    assert!(stage.shown().contains("That was refused: too late."));
}

#[test]
fn a_click_chooses_and_a_second_one_confirms() {
    let mut stage = Stage::new();
    stage.click("4 Entry 4");
    assert_eq!(stage.chosen(), [0; 0]);
    stage.click("4 Entry 4");
    assert_eq!(stage.chosen(), [3]);
}

#[test]
fn one_click_does_not_send_the_entry_that_is_offered_first() {
    let mut stage = Stage::new();
    stage.click("1 Pass");
    assert_eq!(stage.chosen(), [0; 0]);
    stage.click("1 Pass");
    assert_eq!(stage.chosen(), [0]);
}

#[test]
fn a_key_in_the_footer_can_be_clicked() {
    let mut stage = Stage::new();
    stage.click("? help");
    assert!(stage.shown().contains(" Help "));
}

#[test]
fn the_wheel_scrolls_the_log_and_leaves_the_menu_alone() {
    let mut stage = Stage::new();
    for i in 0..50 {
        let text = text![format!("thing {i} happened")];
        stage.happen(Update::Said(engine::Event { rule: "R-2", text }));
    }
    assert!(stage.shown().contains("thing 49 happened"));
    stage.mouse("thing 49", MouseEventKind::ScrollUp);
    assert!(!stage.shown().contains("thing 49 happened"));
    stage.keys("\n");
    assert_eq!(stage.chosen(), [0]);
}

#[test]
fn whoever_reads_the_log_further_up_is_not_pulled_down() {
    let mut stage = Stage::new();
    let happen = |stage: &mut Stage, i: usize| {
        let text = text![format!("thing {i} happened")];
        stage.happen(Update::Said(engine::Event { rule: "", text }));
    };
    (0..50).for_each(|i| happen(&mut stage, i));
    stage.press(KeyCode::Tab).press(KeyCode::Up).press(KeyCode::Up);
    happen(&mut stage, 50);
    assert!(stage.shown().contains("thing 47 happened"));
    assert!(!stage.shown().contains("thing 48 happened"));
}

#[test]
fn help_lists_the_menu_with_reasons() {
    let mut stage = Stage::new();
    stage.keys("?").press(KeyCode::End);
    assert!(stage.shown().contains("2 Fly (not now: no wings)"), "{}", stage.shown());
}

#[test]
fn every_key_in_the_footer_is_in_the_help() {
    let mut stage = Stage::new();
    let cans = stage.screens.runner.app.can();
    stage.keys("?");
    let help = stage.shown();
    for can in cans {
        assert!(help.contains(can.does), "{}", can.does);
    }
}

#[test]
fn the_bell_rings_when_something_is_asked() {
    let mut stage = Stage::new();
    assert!(stage.runner().take_bell());
    stage.look();
    assert!(!stage.runner().take_bell());
}

#[test]
fn the_bell_tells_nobody_who_could_react() {
    let mut stage = Stage::new();
    stage.runner().take_bell();
    stage.ask(Menu { rule: "W-1", ..menu() });
    assert!(!stage.runner().take_bell());
}

#[test]
fn leaving_asks_once_and_then_leaves() {
    let mut stage = Stage::new();
    stage.keys("q");
    assert!(stage.left().is_none());
    stage.keys("n");
    assert!(stage.left().is_none());
    stage.keys("qy");
    assert_eq!(stage.left().unwrap().unwrap(), Left::Quit);
}

#[test]
fn control_c_leaves_at_once() {
    let mut stage = Stage::new();
    let key = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    stage.runner().event(&Event::Key(key));
    assert_eq!(stage.left().unwrap().unwrap(), Left::Interrupted);
}

#[test]
fn nothing_is_drawn_while_nothing_changes() {
    let mut stage = Stage::new();
    assert!(stage.runner().draw().unwrap());
    assert_eq!(stage.runner().look(), Pace::Soon);
    assert!(!stage.runner().draw().unwrap());
}

#[test]
fn a_match_that_fails_says_so_and_is_reported_when_the_person_leaves() {
    let mut stage = Stage::new();
    stage.happen(Update::Failed(Failure::Violation("Ada cheated in step 7.".into())));
    assert!(stage.shown().contains("Ada cheated in step 7."));
    stage.keys("q");
    assert!(matches!(stage.left(), Some(Err(Failure::Violation(_)))));
}

#[test]
fn a_match_that_is_over_shows_who_won() {
    let mut stage = Stage::new();
    let winners = vec![Seat::new(1)];
    stage.happen(Update::Over(Outcome { winners, ..Outcome::default() }));
    assert!(stage.shown().contains("★ Ada wins."));
}

#[test]
fn who_is_away_is_marked_by_a_word() {
    let mut stage = Stage::new();
    stage.happen(Update::Presence { seat: Seat::new(1), here: false });
    assert!(stage.shown().contains("Ada (away)"));
    stage.happen(Update::Presence { seat: Seat::new(1), here: true });
    assert!(!stage.shown().contains("Ada (away)"));
}

#[test]
fn a_shuffle_shows_who_has_had_a_turn() {
    let mut stage = Stage::new();
    stage.happen(Update::Trust(Seat::new(0), 3, Proven::Shuffle(52)));
    assert!(stage.shown().contains("✓ 1 of 2 has shuffled 52 cards, each proof checked"));
    stage.happen(Update::Trust(Seat::new(1), 4, Proven::Shuffle(52)));
    assert!(stage.shown().contains("✓ 2 of 2 have shuffled 52 cards, each proof checked"));
    stage.happen(Update::Trust(Seat::new(0), 5, Proven::Shares(10)));
    assert!(stage.shown().contains("✓ 3 proofs checked"));
}

#[test]
fn what_strangers_write_cannot_command_the_terminal() {
    let mut stage = Stage::new();
    let text = "hi\u{1b}[2Jthere".to_owned();
    stage.happen(Update::Chat { from: Seat::new(1), whispered: false, text });
    assert!(stage.shown().contains("there"));
    assert!(!stage.shown().contains('\u{1b}'));
}

#[test]
fn every_size_can_be_drawn() {
    let stage = Stage::new();
    for (width, height) in (1..130).step_by(3).flat_map(|w| (1..45).step_by(2).map(move |h| (w, h)))
    {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| stage.screens.runner.app.draw(frame)).unwrap();
    }
}

#[test]
fn no_colour_is_used_if_it_is_not_allowed() {
    let mut stage = Stage::new();
    let client = stage.runner().client().clone();
    let colours = |allowed| {
        let mut app = App::new(client.snapshot(), allowed, false, Rect::new(0, 0, 80, 24));
        let kind = SeatEventKind::Proven {
            seat: 1,
            step: 1,
            text: "Ada knows".into(),
            opened: None,
            shuffled: None,
            chosen: false,
        };
        let event = SeatEvent { at: Cursor(0), kind };
        app.take_in(&client.snapshot(), &[event], Duration::ZERO);
        let drawn = support::picture(&app, (80, 24));
        drawn.content().iter().any(|cell| cell.fg != ratatui::style::Color::Reset)
    };
    assert!(colours(true));
    assert!(!colours(false));
}

#[test]
fn once_there_was_a_window_a_key_changes_how_often_there_are_more() {
    let mut stage = Stage::new();
    stage.keys("a");
    assert!(!stage.shown().contains("From now on you pass."));
    stage.ask(Menu { rule: "W-1", ..menu() });
    stage.keys("a");
    assert!(stage.shown().contains("From now on you pass."));
    assert!(stage.chosen().is_empty());
}

#[test]
fn what_is_written_goes_to_everybody_and_no_key_in_it_does_anything_else() {
    let mut stage = Stage::new();
    stage.keys("mq? 12 go\n");
    assert_eq!(stage.script.borrow().said, [(None, "q? 12 go".into())]);
    assert!(stage.shown().contains("You say: q? 12 go"), "{}", stage.shown());
    assert!(stage.chosen().is_empty());
    assert!(stage.left().is_none());
}

#[test]
fn a_whisper_goes_to_one_seat() {
    let mut stage = Stage::new();
    stage.keys("mpsst").press(KeyCode::Tab).press(KeyCode::Enter);
    assert_eq!(stage.script.borrow().said, [(Some(Seat::new(1)), "psst".into())]);
    assert!(stage.shown().contains("You whisper to Ada: psst"));
}

#[test]
fn a_line_that_begins_with_a_slash_is_a_command() {
    let mut stage = Stage::new();
    stage.keys("/whisper Ada psst\n");
    assert_eq!(stage.script.borrow().said, [(Some(Seat::new(1)), "psst".into())]);
    stage.keys("m/say hello\n");
    assert_eq!(stage.script.borrow().said[1], (None, "hello".into()));
}

#[test]
fn an_unknown_command_is_refused_and_never_said_aloud() {
    for line in ["/whispr Ada psst\n", "/whisper Zoe psst\n", "m/kick Ada\n", "/\n"] {
        let mut stage = Stage::new();
        stage.keys(line);
        assert!(stage.script.borrow().said.is_empty(), "{line}");
        assert!(stage.screens.runner.app.is_writing(), "{line}");
    }
}

#[test]
fn a_slash_begins_a_command_though_nobody_would_read_it_and_no_letter_of_it_is_a_key() {
    let view = MatchView { talks: false, ..with("Bob") };
    let mut app = app_at(SeatState::Match(Box::new(view)), true);
    assert!(wants(&mut app, "/say quit? y\n").is_empty());
    assert!(shown(&app).contains("Nobody here would read it."), "{}", shown(&app));
}

#[test]
fn what_is_not_sent_is_not_said() {
    let mut stage = Stage::new();
    stage.keys("mno").press(KeyCode::Esc);
    stage.keys("m").press(KeyCode::Enter);
    assert!(stage.script.borrow().said.is_empty());
}

#[test]
fn the_end_of_a_match_without_a_transcript_says_why_there_is_no_looking_back() {
    let mut stage = Stage::new();
    stage.happen(Update::Failed(Failure::Network("Too many players have left.".into())));
    let why = "Look back, step by step (there is no transcript of it)";
    assert!(stage.shown().contains(why), "{}", stage.shown());
    stage.keys("1\n");
    assert!(stage.shown().contains("the end"), "nothing else is shown");
    stage.keys("t");
    assert!(stage.shown().contains("there is no transcript of it"));
}

#[test]
fn what_is_too_long_to_be_said_stays_where_it_is_written() {
    let mut stage = Stage::new();
    stage.keys("m").keys(&"x".repeat(401)).keys("\n");
    assert!(stage.shown().contains("! That is too long"), "{}", stage.shown());
    assert!(stage.script.borrow().said.is_empty());
    stage.press(KeyCode::Backspace).press(KeyCode::Enter);
    assert_eq!(stage.script.borrow().said.len(), 1);
}

#[test]
fn a_line_can_be_mended_in_its_middle() {
    let mut stage = Stage::new();
    stage.keys("mhelo").press(KeyCode::Left).keys("l").press(KeyCode::Home).keys("oh ");
    stage.press(KeyCode::End).keys("xé").press(KeyCode::Left).press(KeyCode::Backspace);
    stage.press(KeyCode::Enter);
    assert_eq!(stage.script.borrow().said, [(None, "oh helloé".into())]);
}

#[test]
fn the_cursor_is_in_sight_wherever_it_is_in_a_long_line() {
    let mut stage = Stage::new();
    stage.keys("mfirst").keys(&"-".repeat(100)).keys("last");
    assert!(stage.shown().contains("last") && !stage.shown().contains("first"));
    stage.press(KeyCode::Home);
    assert!(stage.shown().contains("first") && !stage.shown().contains("last "));
}

#[test]
fn whoever_reads_or_writes_is_told_when_they_are_asked_something() {
    for key in ["r", "?", "mhello", "q"] {
        let mut stage = Stage::new();
        stage.keys(key);
        assert!(
            !stage.shown().contains("» You are asked"),
            "they know what they were asked before"
        );
        stage.ask(Menu::new("And now?", "R-2").with(Entry::pass("Pass")));
        assert!(stage.shown().contains("» You are asked "), "{}", stage.shown());
        stage.script.borrow_mut().left = Some(Duration::from_millis(2500));
        stage.look();
        assert!(stage.shown().contains("» You are asked: 3 s "), "{}", stage.shown());
        stage.script.borrow_mut().menu = None;
        stage.look();
        assert!(!stage.shown().contains("» You are asked"), "{}", stage.shown());
    }
}

#[test]
fn proofs_that_come_while_they_are_read_about_are_shown() {
    let mut stage = Stage::new();
    stage.keys("t");
    assert!(!stage.shown().contains("✓ Step"));
    stage.happen(Update::Trust(Seat::new(1), 9, Proven::Shares(1)));
    assert!(stage.shown().contains("✓ Step 9: Ada took"), "{}", stage.shown());
}

#[test]
fn what_somebody_has_scrolled_to_stays_while_proofs_come() {
    let mut stage = Stage::new();
    (1..60).for_each(|i| stage.happen(Update::Trust(Seat::new(1), i, Proven::Shares(i as usize))));
    stage.keys("tjjjjj");
    let first =
        |stage: &Stage| stage.shown().lines().find(|line| line.contains('✓')).unwrap().to_owned();
    let before = first(&stage);
    stage.happen(Update::Trust(Seat::new(1), 60, Proven::Shares(60)));
    assert_eq!(first(&stage), before);
}

#[test]
fn keys_do_nothing_on_a_screen_that_is_too_small_to_show_it() {
    let mut stage = Stage::new();
    stage.runner().event(&Event::Resize(20, 5));
    stage.keys("4\n");
    assert_eq!(stage.chosen(), [0; 0]);
    stage.runner().event(&Event::Resize(80, 24));
    stage.keys("4\n");
    assert_eq!(stage.chosen(), [3]);
}

#[test]
fn the_table_is_seen_anew_with_every_proof_though_nothing_is_said() {
    let mut stage = Stage::new();
    stage.script.borrow_mut().hand.push((Handle(9), Face(2)));
    let name = games::knives::GAME.face(Face(2)).short;
    stage.happen(Update::Trust(Seat::new(1), 9, Proven::Shares(1)));
    assert!(stage.shown().contains(&format!("│{name}")), "{}", stage.shown());
}

#[test]
fn a_vote_to_go_on_is_offered_in_time_and_asked_once() {
    let mut stage = Stage::new();
    stage.keys("o");
    assert!(!stage.shown().contains("Vote to go on"));
    stage.script.borrow_mut().waiting = [Seat::new(1)].into_iter().collect();
    stage.happen(Update::Waiting);
    assert!(stage.shown().contains("o votes to go on"), "{}", stage.shown());
    stage.keys("on");
    assert!(!stage.script.borrow().voted);
    stage.keys("oy");
    assert!(stage.script.borrow().voted);
    assert!(stage.shown().contains("You vote to go on"));
}

#[test]
fn a_vote_that_ends_the_match_is_not_called_one_to_go_on() {
    let mut stage = Stage::new();
    stage.script.borrow_mut().ends = true;
    stage.script.borrow_mut().waiting = [Seat::new(1)].into_iter().collect();
    stage.happen(Update::Waiting);
    let flat = |stage: &Stage| stage.shown().split_whitespace().collect::<Vec<_>>().join(" ");
    let told = flat(&stage);
    assert!(told.contains("o ends the match."), "{told}");
    assert!(told.contains("o end the match"), "{told}");
    assert!(!told.contains("votes to go on") && !told.contains("may go on without"), "{told}");
    stage.keys("oy");
    assert!(flat(&stage).contains("You end the match"), "{}", stage.shown());
}

#[test]
fn a_yes_is_a_vote_about_those_whom_the_question_named() {
    let mut stage = Stage::new();
    let away = |stage: &mut Stage, seats: &[u8]| {
        stage.script.borrow_mut().waiting = seats.iter().map(|seat| Seat::new(*seat)).collect();
        stage.happen(Update::Waiting);
    };
    away(&mut stage, &[1]);
    stage.keys("o");
    away(&mut stage, &[0, 1]);
    stage.keys("y");
    assert!(!stage.script.borrow().voted);
    assert!(stage.shown().contains("without Ann and Ada?"), "{}", stage.shown());
    stage.keys("y");
    assert!(stage.script.borrow().voted);
    let mut stage = Stage::new();
    away(&mut stage, &[1]);
    stage.keys("o");
    away(&mut stage, &[]);
    stage.keys("y");
    assert!(!stage.script.borrow().voted);
    assert!(stage.shown().contains("You have not voted"), "{}", stage.shown());
}

#[test]
fn the_clock_of_a_window_is_shown_whether_something_is_asked_or_not() {
    let mut stage = Stage::new();
    stage.script.borrow_mut().left = Some(Duration::from_millis(2500));
    stage.look();
    assert!(stage.shown().contains("3 s · Well? [R-1]"), "{}", stage.shown());
    stage.keys("\n");
    stage.look();
    assert!(stage.shown().contains("Everybody may react: 3 s"), "{}", stage.shown());
}

/// Ann's seat that is there.
fn at(state: SeatState) -> Arc<Snapshot> {
    let person = PersonShown { name: "Ann".into(), ..PersonShown::default() };
    Arc::new(Snapshot { at: Cursor(0), person, settings: Settings::default(), state })
}

fn app_at(state: SeatState, homely: bool) -> App {
    seat::games::offer(games::GAMES);
    App::new(at(state), true, homely, Rect::new(0, 0, 80, 24))
}

/// The seat is there from now on.
fn comes_to(app: &mut App, state: SeatState) {
    app.take_in(&at(state), &[], Duration::ZERO);
}

/// A lobby at which Ann sits as the host, with Bob, whose key has changed.
fn lobby(host: bool) -> App {
    app_at(SeatState::Lobby(sight(host, 5)), false)
}

fn sight(host: bool, seats: usize) -> LobbyView {
    seat::games::offer(games::GAMES);
    let game = &games::knives::GAME;
    let chair = |name: &str| SitterShown {
        name: name.into(),
        words: format!("words of {name}"),
        me: name == "Ann",
        here: true,
        changed: name == "Bob",
        ..SitterShown::default()
    };
    let people = vec![chair("Ann"), chair("Bob")];
    let terms = Setup { game: game.info().id.into(), ..Setup::default() }.shown().unwrap();
    let terms = TermsShown { seats: seats as u8, ..terms };
    let leave_question = words::leaving_table(host).into();
    LobbyView { people, terms, host, leave_question, seated: true, ..LobbyView::default() }
}

/// The same with another Bob, who has another key.
fn another_bob(mut sight: LobbyView) -> LobbyView {
    sight.people[1].words = "words of another".into();
    sight
}

/// What keys lead to.
fn effects(app: &mut App, keys: &str) -> Vec<Effect> {
    let key = |key| match key {
        '\n' => KeyCode::Enter,
        '\t' => KeyCode::Tab,
        '>' => KeyCode::Right,
        '<' => KeyCode::Left,
        letter => KeyCode::Char(letter),
    };
    keys.chars().flat_map(|k| app.key(KeyEvent::new(key(k), KeyModifiers::NONE))).collect()
}

/// What keys want of the seat.
fn wants(app: &mut App, keys: &str) -> Vec<Intent> {
    let want = |effect| match effect {
        Effect::Want(intent) => intent,
        other => panic!("{other:?}"),
    };
    effects(app, keys).into_iter().map(want).collect()
}

/// What keys in the lobby want, as a host or a guest.
fn deeds(host: bool, keys: &str) -> Vec<Intent> {
    wants(&mut lobby(host), keys)
}

#[test]
fn enter_in_the_lobby_is_ready() {
    assert_eq!(deeds(true, "\n"), [Intent::Ready { ready: true }]);
    assert_eq!(deeds(false, "\n"), [Intent::Ready { ready: true }]);
}

#[test]
fn enter_does_nothing_once_what_was_chosen_is_gone() {
    let mut app = lobby(true);
    assert_eq!(wants(&mut app, "3\n"), [Intent::AddBot { level: None }]);
    comes_to(&mut app, SeatState::Lobby(sight(true, 2)));
    assert!(effects(&mut app, "\n\n").is_empty(), "no seat is free, and nobody is ready by that");
    assert_eq!(wants(&mut app, "j\n"), [Intent::Ready { ready: true }]);
}

#[test]
fn nobody_is_sent_away_in_the_place_of_somebody_who_has_left() {
    let mut app = lobby(true);
    effects(&mut app, "10");
    comes_to(&mut app, SeatState::Lobby(another_bob(sight(true, 5))));
    assert!(effects(&mut app, "\ny").is_empty());
}

#[test]
fn sending_somebody_away_is_asked_once_and_not_about_who_has_left() {
    let mut app = lobby(true);
    assert!(effects(&mut app, "10\n").is_empty());
    assert!(shown(&app).contains("Send Bob away from the table?"), "{}", shown(&app));
    let mut alone = sight(true, 5);
    alone.people.pop();
    comes_to(&mut app, SeatState::Lobby(alone));
    assert!(effects(&mut app, "y").is_empty());
}

#[test]
fn whether_forced_answers_are_given_for_the_person_is_set_at_home() {
    let mut app = app_at(SeatState::Home(HomeView::default()), true);
    let shown = shown(&app);
    let line = shown.lines().find(|line| line.contains("Do for me what must be done"));
    let number = line.unwrap().split_whitespace().find(|word| word.parse::<u8>().is_ok());
    let wanted = wants(&mut app, &format!("{}\n", number.unwrap()));
    assert!(matches!(&wanted[..], [Intent::Set(settings)] if !settings.play_forced), "{wanted:?}");
}

#[test]
fn nothing_is_chosen_at_home_once_the_chosen_table_is_gone() {
    let table = |key: u8| TableLine {
        id: format!("{key}"),
        name: format!("Table {key}"),
        terms: sight(true, 5).terms,
        ..TableLine::default()
    };
    let home = |tables: Vec<TableLine>| {
        SeatState::Home(HomeView {
            games: vec![Default::default(); 4],
            tables,
            ..HomeView::default()
        })
    };
    let mut app = app_at(home(vec![table(2), table(3)]), true);
    effects(&mut app, "7");
    assert!(shown(&app).contains("› 7 Table 2"), "{}", shown(&app));
    comes_to(&mut app, home(vec![table(3)]));
    assert!(effects(&mut app, "\n").is_empty());
    assert!(!shown(&app).contains("› 7"), "{}", shown(&app));
}

#[test]
fn a_changed_key_is_known_only_when_somebody_says_so() {
    assert_eq!(deeds(false, "2\n\n"), []);
    assert_eq!(deeds(false, "2\nn"), []);
    assert_eq!(deeds(false, "2\ny"), [Intent::Trust { name: "Bob".into() }]);
}

#[test]
fn the_host_changes_terms_and_sends_bots_and_people() {
    assert_eq!(deeds(true, "3\n"), [Intent::AddBot { level: None }]);
    let bot = |level: &str| Intent::AddBot { level: Some(level.into()) };
    assert_eq!(deeds(true, "3>\n"), [bot("hard")]);
    assert_eq!(deeds(true, "3<<\n"), [bot("easy")]);
    let changed = |keys| match deeds(true, keys).as_slice() {
        [Intent::Change(edit)] => edit.clone(),
        other => panic!("{other:?}"),
    };
    let option = |key: &str, value: &str| TermsEdit {
        option: Some((key.into(), value.into())),
        ..TermsEdit::default()
    };
    // Broke, play on, rules, target, then what is survived.
    assert_eq!(changed("5>"), option("broke", "off"));
    assert_eq!(changed("8<"), option("target", "14"));
    assert_eq!(changed("9<"), TermsEdit { survive: Some(0), ..TermsEdit::default() });
    assert_eq!(deeds(true, "10\ny"), [Intent::Dismiss { name: "Bob".into() }]);
}

#[test]
fn terms_that_cannot_be_are_not_asked_for() {
    assert!(deeds(true, "4>").is_empty(), "Knives is for five");
}

#[test]
fn nothing_is_said_about_changing_what_cannot_be_changed() {
    let mut app = lobby(true);
    effects(&mut app, "4");
    let shown = shown(&app);
    assert!(
        shown.contains("› 4 Seats: 5 ") && shown.contains("Knives is for 5 players."),
        "{shown}"
    );
    assert!(!shown.contains("change"), "{shown}");
}

#[test]
fn a_guest_has_no_say_in_the_terms() {
    assert!(deeds(false, "2>").is_empty() && deeds(false, "1<").is_empty());
}

fn say(to: Option<&str>, text: &str) -> Intent {
    Intent::Say { to: to.map(Into::into), text: text.into() }
}

#[test]
fn what_is_written_in_the_lobby_goes_to_all_or_to_one() {
    assert_eq!(deeds(false, "mhello\n"), [say(None, "hello")]);
    assert_eq!(deeds(false, "mhello\t\n"), [say(Some("Bob"), "hello")]);
}

#[test]
fn a_chat_that_was_gone_to_takes_letters() {
    assert_eq!(deeds(false, "\tquick\n"), [say(None, "quick")]);
    assert_eq!(deeds(false, "\t\nquick\n"), [say(None, "quick")]);
    assert_eq!(deeds(false, "\t/whisper Bob hi\n"), [say(Some("Bob"), "hi")]);
    assert_eq!(deeds(false, "\t\t\n"), [Intent::Ready { ready: true }]);
}

#[test]
fn a_whisper_goes_to_nobody_else_once_the_one_it_is_for_has_left() {
    let mut app = lobby(false);
    effects(&mut app, "mpsst\t");
    comes_to(&mut app, SeatState::Lobby(another_bob(sight(false, 5))));
    assert!(effects(&mut app, "\n").is_empty());
    let shown = shown(&app);
    assert!(shown.contains("Bob has left the table.") && shown.contains("psst"), "{shown}");
    assert_eq!(wants(&mut app, "\t\n"), [say(None, "psst")]);
}

/// A match of Ann's, with Bob or somebody else.
fn with(other: &str) -> MatchView {
    let player = |name: &str| PlayerShown {
        name: name.into(),
        words: format!("words of {name}"),
        ..PlayerShown::default()
    };
    let players = vec![player("Ann"), player(other)];
    MatchView { game: "knives".into(), me: Some(0), players, talks: true, ..MatchView::default() }
}

/// Its end, at a table.
fn end(last: MatchView) -> EndView {
    let (result, table) = (Some(ResultShown::default()), Some(sight(false, 5)));
    EndView { last, result, table, rematch: true, seated: true, ..EndView::default() }
}

#[test]
fn a_key_goes_on_from_what_is_told_while_nothing_is_asked() {
    let mut app = app_at(SeatState::Match(Box::new(with("Bob"))), true);
    assert_eq!(wants(&mut app, "j"), [Intent::Hurry]);
}

#[test]
fn what_is_being_written_stays_when_the_match_begins_and_when_it_ends() {
    let mut app = lobby(false);
    effects(&mut app, "mwe q");
    comes_to(&mut app, SeatState::Match(Box::new(with("Bob"))));
    assert!(effects(&mut app, "uit").is_empty());
    comes_to(&mut app, SeatState::End(Box::new(end(with("Bob")))));
    assert_eq!(wants(&mut app, "!\n"), [say(None, "we quit!")]);
}

#[test]
fn a_whisper_that_is_being_written_is_for_the_same_person_in_the_match() {
    let mut app = lobby(false);
    effects(&mut app, "mpsst\t");
    comes_to(&mut app, SeatState::Match(Box::new(with("Bob"))));
    assert_eq!(wants(&mut app, "\n"), [say(Some("Bob"), "psst")]);
    let mut app = lobby(false);
    effects(&mut app, "mpsst\t");
    comes_to(&mut app, SeatState::Match(Box::new(with("Cleo"))));
    assert!(effects(&mut app, "\n").is_empty());
    assert!(shown(&app).contains("Bob has left the table."), "{}", shown(&app));
}

#[test]
fn what_is_asked_in_the_lobby_is_gone_when_the_match_begins() {
    let mut app = lobby(false);
    effects(&mut app, "q");
    comes_to(&mut app, SeatState::Match(Box::new(with("Bob"))));
    assert!(effects(&mut app, "y").is_empty());
}

#[test]
fn the_end_tells_who_would_play_again() {
    let mut app = lobby(true);
    comes_to(&mut app, SeatState::End(Box::new(end(with("Bob")))));
    let chat = |from: &str| SeatEvent {
        at: Cursor(0),
        kind: SeatEventKind::Chat {
            from: from.into(),
            seat: None,
            whispered: false,
            text: "I would like to play again.".into(),
            to: None,
        },
    };
    let now = at(SeatState::End(Box::new(end(with("Bob")))));
    app.take_in(&now, &[chat("Bob"), chat("Cleo")], Duration::ZERO);
    for said in ["Bob says: I would like to play again.", "Cleo says: I would like to play again."]
    {
        assert!(shown(&app).contains(said), "{}", shown(&app));
    }
}

#[test]
fn the_lessons_of_a_guided_match_stand_below_what_is_asked() {
    let hints = vec!["Welcome to Knives.".into(), "If you are unsure, bid 3.".into()];
    let view = MatchView { hints, ..with("Bob") };
    let app = app_at(SeatState::Match(Box::new(view)), false);
    for lesson in ["☞ Welcome to Knives.", "☞ If you are unsure, bid 3."] {
        assert!(shown(&app).contains(lesson), "{}", shown(&app));
    }
}

#[test]
fn leaving_the_lobby_asks_once_and_ends_where_there_is_no_home() {
    let mut app = lobby(true);
    assert!(effects(&mut app, "qn").is_empty());
    assert_eq!(wants(&mut app, "qy"), [Intent::Leave]);
    let home = at(SeatState::Home(HomeView::default()));
    assert_eq!(app.take_in(&home, &[], Duration::ZERO), [Effect::Quit]);
}

#[test]
fn a_code_is_asked_for_where_the_table_found_wants_one() {
    let asks_code = Some(TableLine { id: "7".into(), ..TableLine::default() });
    let home = HomeView { asks_code, ..HomeView::default() };
    let mut app = app_at(SeatState::Home(HomeView::default()), true);
    comes_to(&mut app, SeatState::Home(home));
    assert!(shown(&app).contains("ten letters"), "{}", shown(&app));
    let sit = Intent::Sit { table: "7".into(), code: Some("K7QD-3WX9PA".into()) };
    assert_eq!(wants(&mut app, "K7QD-3WX9PA\n"), [sit]);
}

#[test]
fn what_happened_at_a_table_before_it_was_first_drawn_is_told_there() {
    let mut app = app_at(SeatState::Home(HomeView::default()), false);
    let notice = |at, text: &str| SeatEvent {
        at: Cursor(at),
        kind: SeatEventKind::Notice { text: text.into() },
    };
    let said = [notice(2, "Looking."), notice(3, "You sit down as Ann 2.")];
    let table = LobbyView { since: Cursor(3), ..sight(false, 5) };
    app.take_in(&at(SeatState::Lobby(table)), &said, Duration::ZERO);
    let shown = shown(&app);
    assert!(shown.contains("You sit down as Ann 2.") && !shown.contains("Looking."), "{shown}");
}

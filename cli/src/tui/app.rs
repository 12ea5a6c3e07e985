//! The whole application without a terminal: keys and news go in, effects come out, and what there
//! is to see can be drawn at any time.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use ::table::Seats;
use engine::Game;
use net::Code;
use ratatui::{
    Frame,
    buffer::Buffer,
    crossterm::event::{KeyCode, KeyEvent, KeyEventKind, MouseButton, MouseEvent, MouseEventKind},
    layout::{Position, Rect},
    style::Style,
};

use super::{
    end::{Again, End, How, Kept, Then},
    home::{Home, Item},
    house::Settings,
    keys::{self, Act, Can, can},
    lobby::{Deed, Room, Sight},
    overlay::{Overlay, Pages, Reader, Sure, What, Write},
    paint::{Canvas, Target, Text, Theme, atom, below, top, words},
    replay::Replay,
    scene::{Said, Scene, markdown},
    table::{self, Table},
};
use crate::{
    Failure, lobby,
    session::{Session, Update},
    tell,
};

/// What the application wants done.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Choose an entry of the session's menu.
    Choose(usize),
    /// Ask about windows like the last one more or less often.
    Asks,
    /// Pay somebody at the next chance, or not after all.
    Pay,
    /// Begin a match.
    Play(&'static str, usize),
    /// Open a table.
    Host(&'static str),
    /// Look for a table by what was typed.
    Seek(String),
    /// Sit down at a table, or watch it.
    Sit(Box<lobby::Table>, Option<Code>),
    /// Do something at the table before a match.
    Lobby(Deed),
    /// Write something, to somebody or to all.
    Say(Option<Reader>, String),
    /// Vote to go on without these.
    GoOn(Seats),
    /// Play again at the same table.
    Rematch,
    /// Take a seat again.
    Resume(PathBuf),
    /// Give the session up, and the table.
    Leave,
    /// Read, audit and show a transcript.
    Open(PathBuf),
    /// Remember the settings.
    Remember(Settings),
    /// Remember them, and be called by the name in them.
    Rename(Settings),
    /// Ring.
    Bell,
    /// End.
    Quit,
    /// End at once.
    Interrupt,
}

/// The smallest window in which anything can be played.
const LEAST: (u16, u16) = (30, 10);

/// The application.
pub struct App {
    settings: Settings,
    /// Whether colour is allowed at all.
    colour: bool,
    area: Rect,
    screen: Screen,
    /// Where to go back to from a match or a replay; nowhere if it is all there is.
    home: Option<Home>,
    /// The table before and between matches, if the person sits at one.
    room: Room,
    overlay: Option<Overlay>,
    /// Whether the person is asked something since that lies over the table.
    called: bool,
}

enum Screen {
    Home,
    /// Something takes a moment.
    Wait(String),
    Lobby,
    Table(Box<Table>),
    End(Box<End>),
    /// A match to look back at, and the end it was opened from.
    Replay(Box<Replay>, Option<Box<End>>),
}

impl App {
    /// An application that begins at the home screen, if there is one.
    pub fn new(settings: Settings, colour: bool, home: Option<Home>, area: Rect) -> Self {
        let screen =
            if home.is_some() { Screen::Home } else { Screen::Wait("One moment…".into()) };
        let room = Room::default();
        Self { settings, colour, area, screen, home, room, overlay: None, called: false }
    }

    /// The settings as they are now.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Whether there is a home screen to go back to.
    pub fn has_home(&self) -> bool {
        self.home.is_some()
    }

    /// The home screen.
    pub fn home_mut(&mut self) -> Option<&mut Home> {
        self.home.as_mut()
    }

    /// The person sits down at a table before a match, or comes back to it.
    pub fn enter(&mut self, sight: Sight, anew: bool) {
        self.home.iter_mut().for_each(|home| home.notice = None);
        if anew {
            self.room = Room::default();
        }
        self.room.look(sight);
        self.screen = Screen::Lobby;
        self.uncover();
    }

    /// Another screen has come up by itself: what lay over the last one is gone, but not what the person
    /// is writing to others. Its next letters would be keys otherwise.
    fn uncover(&mut self) {
        let others = self.others();
        match &mut self.overlay {
            Some(Overlay::Write(write)) if matches!(write.what(), What::Say) => {
                write.move_to(others);
            }
            overlay => *overlay = None,
        }
    }

    /// The table before a match is seen anew, and this was said or has happened there.
    pub fn room(&mut self, sight: Sight, said: Vec<String>) {
        self.room.look(sight);
        if let Screen::End(end) = &mut self.screen {
            said.iter().for_each(|text| end.hear(text.clone()));
        }
        said.into_iter().for_each(|text| self.room.hear(text));
        let others = self.others();
        match &mut self.overlay {
            Some(Overlay::Write(write)) => write.among(others),
            // What was asked about somebody who has left is not to be confirmed.
            Some(Overlay::Sure(Sure { then: Effect::Lobby(deed), .. }))
                if self.room.question(deed).is_none() =>
            {
                self.overlay = None;
            }
            _ => {}
        }
        self.renew();
    }

    /// Everybody whom the person could write to.
    fn others(&self) -> Vec<Reader> {
        match &self.screen {
            Screen::Table(table) => table.others(),
            Screen::Lobby | Screen::End(_) => self.room.others(),
            Screen::Home | Screen::Wait(_) | Screen::Replay(..) => Vec::new(),
        }
    }

    /// Whether the person is at the table before a match.
    pub fn is_in_lobby(&self) -> bool {
        matches!(self.screen, Screen::Lobby)
    }

    /// Asks for the code of a table.
    pub fn ask_code(&mut self, table: Box<lobby::Table>) {
        self.screen = Screen::Home;
        self.overlay = Some(Overlay::Write(Write::new(What::Code(table), String::new())));
    }

    /// What the person wrote was sent, or why not.
    pub fn said(&mut self, to: Option<&Reader>, text: &str, result: Result<(), String>) {
        let told = match (result, to) {
            (Err(reason), _) => format!("That was not sent: {reason}."),
            (Ok(()), Some((_, name))) => format!("You whisper to {name}: {text}"),
            (Ok(()), None) => format!("You say: {text}"),
        };
        match &mut self.screen {
            Screen::Table(table) => return table.note(told),
            Screen::End(end) => end.hear(told.clone()),
            _ => {}
        }
        self.room.hear(told);
    }

    /// The vote to go on was cast, or whom it was about has changed.
    pub fn voted(&mut self, cast: bool) {
        if let Screen::Table(table) = &mut self.screen {
            match cast {
                true => table.voted(),
                false => table.note("You have not voted: who is away has changed.".into()),
            }
        }
    }

    /// Asks whether to go on without whoever keeps the table waiting now.
    fn ask_vote(&mut self) {
        if let Screen::Table(table) = &mut self.screen {
            let (question, then) = (table.vote.clone(), Effect::GoOn(table.without));
            self.overlay = Some(Overlay::Sure(Sure { question, then }));
        }
    }

    /// Somebody has sat down.
    pub fn sit_down(&mut self, session: &dyn Session, caution: Option<&str>) {
        self.home.iter_mut().for_each(|home| home.notice = None);
        let mut table = Table::new(session);
        table.scene.log.extend(caution.map(|text| Said { text: text.into(), rule: "" }));
        self.screen = Screen::Table(Box::new(table));
        self.uncover();
    }

    /// What was asked for could not be done.
    pub fn fail(&mut self, failure: &Failure) {
        match &mut self.home {
            Some(home) => home.notice = Some(failure.to_string()),
            None => self.screen = Screen::Wait(format!("{failure} q leaves.")),
        }
        if self.home.is_some() {
            self.screen = Screen::Home;
        }
        let others = self.others();
        if let Some(Overlay::Write(write)) = &mut self.overlay {
            write.among(others);
        }
    }

    /// Something to know that stops nothing, told at home.
    pub fn caution(&mut self, what: String) {
        self.home.iter_mut().for_each(|home| home.notice = Some(what.clone()));
    }

    /// A transcript was read.
    pub fn open(&mut self, replay: Replay) {
        let end = match std::mem::replace(&mut self.screen, Screen::Home) {
            Screen::End(end) => Some(end),
            _ => None,
        };
        self.overlay = None;
        self.screen = Screen::Replay(Box::new(replay), end);
    }

    /// The transcript of a match that has ended was audited.
    pub fn audited(&mut self, path: &Path, read: Result<Replay, Failure>) {
        if let Screen::End(end) = &mut self.screen
            && end.kept.as_ref().is_ok_and(|kept| kept.path == path)
        {
            end.audit = Some(read.map_err(|failure| failure.to_string()));
        }
    }

    /// The match has ended.
    pub fn end(&mut self, how: How, kept: Result<Kept, String>, again: Again) {
        if let Screen::Table(table) = &self.screen {
            let (scene, notices) = (table.scene.clone(), table.notices.clone());
            self.screen = Screen::End(Box::new(End::new(scene, how, notices, kept, again)));
            self.uncover();
        }
    }

    /// Takes in what has happened in the session; says whether anything looks different.
    pub fn update(
        &mut self,
        update: &Update,
        session: &dyn Session,
        now: Duration,
    ) -> (bool, Vec<Effect>) {
        let Screen::Table(table) = &mut self.screen else { return (false, Vec::new()) };
        let before = table.menu().cloned();
        let changed = table.update(update, session, now);
        // A question that is no longer asked, or another one, is not to be confirmed.
        if changed
            && table.menu() != before.as_ref()
            && matches!(&self.overlay, Some(Overlay::Sure(sure)) if sure.about_menu())
        {
            self.overlay = None;
        }
        if matches!(update, Update::Ask) {
            self.called = self.overlay.is_some();
        }
        if changed {
            self.renew();
        }
        // In a window only those who could react are asked: others in the room would hear who can.
        let turn = matches!(update, Update::Ask) && !session.is_window();
        let ring = turn && self.settings.bell;
        (changed, if ring { vec![Effect::Bell] } else { Vec::new() })
    }

    /// The session has answered a choice.
    pub fn chosen(&mut self, result: Result<(), String>, session: &dyn Session) {
        if let Screen::Table(table) = &mut self.screen {
            table.look(session);
            if let Err(reason) = result {
                table.refuse(&reason);
            }
        }
    }

    /// How often, or what, the person is asked has changed.
    pub fn asks(&mut self, how: String, session: &dyn Session) {
        if let Screen::Table(table) = &mut self.screen {
            table.look(session);
            table.note(how);
        }
    }

    /// The terminal has another size.
    pub fn resize(&mut self, width: u16, height: u16) {
        self.area = Rect::new(0, 0, width, height);
    }

    /// What can be done now: the footer, the help and the keys all follow from this.
    pub fn can(&self) -> Vec<Can> {
        let Some(overlay) = &self.overlay else { return self.screen_can() };
        let mut list = overlay.can();
        if matches!(overlay, Overlay::Pages(_)) {
            let fault = self.screen_can().into_iter().find(|can| can.by(Act::Fault));
            list.extend(fault);
        }
        list
    }

    /// What can be done where nothing lies over the screen.
    fn screen_can(&self) -> Vec<Can> {
        match &self.screen {
            Screen::Home => self.home.as_ref().map_or_else(Vec::new, Home::can),
            Screen::Wait(_) if self.home.is_some() => vec![can(&[Act::Back, Act::Quit], "back")],
            Screen::Wait(_) => vec![can(&[Act::Quit], "quit")],
            Screen::Lobby => self.room.can(),
            Screen::Table(table) => table.can(),
            Screen::End(end) => end.can(),
            Screen::Replay(replay, _) => replay.can(),
        }
    }

    /// Whether a line is being written.
    pub fn is_writing(&self) -> bool {
        matches!(self.overlay, Some(Overlay::Write(_)))
    }

    /// A key was pressed.
    pub fn key(&mut self, key: KeyEvent) -> Vec<Effect> {
        // What cannot be seen is not done, but one can always leave.
        if too_small(self.area) && keys::act(key) != Some(Act::Interrupt) {
            return Vec::new();
        }
        if let (Some(Overlay::Write(write)), Some(letter)) = (&mut self.overlay, keys::letter(key))
            && key.kind != KeyEventKind::Release
        {
            write.letter(letter);
            return Vec::new();
        }
        match keys::act(key) {
            Some(act) if key.kind != KeyEventKind::Release => {
                let effects = self.act(act);
                // A slash that opens the line is the beginning of a command in it.
                if let (KeyCode::Char('/'), Some(Overlay::Write(write))) =
                    (key.code, &mut self.overlay)
                {
                    write.letter('/');
                }
                effects
            }
            _ => Vec::new(),
        }
    }

    /// The mouse was used.
    pub fn mouse(&mut self, mouse: MouseEvent) -> Vec<Effect> {
        let mut buffer = Buffer::empty(self.area);
        let canvas = self.paint(&mut buffer);
        let target = canvas.target(Position::new(mouse.column, mouse.row));
        let act = match mouse.kind {
            MouseEventKind::ScrollUp => Act::Up,
            MouseEventKind::ScrollDown => Act::Down,
            MouseEventKind::Down(MouseButton::Left) => return self.click(target),
            _ => return Vec::new(),
        };
        match (&mut self.screen, target) {
            (Screen::Table(table), Some(Target::Log(_) | Target::LogPane))
                if self.overlay.is_none() =>
            {
                table.scroll(act);
                Vec::new()
            }
            (Screen::Lobby, Some(Target::Log(_) | Target::LogPane)) if self.overlay.is_none() => {
                self.room.scroll(act);
                Vec::new()
            }
            _ => self.act(act),
        }
    }

    fn click(&mut self, target: Option<Target>) -> Vec<Effect> {
        let again = match (target, &mut self.screen) {
            (Some(Target::Act(act)), _) => return self.act(act),
            (_, _) if self.overlay.is_some() => return Vec::new(),
            (Some(Target::Entry(i)), Screen::Table(table)) => table.point(i),
            (Some(Target::Entry(i)), Screen::End(end)) => end.point(i),
            (Some(Target::Entry(i)), Screen::Lobby) => self.room.point(i),
            (Some(Target::Entry(i)), Screen::Home) => {
                self.home.as_mut().is_some_and(|home| home.point(i))
            }
            (Some(Target::Log(line)), Screen::Replay(replay, _)) => {
                replay.jump(line);
                false
            }
            _ => false,
        };
        if again { self.act(Act::Go) } else { Vec::new() }
    }

    fn act(&mut self, act: Act) -> Vec<Effect> {
        if act == Act::Interrupt {
            return vec![Effect::Interrupt];
        }
        if !self.can().iter().any(|can| can.by(act)) {
            return Vec::new();
        }
        self.called &= self.overlay.is_some();
        match &mut self.overlay {
            // What went wrong lies behind what is read about it.
            Some(Overlay::Pages(_)) if act == Act::Fault => self.overlay = None,
            Some(Overlay::Pages(pages)) => {
                if !pages.act(act, self.area) {
                    self.overlay = None;
                }
                return Vec::new();
            }
            Some(Overlay::Sure(sure)) => {
                let yes = act == Act::Yes;
                let effects = if yes { vec![sure.then.clone()] } else { Vec::new() };
                self.overlay = None;
                return effects.into_iter().flat_map(|effect| self.sure(effect)).collect();
            }
            Some(Overlay::Write(write)) => match act {
                Act::Go => return self.written(),
                Act::Back => {
                    self.overlay = None;
                    return Vec::new();
                }
                _ => {
                    write.act(act);
                    return Vec::new();
                }
            },
            None => {}
        }
        if self.show(act) {
            return Vec::new();
        }
        match &mut self.screen {
            Screen::Home => self.act_home(act),
            Screen::Wait(_) => self.leave(),
            Screen::Lobby => self.act_lobby(act),
            Screen::Table(_) => self.act_table(act),
            Screen::End(_) => self.act_end(act),
            Screen::Replay(replay, _) => {
                if matches!(act, Act::Back | Act::Quit) {
                    return self.leave_replay();
                }
                replay.act(act);
                Vec::new()
            }
        }
    }

    /// What was asked for once more and confirmed.
    fn sure(&mut self, effect: Effect) -> Vec<Effect> {
        match (&effect, &self.screen) {
            (Effect::Leave, _) => self.leave(),
            // A yes is for those whom the question named.
            (Effect::GoOn(named), Screen::Table(table)) if *named != table.without => {
                match table.without.is_empty() {
                    true => self.voted(false),
                    false => self.ask_vote(),
                }
                Vec::new()
            }
            _ => vec![effect],
        }
    }

    /// A line was written.
    fn written(&mut self) -> Vec<Effect> {
        let Some(Overlay::Write(mut write)) = self.overlay.take() else { return Vec::new() };
        let text = write.text().to_owned();
        if text.is_empty() {
            return Vec::new();
        }
        if let Some(why) = write.why_not() {
            write.refuse(why);
            self.overlay = Some(Overlay::Write(write));
            return Vec::new();
        }
        match write.what() {
            What::Say => {
                let (to, text) = write.said();
                vec![Effect::Say(to, text)]
            }
            What::Seek => {
                self.wait("Looking for that table…");
                vec![Effect::Seek(text)]
            }
            What::Code(table) => vec![Effect::Sit(table.clone(), text.parse().ok())],
            What::Name => {
                self.settings.name = Some(text);
                vec![Effect::Rename(self.settings.clone())]
            }
        }
    }

    fn act_lobby(&mut self, act: Act) -> Vec<Effect> {
        match act {
            Act::Quit => {
                let question = lobby::leaving(self.room.is_host()).into();
                self.overlay = Some(Overlay::Sure(Sure { question, then: Effect::Leave }));
                Vec::new()
            }
            Act::Say => {
                self.overlay = Some(Overlay::Write(Write::say(self.room.others())));
                Vec::new()
            }
            _ => match self.room.act(act).map(|deed| (self.room.question(&deed), deed)) {
                Some((Some(question), deed)) => {
                    let then = Effect::Lobby(deed);
                    self.overlay = Some(Overlay::Sure(Sure { question, then }));
                    Vec::new()
                }
                Some((None, deed)) => vec![Effect::Lobby(deed)],
                None => Vec::new(),
            },
        }
    }

    fn act_home(&mut self, act: Act) -> Vec<Effect> {
        let Some(home) = &mut self.home else { return Vec::new() };
        match (act, home.item()) {
            (Act::Quit, _) => vec![Effect::Quit],
            (Act::Go, Some(Item::Play(game, seats))) => {
                vec![Effect::Play(game.info().id, *seats)]
            }
            (Act::Go, Some(Item::Replay(path, _))) => {
                let path = path.clone();
                self.wait("The transcript is read and audited…");
                vec![Effect::Open(path)]
            }
            (Act::Go, Some(Item::Host(game))) => vec![Effect::Host(game.info().id)],
            (Act::Go, Some(Item::Seek)) => {
                self.overlay = Some(Overlay::Write(Write::new(What::Seek, String::new())));
                Vec::new()
            }
            (Act::Go, Some(Item::Table(table))) => vec![Effect::Sit(table.clone(), None)],
            (Act::Go, Some(Item::Resume(path, _))) => vec![Effect::Resume(path.clone())],
            (Act::Go, Some(Item::Set(setting))) => {
                if setting.change(&mut self.settings) {
                    return vec![Effect::Remember(self.settings.clone())];
                }
                let name = home.name().map(str::to_owned).or_else(|| self.settings.name.clone());
                let name = name.unwrap_or_default();
                self.overlay = Some(Overlay::Write(Write::new(What::Name, name)));
                Vec::new()
            }
            _ => {
                home.act(act);
                Vec::new()
            }
        }
    }

    /// Says that something takes a moment.
    pub fn wait(&mut self, what: &str) {
        self.screen = Screen::Wait(what.into());
    }

    fn act_table(&mut self, act: Act) -> Vec<Effect> {
        let Screen::Table(table) = &mut self.screen else { return Vec::new() };
        match act {
            Act::Quit => {
                let question = table.leaving().into();
                self.overlay = Some(Overlay::Sure(Sure { question, then: Effect::Leave }));
                Vec::new()
            }
            Act::Say => {
                self.overlay = Some(Overlay::Write(Write::say(table.others())));
                Vec::new()
            }
            Act::GoOn => {
                self.ask_vote();
                Vec::new()
            }
            Act::Go => self.confirm(),
            Act::Asks => vec![Effect::Asks],
            Act::Pay => vec![Effect::Pay],
            _ => {
                table.act(act);
                Vec::new()
            }
        }
    }

    /// Takes the chosen entry; asks once more if it weighs.
    fn confirm(&mut self) -> Vec<Effect> {
        let Screen::Table(table) = &mut self.screen else { return Vec::new() };
        let Some((i, entry)) = table.entry() else { return Vec::new() };
        if let Some(reason) = table.why_not(i).map(str::to_owned) {
            table.complain(&reason);
            return Vec::new();
        }
        if table.weighs(i) {
            let what = table.scene.words().entry(entry);
            let question = format!("{what}: are you sure? It cannot be taken back.");
            self.overlay = Some(Overlay::Sure(Sure { question, then: Effect::Choose(i) }));
            return Vec::new();
        }
        vec![Effect::Choose(i)]
    }

    fn act_end(&mut self, act: Act) -> Vec<Effect> {
        let Screen::End(end) = &mut self.screen else { return Vec::new() };
        let then = match act {
            Act::Go => end.then(),
            Act::Back | Act::Quit => Then::Leave,
            Act::Fault => Then::Replay,
            _ => {
                end.act(act, self.area);
                return Vec::new();
            }
        };
        match then {
            Then::Leave => self.leave(),
            Then::Again if end.is_at_table() => vec![Effect::Rematch],
            Then::Again => {
                vec![Effect::Play(end.scene.game.info().id, end.scene.names.len())]
            }
            Then::Replay => {
                if let Some(mut replay) = end.replay().cloned() {
                    // A key that jumps to what went wrong does so from here too.
                    replay.act(act);
                    self.open(replay);
                }
                Vec::new()
            }
        }
    }

    fn leave_replay(&mut self) -> Vec<Effect> {
        match std::mem::replace(&mut self.screen, Screen::Home) {
            Screen::Replay(_, Some(end)) => {
                self.screen = Screen::End(end);
                Vec::new()
            }
            _ => self.leave(),
        }
    }

    /// Back home, or out if there is no home.
    fn leave(&mut self) -> Vec<Effect> {
        self.screen = Screen::Home;
        if self.home.is_some() { vec![Effect::Leave] } else { vec![Effect::Leave, Effect::Quit] }
    }

    fn scene(&self) -> Option<&Scene> {
        match &self.screen {
            Screen::Table(table) => Some(&table.scene),
            Screen::End(end) => Some(&end.scene),
            Screen::Replay(replay, _) => Some(replay.scene()),
            Screen::Home | Screen::Wait(_) | Screen::Lobby => None,
        }
    }

    fn theme(&self) -> Theme {
        Theme { colour: self.colour && self.settings.colour }
    }

    /// Opens what a key shows, if it shows anything.
    fn show(&mut self, act: Act) -> bool {
        let found = self.texts(act);
        let shows = found.is_some();
        if let Some((title, texts)) = found {
            let picture = if act == Act::Invite { self.room.picture() } else { Vec::new() };
            let pages = Pages::new(act, title, texts).with_picture(picture);
            self.overlay = Some(Overlay::Pages(pages));
        }
        shows
    }

    /// Shows what is being read as it is now.
    fn renew(&mut self) {
        let Some(Overlay::Pages(pages)) = &self.overlay else { return };
        let found = pages.live().and_then(|by| self.texts(by));
        if let (Some(Overlay::Pages(pages)), Some((_, texts))) = (&mut self.overlay, found) {
            pages.renew(texts, self.area);
        }
    }

    /// What a key shows, with its title.
    fn texts(&self, act: Act) -> Option<(&'static str, Vec<Text>)> {
        let theme = self.theme();
        let scene = self.scene();
        Some(match (act, scene) {
            (Act::Help, _) => ("Help", self.help(theme)),
            (Act::Rules, Some(scene)) => {
                ("Rules", rules(theme, scene.game, scene.view.board.phase))
            }
            (Act::Rules, None) => {
                let game = match &self.screen {
                    Screen::Lobby => self.room.game(),
                    _ => self.home.as_ref().and_then(Home::game),
                };
                ("Rules", rules(theme, game?, ""))
            }
            (Act::Invite, None) => ("Invite others", self.room.invitation(theme)),
            (Act::Whole, None) => ("The table", self.room.whole(theme)),
            (Act::Cards, Some(scene)) => {
                let first = match &self.screen {
                    Screen::Table(table) => table.entry().and_then(|(_, entry)| entry.card),
                    _ => None,
                };
                ("What the cards do", scene.cards(theme, first))
            }
            (Act::Whole, Some(scene)) => ("The whole table", scene.whole(theme)),
            (Act::Trust, Some(_)) => ("What was proven", self.proofs(theme)),
            _ => return None,
        })
    }

    /// What can be done now, and the current menu with why entries are closed.
    fn help(&self, theme: Theme) -> Vec<Text> {
        let mut texts: Vec<Text> = Vec::new();
        let line = |keys: &str, does: &str| {
            let keys = atom(format!("{keys:<16}"), theme.strong()).hanging();
            [vec![keys], words(does, Style::new())].concat()
        };
        texts.extend(self.can().iter().map(|can| line(&can.keys(), &can.explained())));
        texts.push(line("Ctrl-C", "leave at once"));
        texts.push(words(
            "The mouse chooses what it clicks, confirms with a second click, and scrolls.",
            theme.quiet(),
        ));
        if let Screen::Table(table) = &self.screen
            && let Some(menu) = table.menu()
        {
            let told = table.scene.words();
            texts.push(Vec::new());
            texts.push(words(&told.line(&menu.title), theme.strong()));
            for (number, (i, entry)) in (1..).zip(table.listed()) {
                let why =
                    table.why_not(i).map_or(String::new(), |why| format!(" (not now: {why})"));
                texts.push(words(&format!("{number} {}{why}", told.entry(entry)), Style::new()));
            }
        }
        texts
    }

    fn proofs(&self, theme: Theme) -> Vec<Text> {
        match &self.screen {
            Screen::Table(table) => {
                let intro = "Every card is masked by every player. Each proof below was checked by this node when it came, the latest first.";
                let mut texts = vec![words(intro, theme.quiet()), Vec::new()];
                texts.extend(table.proofs().iter().rev().map(|proof| {
                    let mut text = vec![atom("✓", theme.good())];
                    text.extend(words(&proof.what, Style::new()));
                    let took = table::took(proof.took).map(|took| format!("({took})"));
                    text.extend(took.map(|took| atom(took, theme.quiet())));
                    text
                }));
                texts
            }
            Screen::Replay(replay, _) => replay.proofs(theme),
            Screen::End(end) => match (end.replay(), end.why_no_replay()) {
                (Some(replay), _) => replay.audit().texts(theme),
                (None, why) => vec![words(&why.unwrap_or_default(), theme.quiet())],
            },
            Screen::Home | Screen::Wait(_) | Screen::Lobby => Vec::new(),
        }
    }

    /// Draws everything.
    pub fn draw(&self, frame: &mut Frame<'_>) {
        self.paint(frame.buffer_mut());
    }

    fn paint<'b>(&self, buffer: &'b mut Buffer) -> Canvas<'b> {
        let mut canvas = Canvas::new(buffer, self.theme());
        let area = canvas.area();
        if too_small(area) {
            canvas.text(area, &words("A larger window, please.", Style::new()), 0);
            return canvas;
        }
        let body = Rect { height: area.height.saturating_sub(1), ..area };
        match &self.screen {
            Screen::Home => {
                if let Some(home) = &self.home {
                    home.draw(&mut canvas, body, &self.settings);
                }
            }
            Screen::Wait(what) => {
                canvas.text(below(body, body.height / 3), &words(what, Style::new()), 0);
            }
            Screen::Lobby => self.room.draw(&mut canvas, body),
            Screen::Table(table) => table.draw(&mut canvas, body, self.settings.hints),
            Screen::End(end) => end.draw(&mut canvas, body),
            Screen::Replay(replay, _) => replay.draw(&mut canvas, body),
        }
        if let Some(overlay) = &self.overlay {
            let call = match &self.screen {
                Screen::Table(table) if self.called => table.call(),
                _ => None,
            };
            overlay.draw(&mut canvas, body, call.as_deref());
        }
        self.footer(&mut canvas, top(below(area, body.height), 1));
        canvas
    }

    /// The keys, as many as there is room for; help and the way out are never left out.
    fn footer(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let theme = canvas.theme;
        let list = self.can();
        let help = list.iter().position(|can| can.by(Act::Help));
        let out = [Act::Quit, Act::Back];
        let out = out.iter().find_map(|act| list.iter().position(|can| can.by(*act)));
        let kept = |i: usize| Some(i) == help || Some(i) == out;
        let width = |can: &Can| (can.brief().chars().count() + can.does.chars().count() + 3) as u16;
        let wide: u16 =
            list.iter().enumerate().filter(|(i, _)| kept(*i)).map(|(_, c)| width(c)).sum();
        // There is a gap after each but the last.
        let mut room = (area.width + 2).saturating_sub(wide);
        let mut shown = Vec::new();
        for (i, can) in list.iter().enumerate() {
            let wide = width(can);
            if kept(i) || wide <= room {
                room -= if kept(i) { 0 } else { wide };
                shown.push((Some(i) == help, *can));
            }
        }
        shown.sort_by_key(|(last, _)| *last);
        let mut at = 0;
        for (_, can) in shown {
            self.hint(canvas, area, &mut at, can, theme);
        }
    }

    fn hint(&self, canvas: &mut Canvas<'_>, area: Rect, at: &mut u16, can: Can, theme: Theme) {
        let (keys, wide) = (can.brief(), can.brief().chars().count() as u16);
        let does = atom(can.does, theme.quiet());
        let total = wide + 1 + can.does.chars().count() as u16;
        canvas.row(area, &[(*at, atom(keys, theme.strong())), (*at + wide + 1, does)]);
        if let Some(act) = can.acts.first().filter(|act| !act.moves()) {
            canvas.zone(Rect::new(area.x + *at, area.y, total, 1), Target::Act(*act));
        }
        *at += total + 2;
    }
}

fn too_small(area: Rect) -> bool {
    area.width < LEAST.0 || area.height < LEAST.1
}

/// The rules, with the chapter of the current phase first.
fn rules(theme: Theme, game: &dyn Game, phase: &str) -> Vec<Text> {
    let all = game.info().rules;
    let mut texts = Vec::new();
    if let Some(now) = tell::chapter(all, phase) {
        texts.push(words("Now:", theme.mark()));
        texts.extend(markdown(theme, now));
        texts.extend([Vec::new(), words("All the rules:", theme.mark())]);
    }
    texts.extend(markdown(theme, all));
    texts
}

//! The subcommands, one file each, and what they share.

#[cfg(unix)]
mod attach;
mod bench;
mod bot;
mod completions;
mod demo;
mod doctor;
mod games;
mod history;
mod host;
mod id;
mod join;
mod man;
mod play;
mod reach;
mod replay;
mod resume;
mod reveal;
mod rules;
mod seated;
mod sim;
mod tables;
mod verify;
mod watch;
mod web;

use std::{
    io::{self, Write},
    path::PathBuf,
    process::ExitCode,
    str::FromStr,
};

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use engine::{Game, Level, Options};
use proto::OnCheat;
use seat::bots::{BotConfig, Program};

use crate::{Failure, plain, tui};

const HOME: &str = "\
Without a command: the home screen. It takes the options of `nodealer join` for the network, such as \
--loopback; a command takes them after its name.";

/// Card games with hidden roles and hidden hands, with no server and no dealer
#[derive(Parser)]
#[command(name = "nodealer", version, max_term_width = 100, after_help = HOME)]
struct Cli {
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    reaching: reach::NetworkArgs,
    #[command(subcommand)]
    command: Option<Command>,
}

/// What every command takes comes after its own options in its help.
const LAST: usize = 900;

/// What every command takes.
#[derive(Args, Clone)]
struct Common {
    /// Your name at the table
    #[arg(long, global = true, display_order = LAST)]
    name: Option<String>,
    /// Where keys, journals and transcripts live
    #[arg(long, global = true, value_name = "DIR", display_order = LAST)]
    data_dir: Option<PathBuf>,
    /// Say more, on standard error
    #[arg(short, long, global = true, display_order = LAST)]
    verbose: bool,
}

impl Common {
    /// The name given as an option, the one in the settings, or the user's name on this machine.
    fn name(&self) -> String {
        // Windows calls it otherwise.
        let user = ["USER", "USERNAME"].map(|name| std::env::var(name).ok());
        let user = || user.into_iter().flatten().find(|name| !name.is_empty());
        let set = || seat::settings::name(&seat::data::folder(self.data_dir.as_deref()).ok()?);
        self.name.clone().or_else(set).or_else(user).unwrap_or_else(|| "Player".into())
    }
}

#[derive(Subcommand)]
enum Command {
    Play(play::Play),
    Host(host::Host),
    Join(join::Join),
    Tables(tables::Tables),
    Bot(bot::Bot),
    Watch(watch::Watch),
    Resume(resume::Resume),
    Demo(demo::Demo),
    Verify(verify::Verify),
    Replay(replay::Replay),
    Sim(sim::Sim),
    Games(games::Games),
    Rules(rules::Rules),
    Bench(bench::Bench),
    Doctor(doctor::Doctor),
    Id(id::Id),
    #[cfg(unix)]
    Attach(attach::Attach),
    History(history::History),
    Reveal(reveal::Reveal),
    Web(web::Web),
    Man(man::Man),
    Completions(completions::Completions),
}

/// Runs the command line of this process, with these games.
pub fn main(games: &'static [&'static dyn Game]) -> ExitCode {
    seat::games::offer(games);
    let cli = Cli::from_arg_matches(&command().get_matches()).unwrap_or_else(|e| e.exit());
    if cli.common.verbose {
        crate::log::begin();
    }
    match run(&cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            let status = failure.status();
            if status != 0 {
                let told = plain::printable(&failure.to_string());
                let _ = writeln!(io::stderr(), "error: {told}");
            }
            ExitCode::from(status)
        }
    }
}

/// The command line. Network options of the home screen are hidden in its help, since they are not accepted
/// before a subcommand.
fn command() -> clap::Command {
    let home = ["loopback", "port", "grace", "window"];
    Cli::command().long_version(versions()).mut_args(|arg| {
        let hidden = home.contains(&arg.get_id().as_str());
        if hidden { arg.hide(true) } else { arg }
    })
}

/// The versions that players must share: of the protocol, and of the rules they play by.
fn versions() -> String {
    let rules = seat::games::all().iter().map(|game| game.info());
    let rules: String =
        rules.map(|info| format!("\nrules of {}: {}", info.id, info.version)).collect();
    format!("{}\nprotocol: {}{rules}", env!("CARGO_PKG_VERSION"), proto::VERSION)
}

fn run(cli: &Cli) -> Result<(), Failure> {
    if cli.command.is_some() && !cli.reaching.is_usual() {
        let how = "Write the options of the network after the command, as in `nodealer host knives --loopback`.";
        return Err(Failure::Usage(how.into()));
    }
    match &cli.command {
        None if tui::is_possible() => {
            let config = seat::Config { paced: true, ..cli.reaching.config(false) };
            let seated = match reach::person_asked(&cli.common, false) {
                Ok(person) => seated::Seated::open(person, config)?,
                // Another process may use this person's key; a game on this machine needs none.
                Err(why) => {
                    let (offline, folder) =
                        (Some(why.to_string()), reach::folder(&cli.common).ok());
                    let config = seat::Config { reach: None, offline, folder, ..config };
                    let person = seat::person::Person::stranger(&cli.common.name())?;
                    seated::Seated::open(person, config)?
                }
            };
            let (until, what) = (plain::Until::Left, tui::For::Home);
            seated.show(&cli.common, seated::Shown { plain: false, until, what })
        }
        None => Ok(write!(io::stdout(), "{}", command().render_help())?),
        Some(Command::Play(play)) => play.run(&cli.common),
        Some(Command::Host(host)) => host.run(&cli.common),
        Some(Command::Join(join)) => join.run(&cli.common),
        Some(Command::Tables(tables)) => tables.run(),
        Some(Command::Bot(bot)) => bot.run(&cli.common),
        Some(Command::Watch(watch)) => watch.run(&cli.common),
        Some(Command::Resume(resume)) => resume.run(&cli.common),
        Some(Command::Demo(demo)) => demo.run(&cli.common),
        Some(Command::Verify(verify)) => verify.run(&cli.common),
        Some(Command::Replay(replay)) => replay.run(&cli.common),
        Some(Command::Sim(sim)) => sim.run(),
        Some(Command::Games(games)) => games.run(),
        Some(Command::Rules(rules)) => rules.run(),
        Some(Command::Bench(bench)) => bench.run(),
        Some(Command::Doctor(doctor)) => doctor.run(),
        Some(Command::Id(id)) => id.run(&cli.common),
        #[cfg(unix)]
        Some(Command::Attach(attach)) => attach.run(&cli.common),
        Some(Command::History(history)) => history.run(&cli.common),
        Some(Command::Reveal(reveal)) => reveal.run(&cli.common),
        Some(Command::Web(web)) => web.run(&cli.common),
        Some(Command::Man(man)) => man.run(),
        Some(Command::Completions(completions)) => completions.run(),
    }
}

/// Ends the process as an interrupt does, if that is how the person left the screens.
fn leave(left: tui::Left) -> Result<(), Failure> {
    match left {
        tui::Left::Quit => Ok(()),
        tui::Left::Interrupted => std::process::exit(130),
    }
}

/// Reads what happens to a proven cheat.
fn on_cheat(text: &str) -> Result<OnCheat, String> {
    match text {
        "end" => Ok(OnCheat::End),
        "go-on" => Ok(OnCheat::GoOn),
        _ => Err("write `end` or `go-on`".into()),
    }
}

/// How many sit down, and what they agree on.
#[derive(Args, Clone, Default)]
struct Setup {
    /// Number of seats; the game's usual number otherwise
    #[arg(long, value_name = "N", value_parser = number::<usize>, allow_negative_numbers = true)]
    seats: Option<usize>,
    /// A game option, such as `mode=hard`; `nodealer rules GAME` lists them
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = pair)]
    options: Vec<(String, String)>,
    /// How many leavers the table survives (0: the strict table); 1 otherwise, if there are seats enough
    #[arg(long, value_name = "K", value_parser = number::<u8>, allow_negative_numbers = true)]
    survive: Option<u8>,
    #[command(flatten)]
    bots: Strength,
}

/// How well bots play.
#[derive(Args, Clone, Default)]
struct Strength {
    /// How well bots play
    #[arg(long, value_name = "easy|normal|hard", default_value_t)]
    level: Level,
    /// Let this program play the seats of bots: questions on its standard input and answers on its
    /// standard output, a line of JSON each
    #[arg(long, value_name = "COMMAND")]
    exec: Option<String>,
}

impl Strength {
    fn config(&self) -> BotConfig {
        BotConfig { level: self.level, program: self.exec.as_deref().map(Program::new) }
    }
}

impl Setup {
    /// How many leavers a table with this many seats is to survive.
    fn survive(&self, seats: usize) -> Result<u8, Failure> {
        let most = u8::try_from(seats.saturating_sub(2)).unwrap_or(0);
        match self.survive {
            None => Ok(most.min(1)),
            Some(survive) if survive <= most => Ok(survive),
            Some(survive) => Err(Failure::Usage(format!(
                "A table of {seats} seats survives at most {most} leavers, not {survive}. Choose with --survive."
            ))),
        }
    }

    /// The setup for a seat, if the game can be played with it.
    fn wanted(&self, game: &dyn Game) -> Result<seat::Setup, Failure> {
        let (seats, _) = self.agree(game)?;
        Ok(seat::Setup {
            game: game.info().id.into(),
            seats: u8::try_from(seats).ok(),
            options: self.options.clone(),
            survive: self.survive(seats)?,
            level: self.bots.level.name().into(),
            ..seat::Setup::default()
        })
    }

    /// The number of seats and the options, if the game can be played with them.
    fn agree(&self, game: &dyn Game) -> Result<(usize, Options), Failure> {
        let info = game.info();
        let seats = self.seats.unwrap_or(info.usual_seats);
        if seats < info.seats.0 || seats > info.seats.1 {
            return Err(Failure::Usage(format!(
                "{} is for {}, not {seats}. Choose with --seats.",
                info.name,
                players(info.seats)
            )));
        }
        let given = self.options.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        let options = Options::parse(info.options, given)
            .map_err(|e| Failure::Usage(format!("{e}. See `nodealer rules {}`.", info.id)))?;
        Ok((seats, options))
    }
}

/// "5 players", "4 to 8 players".
fn players((least, most): (usize, usize)) -> String {
    if least == most { format!("{least} players") } else { format!("{least} to {most} players") }
}

fn number<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| "it takes a whole number, not too large".into())
}

/// The longest time that may be given, in seconds.
const LONGEST: u64 = 7 * 24 * 60 * 60;

fn seconds(text: &str) -> Result<u64, String> {
    let in_time = |seconds: &u64| *seconds <= LONGEST;
    let parsed = text.parse().ok().filter(in_time);
    parsed.ok_or_else(|| format!("it takes whole seconds, at most {LONGEST} (a week)"))
}

fn pair(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or("write it as KEY=VALUE")?;
    Ok((key.to_owned(), value.to_owned()))
}

/// A game by its id or by the beginning of it.
fn game(prefix: &str) -> Result<&'static dyn Game, String> {
    games_called(prefix).map_err(|fitting| {
        let list = |games: &[&'static str]| games.join(", ");
        match fitting.as_slice() {
            [] => {
                let all: Vec<_> = seat::games::all().iter().map(|game| game.info().id).collect();
                format!("there is no such game; the games are {}", list(&all))
            }
            several => format!("that could be {}", list(several)),
        }
    })
}

fn games_called(prefix: &str) -> Result<&'static dyn Game, Vec<&'static str>> {
    seat::games::find(prefix).ok_or_else(|| {
        let ids = seat::games::all().iter().map(|game| game.info().id);
        ids.filter(|id| !prefix.is_empty() && id.starts_with(prefix)).collect()
    })
}

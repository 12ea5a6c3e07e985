use engine::{
    Ask, Board, Face, FaceInfo, Game, GameInfo, OptionError, OptionSpec, Options, Outcome,
    Playable, Player, Rules, Seat, Table, Values,
};

const SPECS: &[OptionSpec] = &[
    OptionSpec { key: "target", help: "", values: Values::Number(5, 20), default: "15" },
    OptionSpec { key: "mode", help: "", values: Values::Words(&["easy", "hard"]), default: "easy" },
];

fn parse(given: &[(&str, &str)]) -> Result<Options, OptionError> {
    Options::parse(SPECS, given.iter().copied())
}

fn refused(key: &str, value: &str) -> bool {
    matches!(parse(&[(key, value)]), Err(OptionError::Value { .. }))
}

#[test]
fn what_nobody_sets_has_its_default() {
    let options = parse(&[]).unwrap();
    assert_eq!(options.iter().collect::<Vec<_>>(), [("mode", "easy"), ("target", "15")]);
}

#[test]
fn what_somebody_sets_replaces_the_default() {
    let options = parse(&[("target", "20"), ("mode", "hard")]).unwrap();
    assert!(options.number("target") == 20 && options.is("mode", "hard"));
}

#[test]
fn the_last_of_two_settings_counts() {
    assert_eq!(parse(&[("target", "6"), ("target", "7")]).unwrap().number("target"), 7);
}

#[test]
fn an_unknown_key_is_refused_with_the_known_ones() {
    let said = parse(&[("speed", "1")]).unwrap_err().to_string();
    assert_eq!(said, "there is no option `speed`; this game has: target, mode");
}

#[test]
fn a_number_out_of_range_is_refused_with_the_range() {
    let said = parse(&[("target", "21")]).unwrap_err().to_string();
    assert_eq!(said, "`target` cannot be `21`; it takes a number from 5 to 20");
    assert!(refused("target", "4"));
}

#[test]
fn a_number_is_only_taken_in_its_plain_spelling() {
    for value in ["015", "+15", " 15", "15.0", "", "-1", "99999999999"] {
        assert!(refused("target", value), "{value:?}");
    }
}

#[test]
fn an_unknown_word_is_refused_with_the_known_ones() {
    let said = parse(&[("mode", "Hard")]).unwrap_err().to_string();
    assert_eq!(said, "`mode` cannot be `Hard`; it takes easy, hard");
}

#[test]
fn a_key_the_game_does_not_have_reads_as_nothing() {
    let options = parse(&[]).unwrap();
    assert!(options.word("speed").is_empty() && options.number("speed") == 0);
}

/// A game that ends with the target it was started with.
struct Short;

impl Rules for Short {
    type State = u32;
    const INFO: GameInfo = GameInfo {
        id: "short",
        name: "Short",
        version: 1,
        seats: (2, 3),
        usual_seats: 2,
        blurb: "",
        rules: "",
        options: SPECS,
        decks: &[],
    };

    fn start(_: usize, options: &Options) -> u32 {
        options.number("target")
    }

    async fn play(t: &mut Table<u32>) -> Outcome {
        Outcome { summary: engine::text![**t], ..Outcome::default() }
    }

    fn board(_: &u32) -> Board {
        Board::default()
    }

    fn face(_: Face) -> FaceInfo {
        crate::common::PLAIN
    }

    fn bot(_: Seat, _: u64) -> impl Player<u32> + Clone {
        Never
    }

    fn autopilot(_: &Ask<'_>, _: &u32) -> usize {
        0
    }
}

#[derive(Clone)]
struct Never;

impl Player<u32> for Never {
    fn pick(&mut self, _: &Ask<'_>, _: &u32) -> usize {
        0
    }
}

fn start(options: &Options) -> Result<engine::Driver, OptionError> {
    Playable::<Short>::new().start(2, options)
}

#[test]
fn a_game_starts_with_options_of_its_own() {
    let driver = start(&parse(&[("target", "7")]).unwrap()).unwrap();
    assert_eq!(driver.outcome().unwrap().summary, engine::text![7_u32]);
}

#[test]
fn a_game_does_not_start_without_all_its_options() {
    let half = Options::parse(&SPECS[1..], []).unwrap();
    let said = start(&half).err().unwrap().to_string();
    assert_eq!(said, "`target` is not set; it takes a number from 5 to 20");
}

#[test]
fn a_game_does_not_start_with_a_value_that_another_would_take() {
    const WIDE: &[OptionSpec] =
        &[OptionSpec { key: "target", help: "", values: Values::Number(0, 99), default: "0" }];
    let refused = start(&Options::parse(WIDE, []).unwrap()).err();
    assert!(matches!(refused, Some(OptionError::Value { key: "target", .. })), "{refused:?}");
}

#[test]
fn a_game_does_not_start_with_an_option_of_another() {
    const OTHER: &[OptionSpec] =
        &[OptionSpec { key: "speed", help: "", values: Values::Number(0, 9), default: "0" }];
    let specs = [SPECS, OTHER].concat();
    let refused = start(&Options::parse(&specs, []).unwrap()).err();
    assert!(matches!(refused, Some(OptionError::Unknown { .. })), "{refused:?}");
}

#[test]
fn a_rule_is_found_by_its_id_with_all_its_lines() {
    let rules =
        "## Play\n- X-1: One.\n- X-12: Twelve goes\n  on and\n  on.\n- X-2: Two.\n\nMore.\n";
    let info = GameInfo { rules, ..Short::INFO };
    assert_eq!(info.rule("X-12").as_deref(), Some("Twelve goes on and on."));
    assert_eq!(info.rule("X-1").as_deref(), Some("One."));
    assert_eq!(info.rule("X-2").as_deref(), Some("Two."));
    assert_eq!(info.rule("X-3"), None);
}

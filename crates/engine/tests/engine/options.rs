use engine::{OptionError, OptionSpec, Options, Values};

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

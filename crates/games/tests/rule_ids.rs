//! Every numbered rule and ruling stands in the code where it acts, in the name of a test, and in the
//! rules text, so that whoever reads an id in a log finds what it says.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "it reads the sources")]

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use engine::{
    BotKind, Options,
    clear::{ClearGame, bots},
};

/// A prefix and a number.
type Id = (&'static str, u32);

/// A game, its folder, the last of its rules and the last of its rulings.
const BOOKS: [(&str, &str, Id, Id); 4] = [
    ("knives", "knives", ("KNV-", 52), ("K-A", 20)),
    ("never-bring-a-knife", "never_bring_a_knife", ("NBAK-", 58), ("N-A", 19)),
    ("suspicion", "suspicion", ("SUS-", 33), ("S-A", 17)),
    ("no-honor", "no_honor", ("NHAT-", 113), ("H-A", 38)),
];
/// How the cards of No Honor Among Thieves are read.
const READING: Id = ("C", 13);

#[test]
fn every_rule_is_in_the_code_and_in_the_name_of_a_test() {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut missing = Vec::new();
    for (id, folder, rules, rulings) in BOOKS {
        if !games::GAMES.iter().any(|game| game.info().id == id) {
            continue;
        }
        let ids: Vec<Id> = [rules, rulings]
            .into_iter()
            .flat_map(|(prefix, count)| (1..=count).map(move |n| (prefix, n)))
            .collect();
        let here = rust_files(&home.join("src").join(folder));
        let (tests, code): (Vec<_>, Vec<_>) =
            here.into_iter().partition(|path| is_test(path, &home.join("src")));
        let acts = code.iter().filter(|path| !tells_or_guesses(path));
        let code: String = acts.map(|path| without_tests(&read(path))).collect();
        let shared = rust_files(&home.join("tests"));
        let texts = code_tests(&home.join("src").join(folder)).into_iter();
        let texts = texts.chain(tests.iter().chain(&shared).map(|path| read(path)));
        let names: Vec<String> = texts.flat_map(|text| test_names(&text)).collect();

        let cited = cited(&code, &ids);
        let tested = tested(&names, &ids);
        let lacks = |place: &str, found: &BTreeSet<Id>| {
            let list: Vec<String> = ids
                .iter()
                .filter(|i| !found.contains(i))
                .map(|(p, n)| format!("{p}{n:02}"))
                .collect();
            (!list.is_empty()).then(|| format!("{id}, {place}: {}", list.join(" ")))
        };
        missing.extend(lacks("not in the code", &cited));
        missing.extend(lacks("not in the name of a test", &tested));
    }
    assert!(missing.is_empty(), "missing:\n{}", missing.join("\n"));
}

/// An id as code and texts write it: rules with two digits, rulings as they are.
fn written((prefix, n): Id) -> String {
    if prefix.ends_with('-') { format!("{prefix}{n:02}") } else { format!("{prefix}{n}") }
}

#[test]
fn every_rule_and_ruling_stands_in_the_rules_text_by_its_id() {
    for (id, _, rules, rulings) in BOOKS {
        let game = games::find(id).unwrap();
        let reading = (id == "no-honor").then_some(READING);
        let books = [rules, rulings].into_iter().chain(reading);
        for id in books.flat_map(|(prefix, last)| (1..=last).map(move |n| written((prefix, n)))) {
            let told = game.info().rule(&id).unwrap_or_default();
            assert!(told.len() > 5, "{id}: {told:?}");
            let items = game.info().rules.matches(&format!("\n- {id}: ")).count();
            assert_eq!(items, 1, "{id}");
        }
    }
}

/// The quoted ids in code, such as "NHAT-12": all that could ever be named in a log or a menu.
fn quoted(code: &str) -> BTreeSet<String> {
    let shape = |text: &str| {
        let digits = text.trim_start_matches(|c: char| c.is_ascii_uppercase() || c == '-');
        let prefix = &text[..text.len() - digits.len()];
        let short = prefix.len() <= 5 && !prefix.is_empty() && digits.len() <= 3;
        short && !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit())
    };
    code.split('"').filter(|text| shape(text)).map(ToOwned::to_owned).collect()
}

#[test]
fn every_id_that_code_could_name_stands_in_the_rules_text() {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (id, folder, ..) in BOOKS {
        let info = games::find(id).unwrap().info();
        let files = rust_files(&home.join("src").join(folder)).into_iter();
        let code = files.filter(|path| !is_test(path, &home.join("src")));
        let code: String = code.map(|path| without_tests(&read(&path))).collect();
        let named = quoted(&code);
        assert!(named.len() > 10, "{id}: {named:?}");
        let lost: Vec<_> = named.iter().filter(|id| info.rule(id).is_none()).collect();
        assert!(lost.is_empty(), "{id}: {lost:?}");
    }
}

#[test]
fn every_id_that_is_named_in_play_stands_in_the_rules_text() {
    for game in games::GAMES {
        let info = game.info();
        let options = Options::parse(info.options, []).unwrap();
        let mut named = BTreeSet::new();
        for seed in 0..4 {
            let mut players = bots(*game, BotKind::Random, info.usual_seats, seed);
            let mut clear = ClearGame::new(*game, info.usual_seats, &options, seed).unwrap();
            while clear.driver.outcome().is_none() {
                clear.step(|ask, state| {
                    let entries = ask.menu.entries.iter().map(|entry| entry.rule);
                    named.extend(entries.chain([ask.menu.rule]));
                    players[ask.seat].pick(&ask, state)
                });
                named.extend(clear.driver.take_events().iter().map(|event| event.rule));
            }
        }
        named.remove("");
        assert!(named.len() > 5, "{}: {named:?}", info.id);
        let lost: Vec<_> = named.into_iter().filter(|id| info.rule(id).is_none()).collect();
        assert!(lost.is_empty(), "{}: {lost:?}", info.id);
    }
}

/// The ids that stand in a text as `KNV-07` or `KNV-7`.
fn cited(text: &str, ids: &[Id]) -> BTreeSet<Id> {
    let mut found = BTreeSet::new();
    for prefix in ids.iter().map(|id| id.0).collect::<BTreeSet<_>>() {
        for (at, _) in text.match_indices(prefix) {
            let inside_a_word =
                text[..at].chars().next_back().is_some_and(|c| c.is_alphanumeric() || c == '-');
            let digits: String =
                text[at + prefix.len()..].chars().take_while(char::is_ascii_digit).collect();
            if !inside_a_word && let Ok(n) = digits.parse() {
                found.insert((prefix, n));
            }
        }
    }
    found
}

/// The ids that stand in names of tests as `knv_07`, `knv_7` or `k_a5`.
fn tested(names: &[String], ids: &[Id]) -> BTreeSet<Id> {
    let spelled = |(prefix, n): &Id| {
        let prefix = prefix.to_lowercase().replace('-', "_");
        [format!("_{prefix}{n}_"), format!("_{prefix}{n:02}_"), format!("_{prefix}{n:03}_")]
    };
    let names: Vec<String> = names.iter().map(|name| format!("_{name}_")).collect();
    let has = |id: &Id| spelled(id).iter().any(|s| names.iter().any(|name| name.contains(s)));
    ids.iter().copied().filter(has).collect()
}

/// The names of the functions under a `#[test]`.
fn test_names(text: &str) -> Vec<String> {
    text.split("#[test]")
        .skip(1)
        .filter_map(|after| Some(after.split_once("fn ")?.1.split_once('(')?.0.to_owned()))
        .collect()
}

/// The code before a file's own `mod tests { … }`.
fn without_tests(text: &str) -> String {
    text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default().to_owned()
}

/// What follows the code in those files.
fn code_tests(folder: &Path) -> Vec<String> {
    let texts = rust_files(folder).into_iter().map(|path| read(&path));
    texts.filter_map(|t| Some(t.split_once("#[cfg(test)]\nmod tests {")?.1.to_owned())).collect()
}

/// Boards and bots follow the rules; they are not where one acts.
fn tells_or_guesses(path: &Path) -> bool {
    ["board.rs", "bot.rs"].iter().any(|name| path.ends_with(name))
        || path.components().any(|part| part.as_os_str() == "bot")
}

fn is_test(path: &Path, src: &Path) -> bool {
    let path = path.strip_prefix(src).unwrap();
    path.components().any(|part| part.as_os_str() == "tests" || part.as_os_str() == "tests.rs")
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

#[test]
fn an_id_is_not_found_inside_a_longer_one() {
    let ids = [("K-A", 1), ("K-A", 12)];
    assert_eq!(cited("K-A12, NBAK-A1", &ids), [("K-A", 12)].into());
    assert_eq!(tested(&["k_a12_is_so".into(), "x_k_a10".into()], &ids), [("K-A", 12)].into());
}

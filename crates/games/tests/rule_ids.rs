//! Every numbered rule and ruling stands in the code where it acts, and in the name of a test.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]
#![allow(clippy::disallowed_methods, reason = "it reads the sources")]

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// A prefix and a number.
type Id = (&'static str, u32);

/// A game, its folder, the last of its rules and the last of its rulings.
const BOOKS: [(&str, &str, Id, Id); 4] = [
    ("knives", "knives", ("KNV-", 52), ("K-A", 20)),
    ("never-bring-a-knife", "never_bring_a_knife", ("NBAK-", 58), ("N-A", 19)),
    ("suspicion", "suspicion", ("SUS-", 33), ("S-A", 17)),
    ("no-honor", "no_honor", ("NHAT-", 113), ("H-A", 35)),
];

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

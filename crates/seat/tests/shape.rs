//! How much one thing may hold.
#![allow(clippy::unwrap_used)]

use std::{
    fs,
    path::{Path, PathBuf},
};

/// A struct of a seat or a screen has at most so many fields, unless a reason stands above it.
const FIELDS: usize = 15;
/// What that reason begins with.
const REASON: &str = "// More than 15 fields: ";

/// The source files below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = entries.flat_map(|path| match path.is_dir() {
        true => sources(&path),
        false => vec![path],
    });
    files.filter(|path| path.extension().is_some_and(|end| end == "rs")).collect()
}

/// The structs of a source file: what each is called, how many fields it has, and whether a reason stands
/// above it.
fn structs(source: &str) -> Vec<(String, usize, bool)> {
    let lines: Vec<&str> = source.lines().collect();
    let begins = |line: &str| {
        let name = line.trim_start_matches("pub(crate) ").trim_start_matches("pub ");
        let name = name.strip_prefix("struct ")?.split([' ', '<']).next()?;
        line.ends_with('{').then(|| name.to_owned())
    };
    let field = |line: &&&str| {
        let named = line.strip_prefix("    ").and_then(|line| line.split_once(':'));
        named.is_some_and(|(name, _)| {
            let name = name.trim_start_matches("pub(crate) ").trim_start_matches("pub ");
            name.chars().all(|c| c.is_ascii_alphanumeric() || "_#".contains(c))
        })
    };
    let found = lines.iter().enumerate().filter_map(|(at, line)| {
        let body = lines[at + 1..].iter().take_while(|line| **line != "}");
        let above = lines[..at].iter().rev().take_while(|line| line.starts_with(['#', '/']));
        let reason = above.into_iter().any(|line| line.starts_with(REASON));
        Some((begins(line)?, body.filter(field).count(), reason))
    });
    found.collect()
}

#[test]
fn no_struct_of_a_seat_or_a_screen_has_many_fields_without_a_reason() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folders = ["crates/seat/src", "crates/web/src", "cli/src"].map(|folder| root.join(folder));
    let mut seen = 0;
    for path in folders.iter().flat_map(|folder| sources(folder)) {
        for (name, fields, reason) in structs(&fs::read_to_string(&path).unwrap()) {
            seen += 1;
            let at = path.display();
            assert!(fields <= FIELDS || reason, "{name} in {at} has {fields} fields");
            assert!(fields > FIELDS || !reason, "{name} in {at} needs no reason");
        }
    }
    assert!(seen > 100, "{seen}");
}

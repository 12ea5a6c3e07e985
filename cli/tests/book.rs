//! What the book tells people to type does what the book says.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The lines after `$` in the blocks of a page that are to be run.
fn commands(page: &str) -> Vec<&str> {
    let blocks = page.split("```").skip(1).step_by(2);
    let blocks = blocks.filter_map(|block| block.strip_prefix("console\n"));
    blocks.flat_map(str::lines).filter_map(|line| line.strip_prefix("$ ")).collect()
}

/// Runs the commands of a page one after another in a folder of its own.
fn run(chapter: &str) {
    let page = fs::read_to_string(root().join("docs/book/src").join(chapter)).unwrap();
    let folder =
        std::env::temp_dir().join(format!("nodealer-book-{}-{chapter}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let lines = commands(&page);
    assert!(!lines.is_empty(), "{chapter} has nothing to run");
    for line in lines {
        let mut words = line.split_whitespace();
        let program = match words.next() {
            Some("nodealer") => env!("CARGO_BIN_EXE_nodealer"),
            Some("python3") if no_python() => continue,
            Some("python3") => "python3",
            other => panic!("{chapter} runs {other:?}"),
        };
        in_folder(&folder, Path::new(program), words);
    }
    fs::remove_dir_all(&folder).unwrap();
}

/// Runs a command in a folder that is also its home, without a terminal. It must end well.
fn in_folder<'a>(folder: &Path, program: &Path, words: impl Iterator<Item = &'a str>) {
    let script = |word: &str| root().join(word).display().to_string();
    let words = words.map(|w| if w.ends_with(".py") { script(w) } else { w.into() });
    let words: Vec<String> = words.collect();
    let mut command = Command::new(program);
    command.args(&words).current_dir(folder).env("HOME", folder).env("XDG_DATA_HOME", folder);
    let ended = command.stdin(Stdio::null()).output().unwrap();
    let said = String::from_utf8_lossy(&ended.stderr);
    assert!(ended.status.success(), "{program:?} {words:?}: {}\n{said}", ended.status);
}

fn no_python() -> bool {
    let missing = Command::new("python3").arg("--version").output().is_err();
    assert!(!missing || std::env::var_os("REQUIRE_PYTHON").is_none(), "python3 is missing");
    if missing {
        eprintln!("SKIPPED: the command that needs python3");
    }
    missing
}

#[test]
fn the_introduction_runs() {
    run("introduction.md");
}

#[test]
fn how_it_works_runs() {
    run("how-it-works.md");
}

#[test]
fn how_to_check_a_match_runs() {
    run("check.md");
}

#[test]
fn how_it_was_tested_runs() {
    run("tested.md");
}

#[test]
fn every_chapter_is_in_the_table_of_contents() {
    let folder = root().join("docs/book/src");
    let contents = fs::read_to_string(folder.join("SUMMARY.md")).unwrap();
    for file in fs::read_dir(&folder).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        let listed = name == "SUMMARY.md" || contents.contains(&format!("({name})"));
        assert!(listed || !name.ends_with(".md"), "{name}");
    }
}

/// What a command prints with `--help`.
fn help(command: &[&str]) -> String {
    let mut nodealer = Command::new(env!("CARGO_BIN_EXE_nodealer"));
    let output = nodealer.args(command).arg("--help").output().unwrap();
    assert!(output.status.success(), "{command:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn readme() -> String {
    fs::read_to_string(root().join("README.md")).unwrap()
}

/// Lines of the README that name a command at their beginning, with or without a person's prompt before it.
fn named(page: &str) -> impl Iterator<Item = (&str, &str)> {
    let blocks = page.split("```").skip(1).step_by(2).flat_map(str::lines);
    blocks.filter_map(|line| {
        let starts = ["cargo run --release -- ", "nodealer ", "ann$ nodealer ", "bob$ nodealer "];
        let rest = starts.iter().find_map(|start| line.strip_prefix(start))?;
        Some((rest.split_whitespace().next()?, rest))
    })
}

/// Checks that commands and options in lines that a person types exist. Returns how many lines there are.
fn check_lines(page: &str) -> usize {
    let mut lines = 0;
    for (command, line) in named(page) {
        let help = help(&[command]);
        // What stands in backticks, or at another person's prompt, is about another command.
        let own = line.split('`').step_by(2).collect::<String>();
        let own = own.split("bob$").next().unwrap();
        let options = own.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
        for option in options.filter(|word| word.starts_with("--") && word.len() > 2) {
            assert!(help.contains(option), "nodealer {command} has no {option}");
        }
        lines += 1;
    }
    lines
}

#[test]
fn the_commands_and_options_that_the_readme_lists_exist() {
    let lines = check_lines(&readme());
    assert!(lines > 15, "{lines} lines were found");
}

#[test]
fn the_commands_and_options_that_the_book_shows_to_people_exist() {
    for chapter in ["play.md", "write-a-bot.md"] {
        let page = fs::read_to_string(root().join("docs/book/src").join(chapter)).unwrap();
        assert!(check_lines(&page) > 1, "{chapter} shows no commands");
    }
}

/// What the README's words in capitals can stand for, in an order in which each command has what it needs.
/// The rest waits for other people, and is run by `lan.rs`, `resume.rs`, `pages.rs` and `terminal.rs`.
const ALONE: [&str; 9] = [
    "play suspicion --plain --seats 2",
    "demo suspicion --seats 2 --seed 1 --out match.nodealer",
    "verify match.nodealer --page match.html",
    "replay match.nodealer",
    "sim suspicion --seats 2 --matches 1 --cheat replaced-card",
    "id --json",
    "history --json",
    "man play",
    "completions zsh",
];

#[test]
fn what_the_readme_lists_and_needs_nobody_else_runs() {
    let folder = std::env::temp_dir().join(format!("nodealer-readme-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let page = readme();
    for line in ALONE {
        let command = line.split(' ').next().unwrap();
        assert!(named(&page).any(|(listed, _)| listed == command), "{command} is not listed");
        in_folder(&folder, Path::new(env!("CARGO_BIN_EXE_nodealer")), line.split(' '));
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn the_readme_names_every_command() {
    let (page, all) = (readme(), help(&[]));
    let commands = all.split("Commands:\n").nth(1).unwrap();
    let commands = commands.lines().take_while(|line| !line.is_empty());
    for command in commands.filter_map(|line| line.split_whitespace().next()) {
        let there = page.contains(&format!("nodealer {command}"));
        assert!(there || command == "help", "{command}");
    }
}

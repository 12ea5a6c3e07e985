//! What the book tells people to type does what the book says.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
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
        let mut command = match words.next() {
            Some("nodealer") => Command::new(env!("CARGO_BIN_EXE_nodealer")),
            Some("python3") if no_python() => continue,
            Some("python3") => Command::new("python3"),
            other => panic!("{chapter} runs {other:?}"),
        };
        let script = |word: &str| root().join(word).display().to_string();
        command.args(words.map(|w| if w.ends_with(".py") { script(w) } else { w.into() }));
        let ended = command
            .current_dir(&folder)
            .env("HOME", &folder)
            .env("XDG_DATA_HOME", &folder)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&ended.stderr);
        assert!(ended.status.success(), "{chapter}: {line}: {}\n{said}", ended.status);
    }
    fs::remove_dir_all(&folder).unwrap();
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
        let starts = ["cargo run --release -- ", "nodealer ", "ann$ nodealer "];
        let rest = starts.iter().find_map(|start| line.strip_prefix(start))?;
        Some((rest.split_whitespace().next()?, rest))
    })
}

#[test]
fn the_commands_and_options_that_the_readme_lists_exist() {
    let page = readme();
    let mut lines = 0;
    for (command, line) in named(&page) {
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
    assert!(lines > 15, "{lines} lines were found");
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

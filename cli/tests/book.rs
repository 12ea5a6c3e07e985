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
fn every_chapter_is_listed_and_every_listed_chapter_is_there() {
    let folder = root().join("docs/book/src");
    let summary = fs::read_to_string(folder.join("SUMMARY.md")).unwrap();
    for file in fs::read_dir(&folder).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        let listed = name == "SUMMARY.md" || summary.contains(&format!("({name})"));
        assert!(listed || !name.ends_with(".md"), "{name}");
    }
    for link in summary.split("](").skip(1) {
        let file = link.split(')').next().unwrap();
        assert!(folder.join(file).exists(), "{file}");
    }
}

/// Paths of the tree that a page names, so that a move of files is noticed.
#[test]
fn the_files_that_the_book_names_are_there() {
    for chapter in fs::read_dir(root().join("docs/book/src")).unwrap() {
        let chapter = chapter.unwrap().path();
        let page = fs::read_to_string(&chapter).unwrap();
        for name in page.split('`').skip(1).step_by(2) {
            let first = name.split('/').next().unwrap_or_default();
            let ours = ["crates", "cli", "proto", "docs", "tests", "fuzz", "examples", ".ci"];
            if !name.contains('/') || !ours.contains(&first) || name.contains("GAME") {
                continue;
            }
            let path = name.split_whitespace().next().unwrap_or_default();
            assert!(root().join(path).exists(), "{}: {path}", chapter.display());
        }
    }
}

/// The targets of a page's links and pictures, without those of the web and of the page itself.
fn links(page: &str) -> Vec<&str> {
    let targets = page.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let targets = targets.map(|target| target.split('#').next().unwrap_or_default());
    targets.filter(|target| !target.is_empty() && !target.contains("://")).collect()
}

#[test]
fn every_chapter_is_in_the_table_of_contents_and_every_link_leads_somewhere() {
    let folder = root().join("docs/book/src");
    let contents = fs::read_to_string(folder.join("SUMMARY.md")).unwrap();
    for file in fs::read_dir(&folder).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        let Some("md") = Path::new(&name).extension().and_then(|end| end.to_str()) else {
            continue;
        };
        assert!(name == "SUMMARY.md" || links(&contents).contains(&name.as_str()), "{name}");
        let page = fs::read_to_string(folder.join(&name)).unwrap();
        for link in links(&page) {
            assert!(folder.join(link).exists(), "{name}: {link}");
        }
    }
}

//! Takes the README's picture of the page that verifies, into `docs/`: `cargo run -p page --example picture`.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use nodealer_tests::{browser::Browser, root};

fn main() {
    let match_with_a_leaver = std::fs::read(root().join("proto/vectors/leaver.transcript"));
    let file = std::env::temp_dir().join(format!("nodealer-page-{}.html", std::process::id()));
    std::fs::write(&file, page::page(Some(&match_with_a_leaver.unwrap()))).unwrap();
    let browser = Browser::open("page picture").expect("a browser");
    browser.resize(900, 1000);
    browser.go_to_file(&file);
    browser.wait_for("the verdict", "return match && match.took !== null");
    let picture = root().join("docs/page.png");
    std::fs::write(&picture, browser.screenshot()).unwrap();
    std::fs::remove_file(file).unwrap();
    println!("{}", picture.display());
}

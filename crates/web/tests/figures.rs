//! Figures of the page, printed by
//! `cargo test --workspace --test figures -- --ignored --nocapture --test-threads 1`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use std::time::{Duration, SystemTime};

use common::page::Page;
use seat::{Intent, SeatState, Setup, shown::Text};
use serde_json::{Value, json};
use web::Screen as _;

#[test]
fn all_assets_together_are_no_larger_than_300_kilobytes() {
    let assets = concat!(env!("CARGO_MANIFEST_DIR"), "/assets");
    let sizes = std::fs::read_dir(assets).unwrap();
    let bytes: u64 = sizes.map(|file| file.unwrap().metadata().unwrap().len()).sum();
    println!("assets: {bytes} bytes");
    assert!(bytes <= 300_000, "{bytes}");
}

fn milliseconds(at: SystemTime) -> f64 {
    at.duration_since(SystemTime::UNIX_EPOCH).unwrap().as_secs_f64() * 1000.0
}

fn median(mut all: Vec<f64>) -> f64 {
    all.sort_by(f64::total_cmp);
    all[all.len() / 2]
}

/// Notes when the table could first be used.
const FIRST: &str = "new MutationObserver((_, watch) => {
    if (!document.querySelector('.table') || !document.querySelector('.entry')) return;
    watch.disconnect();
    requestAnimationFrame(() => setTimeout(() => { window.usable = performance.now(); }));
}).observe(document, { childList: true, subtree: true })";

#[test]
#[ignore = "a figure: see the command above"]
fn from_the_first_paint_to_a_table_that_can_be_used() {
    let Some(page) = Page::playing("first paint", "no-honor", 20) else { return };
    page.browser.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": FIRST }));
    let mut times = (Vec::new(), Vec::new());
    for _ in 0..15 {
        page.browser.go(&format!("http://{}/", page.server.local_addr()));
        let usable = page.browser.wait_for("a table", "return window.usable").as_f64().unwrap();
        let paint =
            "return performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0";
        let painted = page.browser.run(paint).as_f64().unwrap();
        times.0.push(usable);
        times.1.push(usable - painted);
    }
    let (whole, after) = (median(times.0), median(times.1));
    println!("from the address to a table that can be used: {whole:.0} ms (median of 15)");
    println!("from the first paint to it: {after:.0} ms");
}

/// Notes when a changed headline was painted.
const PAINTED: &str = "window.painted = 0;
    new MutationObserver(() => {
      requestAnimationFrame(() => setTimeout(() => { window.painted = performance.timeOrigin + performance.now(); }));
    }).observe(document.querySelector('.headline'), { childList: true, subtree: true, characterData: true })";

/// A terminal draws in its next look at the seat. What the page needs beyond that is less than all it needs.
#[test]
#[ignore = "a figure: see the command above"]
fn from_what_the_seat_knows_to_the_painted_change() {
    let Some(page) = Page::playing("painted", "knives", 8) else { return };
    page.browser.run(PAINTED);
    let mut times = Vec::new();
    for turn in 0..40 {
        page.browser.run("window.painted = 0");
        let now = SystemTime::now();
        page.show(|view| view.board.headline = Text::from(format!("Change {turn}").as_str()));
        let painted =
            page.browser.wait_for("the change", "return window.painted").as_f64().unwrap();
        times.push(painted - milliseconds(now));
        std::thread::sleep(Duration::from_millis(50));
    }
    let middle = median(times.clone());
    times.sort_by(f64::total_cmp);
    println!(
        "from the seat's change to the painted one: median {middle:.1} ms, 36th of 40 {:.1} ms",
        times[35]
    );
}

fn memory(page: &Page) -> (f64, f64, f64) {
    page.browser.devtools("HeapProfiler.collectGarbage", json!({}));
    let metrics = page.browser.devtools("Performance.getMetrics", json!({}));
    let of = |name: &str| {
        let all = metrics["metrics"].as_array().unwrap();
        let found = all.iter().find(|metric| metric["name"] == name);
        found.and_then(|metric| metric["value"].as_f64()).unwrap()
    };
    (of("JSHeapUsedSize"), of("Nodes"), of("JSEventListeners"))
}

#[test]
#[ignore = "a figure: see the command above"]
fn memory_of_the_page_is_flat_over_a_thousand_steps() {
    let Some(page) = Page::open("memory") else { return };
    page.browser.devtools("Performance.enable", json!({}));
    let start = || {
        page.seat.send(Intent::Leave);
        page.seat.send(Intent::PlayHere(Setup { game: "knives".into(), ..Setup::default() }));
        page.browser.wait_for_element(".table");
    };
    start();
    let mut seen = Vec::new();
    for step in 1..=1200 {
        if !matches!(page.seat.snapshot().state, SeatState::Match(_)) {
            start();
        }
        page.seat.play_on(1);
        page.settled();
        if step % 200 == 0 {
            seen.push(memory(&page));
            let (heap, nodes, listeners) = seen[seen.len() - 1];
            println!(
                "after {step} steps: {heap:.0} bytes of heap, {nodes} nodes, {listeners} listeners"
            );
        }
    }
    let (first, last) = (seen[0], seen[seen.len() - 1]);
    assert!(last.0 < first.0 + 4e6, "the heap grows: {first:?} to {last:?}");
    assert!(last.1 < first.1 * 1.5 && last.2 < first.2 * 1.5, "{first:?} to {last:?}");
    assert_eq!(
        page.browser.run("return document.querySelectorAll('.flying').length > 10"),
        Value::Bool(false)
    );
}

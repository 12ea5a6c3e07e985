//! The book's pictures are those that a run draws.
#![allow(clippy::unwrap_used)]

#[path = "../examples/book_pictures.rs"]
#[allow(dead_code)]
mod pictures;

#[test]
fn the_pictures_in_the_book_come_from_this_run() {
    for (name, picture) in pictures::pictures().unwrap() {
        let path = format!("{}/../../docs/book/src/{name}", env!("CARGO_MANIFEST_DIR"));
        let kept = std::fs::read_to_string(path).unwrap();
        assert!(
            kept == picture,
            "{name}: `cargo run -p nodealer-mental --example book_pictures` draws it anew"
        );
    }
}

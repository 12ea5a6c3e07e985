//! The corpus from which fuzzing begins is made of the vectors as they are now.
#![allow(clippy::unwrap_used)]

use std::{collections::BTreeMap, fs, path::Path};

use nodealer_tests::{python, root};

/// Every file of every target, by name.
fn files(corpus: &Path) -> BTreeMap<String, Vec<u8>> {
    let inside = |folder: &Path| -> Vec<_> {
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
    };
    let read = |path: &Path| {
        let name = path.strip_prefix(corpus).unwrap().to_str().unwrap().to_owned();
        (name, fs::read(path).unwrap())
    };
    inside(corpus).iter().flat_map(|target| inside(target)).map(|path| read(&path)).collect()
}

#[test]
fn the_corpus_is_what_the_vectors_make_it() {
    let made = Path::new(env!("CARGO_TARGET_TMPDIR")).join("corpus");
    let _ = fs::remove_dir_all(&made);
    let Some(run) = python("fuzz/seed", &[made.to_str().unwrap()]) else { return };
    assert!(run.success);
    let (made, kept) = (files(&made), files(&root().join("fuzz/corpus")));
    let names = |files: &BTreeMap<String, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&made), names(&kept), "renew it with fuzz/seed");
    assert!(made == kept, "renew it with fuzz/seed");
}

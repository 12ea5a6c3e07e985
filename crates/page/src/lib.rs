//! The verification page: one HTML file with the auditor, compiled to WebAssembly, and a transcript.
//!
//! It can be opened from a folder, without a network, and refers to nothing outside itself, which its
//! content security policy enforces. It checks the match on the reader's own machine, and takes other
//! transcripts by drag and drop.
//!
//! `assets/auditor.wasm.gz` is `crates/auditor`, built by `tools/page`, so that nobody needs the
//! WebAssembly target to build nodealer. A test compares it with the code beside it.
//!
//! ```
//! let html = page::page(None);
//! assert!(html.starts_with("<!doctype html>"));
//! ```

use sha2::{Digest as _, Sha256};

const SHELL: &str = include_str!("../assets/page.html");
const STYLE: &str = include_str!("../assets/page.css");
const SCRIPT: &str = include_str!("../assets/page.js");
const WORKER: &str = include_str!("../assets/worker.js");

/// The auditor, as WebAssembly for WASI, compressed by gzip.
pub const MODULE: &[u8] = include_bytes!("../assets/auditor.wasm.gz");

/// The largest transcript that the auditor takes.
pub const LARGEST: u64 = 64 << 20;

/// The page, with a transcript in it or without.
pub fn page(transcript: Option<&[u8]>) -> String {
    let policy = format!(
        "default-src 'none'; script-src 'sha256-{}' 'wasm-unsafe-eval'; style-src 'sha256-{}'; \
         worker-src blob:; base-uri 'none'; form-action 'none'",
        base64(&Sha256::digest(SCRIPT)),
        base64(&Sha256::digest(STYLE)),
    );
    let parts = [
        ("{{policy}}", policy),
        ("{{style}}", STYLE.to_owned()),
        ("{{worker}}", WORKER.to_owned()),
        ("{{module}}", base64(MODULE)),
        ("{{transcript}}", transcript.map(base64).unwrap_or_default()),
        ("{{script}}", SCRIPT.to_owned()),
    ];
    // Each part is inserted once: inserted text is not searched for further marks.
    let mut page = String::new();
    let mut rest = SHELL;
    for (mark, part) in parts {
        if let Some((before, after)) = rest.split_once(mark) {
            page.push_str(before);
            page.push_str(&part);
            rest = after;
        }
    }
    page + rest
}

/// Bytes in base64, with padding.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let byte = |at: usize| u32::from(three.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for letter in 0..4 {
            let six = (bits >> (18 - 6 * letter) & 63) as usize;
            text.push(if letter <= three.len() { char::from(LETTERS[six]) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_become_base64() {
        let encoded = [&b""[..], b"f", b"fo", b"foo", b"foob"].map(base64);
        assert_eq!(encoded, ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg=="]);
    }

    #[test]
    fn a_page_has_every_part_and_no_mark_left() {
        let page = page(Some(b"foo"));
        assert!(page.contains(">Zm9v</script>"));
        assert!(!page.contains("{{"));
    }

    #[test]
    fn a_page_without_a_transcript_has_at_most_two_megabytes() {
        let size = page(None).len();
        assert!(size <= 2_000_000, "{size}");
    }

    #[test]
    fn a_page_refers_to_nothing_outside() {
        let (shell, code) = (SHELL.to_lowercase(), [STYLE, SCRIPT, WORKER].concat());
        for outside in ["http:", "https:", "src=", "href=\"/", "@import", "url("] {
            assert!(!shell.contains(outside) && !code.contains(outside), "{outside}");
        }
    }
}

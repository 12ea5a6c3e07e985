//! The vectors beside `PROTOCOL.md`: made from fixed seeds, written with `UPDATE_VECTORS=1`, and
//! otherwise compared with what is there.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod cases;
mod charters;
mod closing;
mod complaints;
mod corners;
mod described;
mod edges;
mod encoded;
mod forged;
mod hand;
mod hashing;
mod illegal;
mod limits;
mod mutated;
mod partings;
mod played;
mod recorded;
mod sealed;
mod signatures;
mod turns;
mod verdicts;
mod verify;

use std::{collections::HashMap, fs, path::PathBuf};

use serde_json::{Value, json};

fn path(name: &str) -> PathBuf {
    nodealer_tests::root().join("proto/vectors").join(name)
}

fn updating() -> bool {
    std::env::var_os("UPDATE_VECTORS").is_some()
}

/// Writes a vector file, or compares it.
fn pin(name: &str, content: &[u8]) {
    let path = path(name);
    if updating() {
        fs::write(path, content).unwrap();
    } else {
        let stored = fs::read(path).unwrap_or_default();
        assert!(
            stored == content,
            "{name} has changed; if it should: UPDATE_VECTORS=1 cargo test -p nodealer-tests --test vectors"
        );
    }
}

fn pin_json(name: &str, value: &Value) {
    let mut text = String::new();
    write_json(value, 0, &mut text);
    pin(name, text.as_bytes());
}

/// Bytes as hex. Long ones are a list of parts, where `{times, of}` stands for so many of the same,
/// and `{transcript, from, to}` for bytes of the transcript of that match.
fn in_parts(bytes: &[u8], of_match: &str) -> Value {
    const LONG: usize = 2048;
    const WORTHWHILE: usize = 256;
    if bytes.len() < LONG {
        return verify::hex(bytes).into();
    }
    let known = fs::read(path(&format!("{of_match}.transcript"))).unwrap();
    let places: HashMap<&[u8], usize> = known.windows(WORTHWHILE).zip(0..).collect();
    let mut parts = Vec::new();
    let (mut begin, mut at) = (0, 0);
    while at < bytes.len() {
        let rest = &bytes[at..];
        let repeated = |size: usize| {
            let of = rest.get(..size)?;
            let times = rest.chunks_exact(size).take_while(|next| *next == of).count();
            let part = json!({ "times": times, "of": verify::hex(of) });
            (times > 1 && times * size >= WORTHWHILE).then_some((part, times * size))
        };
        let copied = || {
            let from = *places.get(rest.get(..WORTHWHILE)?)?;
            let size = known[from..].iter().zip(rest).take_while(|(a, b)| a == b).count();
            Some((json!({ "transcript": of_match, "from": from, "to": from + size }), size))
        };
        // The same byte, or the same card in many piles of one.
        match repeated(1).or_else(|| repeated(72)).or_else(copied) {
            Some((part, size)) => {
                parts.extend((begin < at).then(|| verify::hex(&bytes[begin..at]).into()));
                parts.push(part);
                at += size;
                begin = at;
            }
            None => at += 1,
        }
    }
    parts.extend((begin < at).then(|| verify::hex(&bytes[begin..at]).into()));
    parts.into()
}

/// Keys in order, whatever features of `serde_json` are on; short lists and objects on one line.
fn write_json(value: &Value, depth: usize, out: &mut String) {
    let flat = |v: &Value| !v.is_array() && !v.is_object();
    let indent = |out: &mut String, depth| out.extend(core::iter::repeat_n(' ', 2 * depth));
    let parts: Vec<(Option<&String>, &Value)> = match value {
        Value::Array(list) => list.iter().map(|v| (None, v)).collect(),
        Value::Object(map) => {
            let mut entries: Vec<_> = map.iter().map(|(k, v)| (Some(k), v)).collect();
            entries.sort_by_key(|(key, _)| *key);
            entries
        }
        _ => return out.push_str(&value.to_string()),
    };
    let (open, close) = if value.is_array() { ('[', ']') } else { ('{', '}') };
    let one_line = parts.iter().all(|(_, v)| flat(v)) && value.to_string().len() < 100;
    out.push(open);
    for (i, (key, part)) in parts.iter().enumerate() {
        if i > 0 {
            out.push_str(if one_line { ", " } else { "," });
        }
        if !one_line {
            out.push('\n');
            indent(out, depth + 1);
        }
        if let Some(key) = key {
            out.push_str(&format!("\"{key}\": "));
        }
        write_json(part, depth + 1, out);
    }
    if !one_line {
        out.push('\n');
        indent(out, depth);
    }
    out.push(close);
    if depth == 0 {
        out.push('\n');
    }
}

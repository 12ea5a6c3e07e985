//! Mutates encoded messages by the layout of their fields, so that most mutants still decode.

/// Mutates a message: every three bytes of `data` are one change.
pub(super) fn bend(message: &[u8], data: &[u8]) -> Vec<u8> {
    let mut bent = message.to_vec();
    for change in data.chunks_exact(3).take(8) {
        let (what, at, value) = (change[0], change[1], change[2]);
        let at = usize::from(at) * bent.len().max(1) / 256 + usize::from(what >> 4);
        match what & 7 {
            0 => flip(&mut bent, at, value),
            1 => exchange(&mut bent, at, usize::from(value)),
            2 => put(&mut bent, at, &[0; 32]),
            // Small numbers as scalars: 0, 1, 2, …
            3 => put(
                &mut bent,
                at,
                &core::array::from_fn::<u8, 32, _>(|i| if i == 0 { value } else { 0 }),
            ),
            4 => add(&mut bent, at, value),
            5 => put(&mut bent, at, &u64::from(value).to_le_bytes()),
            6 => drop(bent.drain(at.min(bent.len())..(at + usize::from(value)).min(bent.len()))),
            _ => {
                let end = (at + usize::from(value)).min(bent.len());
                let piece = bent[at.min(end)..end].to_vec();
                bent.extend(piece);
            }
        }
    }
    bent
}

fn flip(bytes: &mut [u8], at: usize, value: u8) {
    if let Some(byte) = bytes.get_mut(at) {
        *byte ^= value;
    }
}

/// Swaps the field of 32 bytes at `at` with one that is some fields further on.
fn exchange(bytes: &mut [u8], at: usize, fields: usize) {
    let other = at + 32 * (1 + fields);
    if other + 32 <= bytes.len() {
        let (front, back) = bytes.split_at_mut(other);
        front[at..at + 32].swap_with_slice(&mut back[..32]);
    }
}

fn put(bytes: &mut [u8], at: usize, field: &[u8]) {
    if let Some(old) = bytes.get_mut(at..at + field.len()) {
        old.copy_from_slice(field);
    }
}

/// Adds a small number to a little-endian field of 32 bytes.
fn add(bytes: &mut [u8], at: usize, value: u8) {
    let mut carry = u16::from(value);
    for byte in bytes.iter_mut().skip(at).take(32) {
        carry += u16::from(*byte);
        *byte = carry as u8;
        carry >>= 8;
    }
}

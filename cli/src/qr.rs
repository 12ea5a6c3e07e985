//! A text as a QR code made of characters.

use qrcode::{Color, QrCode};

/// Light modules around the code, which readers need.
const MARGIN: usize = 2;

/// The code as lines, two modules in each character; empty if the text is too long for one.
///
/// Light modules are drawn and dark ones are left blank: most terminals are dark, and most readers accept
/// the inverted picture on light ones.
pub fn lines(text: &str) -> Vec<String> {
    let Ok(code) = QrCode::new(text) else { return Vec::new() };
    let size = code.width() + 2 * MARGIN;
    let inside = |at: usize| at.checked_sub(MARGIN).filter(|at| *at < code.width());
    let light = |x: usize, y: usize| match (inside(x), inside(y)) {
        (Some(x), Some(y)) => code[(x, y)] == Color::Light,
        _ => y < size,
    };
    let row = |y: usize| {
        (0..size)
            .map(|x| match (light(x, y), light(x, y + 1)) {
                (true, true) => '█',
                (true, false) => '▀',
                (false, true) => '▄',
                (false, false) => ' ',
            })
            .collect()
    };
    (0..size).step_by(2).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_square_with_its_corners_in_place() {
        let lines = lines("nodealer:K7QD@192.168.1.20:4100");
        let width = lines[0].chars().count();
        assert_eq!(lines.len(), width.div_ceil(2));
        assert!(lines.iter().all(|line| line.chars().count() == width));
        // A finder pattern: seven dark modules behind the margin, and again at the other end.
        let top: Vec<char> = lines[1].chars().collect();
        assert_eq!(top[..9], ['█', '█', ' ', '▄', '▄', '▄', '▄', '▄', ' ']);
        assert_eq!(top[width - 9..], [' ', '▄', '▄', '▄', '▄', '▄', ' ', '█', '█']);
    }

    #[test]
    fn a_text_too_long_gives_no_code() {
        assert!(lines(&"x".repeat(5000)).is_empty());
    }
}

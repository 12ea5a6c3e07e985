//! A screen as a picture.

use std::fmt::Write;

use ratatui::{
    buffer::{Buffer, Cell},
    style::{Color, Modifier},
};

/// The width and height of a character cell.
const CELL: (usize, usize) = (9, 19);

/// How long each frame of an animation is shown, in seconds.
const STANDS: f32 = 1.6;

/// A screen as an SVG document, in a monospaced font.
pub fn svg(buffer: &Buffer) -> String {
    document(buffer, "", &cells(buffer))
}

/// Screens of one size as an endless animation. Whoever prefers reduced motion sees the first.
pub fn moving_svg(buffers: &[Buffer]) -> String {
    let Some(first) = buffers.first() else { return String::new() };
    let (all, share) = (STANDS * buffers.len() as f32, 100.0 / buffers.len() as f32);
    let style = format!(
        "<style>\n\
         g {{ visibility: hidden; animation: stand {all:.1}s steps(1) infinite }}\n\
         @keyframes stand {{ 0% {{ visibility: visible }} {share:.2}% {{ visibility: hidden }} }}\n\
         @media (prefers-reduced-motion: reduce) {{ g {{ animation: none }} g:first-of-type {{ visibility: visible }} }}\n\
         </style>\n"
    );
    let mut frames = String::new();
    for (number, buffer) in buffers.iter().enumerate() {
        let after = STANDS * number as f32;
        let _ =
            write!(frames, "<g style=\"animation-delay: {after:.1}s\">\n{}</g>\n", cells(buffer));
    }
    document(first, &style, &frames)
}

fn document(buffer: &Buffer, style: &str, drawn: &str) -> String {
    let (columns, rows) = (usize::from(buffer.area.width), usize::from(buffer.area.height));
    let (width, height) = (columns * CELL.0 + 24, rows * CELL.1 + 24);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace\" font-size=\"15\">\n\
         {style}<rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"#1b1e24\"/>\n{drawn}</svg>\n"
    )
}

/// The text in the cells of a screen.
fn cells(buffer: &Buffer) -> String {
    let mut out = String::new();
    for (y, row) in buffer.content().chunks(usize::from(buffer.area.width).max(1)).enumerate() {
        let mut x = 0;
        for run in row.chunk_by(|a, b| style(a) == style(b)) {
            draw(&mut out, run, x, y);
            x += run.len();
        }
    }
    out
}

fn draw(out: &mut String, run: &[Cell], x: usize, y: usize) {
    let Some(first) = run.first() else { return };
    let (fg, bg, bold, dim) = style(first);
    let (left, top) = (x * CELL.0 + 12, y * CELL.1 + 12);
    if let Some(bg) = bg {
        let _ = writeln!(
            out,
            "<rect x=\"{left}\" y=\"{top}\" width=\"{}\" height=\"{}\" fill=\"{bg}\"/>",
            run.len() * CELL.0,
            CELL.1
        );
    }
    let text: String = run.iter().map(Cell::symbol).collect();
    if text.trim().is_empty() {
        return;
    }
    let weight = if bold { " font-weight=\"bold\"" } else { "" };
    let opacity = if dim { " opacity=\"0.65\"" } else { "" };
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let _ = writeln!(
        out,
        "<text x=\"{left}\" y=\"{}\" fill=\"{fg}\" textLength=\"{}\" xml:space=\"preserve\"{weight}{opacity}>{text}</text>",
        top + 14,
        run.len() * CELL.0
    );
}

/// Foreground, background unless it is the default, bold, dim.
fn style(cell: &Cell) -> (&'static str, Option<&'static str>, bool, bool) {
    let fg = match cell.fg {
        Color::Red => "#e06c75",
        Color::Green => "#98c379",
        Color::Yellow => "#e5c07b",
        Color::Blue => "#61afef",
        Color::Magenta => "#c678dd",
        Color::Cyan => "#56b6c2",
        _ => "#d7dae0",
    };
    let has = |modifier| cell.modifier.contains(modifier);
    let (bold, dim) = (has(Modifier::BOLD), has(Modifier::DIM));
    if has(Modifier::REVERSED) { ("#1b1e24", Some(fg), bold, false) } else { (fg, None, bold, dim) }
}

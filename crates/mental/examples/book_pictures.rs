//! Draws the book's pictures of a shuffle and a deal from a real run of both: four cards, three players, all from a seed.
//!
//! `cargo run -p nodealer-mental --example book_pictures` writes them to `docs/book/src`.
#![allow(missing_docs, clippy::indexing_slicing)]

use std::{error::Error, fmt::Write as _, fs, path::Path};

use mental::{
    Card, Context, FaceTable, JointKey, Point, PublicKey, SecretKey, Share, Shares, Shuffle,
    key_commitment, open, open_private,
};
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};

const NAMES: [&str; 3] = ["Ann", "Bob", "Cleo"];
const CARDS: u8 = 4;
const COLOURS: [&str; CARDS as usize] = ["#b3261e", "#1f6feb", "#2e7d32", "#8250df"];

/// The file names and what is in them.
pub(crate) fn pictures() -> Result<[(&'static str, String); 2], Box<dyn Error>> {
    let mut run = Run::new()?;
    let stages = run.shuffle()?;
    Ok([("shuffle.svg", run.draw_shuffle(&stages)?), ("deal.svg", run.draw_deal(&stages)?)])
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/book/src");
    for (name, picture) in pictures()? {
        fs::write(folder.join(name), picture)?;
    }
    Ok(())
}

/// Three players with their keys. Whoever draws holds all three; nobody at a table does.
struct Run {
    rng: ChaCha20Rng,
    secrets: [SecretKey; 3],
    keys: Vec<PublicKey>,
    joint: JointKey,
    faces: FaceTable,
}

fn context(step: u64, seat: usize) -> Context {
    Context::new([0; 32], step, seat as u16)
}

impl Run {
    fn new() -> Result<Self, Box<dyn Error>> {
        let mut rng = ChaCha20Rng::seed_from_u64(3);
        let secrets = [(); 3].map(|()| SecretKey::generate(&mut rng));
        let mut keys = Vec::new();
        for (seat, secret) in secrets.iter().enumerate() {
            let (ctx, blind) = (context(0, seat), [seat as u8; 32]);
            let said = key_commitment(&secret.public(), &blind);
            let proof = secret.prove(&ctx, &mut rng);
            keys.push(PublicKey::verify(&ctx, &said, &secret.public(), &blind, &proof)?);
        }
        let joint = JointKey::new(&keys)?;
        let faces = FaceTable::new("a picture", 0, 1..=CARDS);
        Ok(Self { rng, secrets, keys, joint, faces })
    }

    /// The deck face up, and after each player.
    fn shuffle(&mut self) -> Result<Vec<Vec<Card>>, Box<dyn Error>> {
        let open = (1..=CARDS).filter_map(|face| self.faces.point(face));
        let mut stages = vec![open.map(|point| Card::open(*point)).collect::<Vec<_>>()];
        for seat in 0..3 {
            let before = vec![stages[seat].clone()];
            let shuffle = Shuffle::new(&context(1, seat), &self.joint, &before, &mut self.rng)?;
            let after = shuffle.verify(&context(1, seat), &self.joint, &before)?.into_piles();
            stages.extend(after);
        }
        Ok(stages)
    }

    fn share(&mut self, seat: usize, card: &Card) -> Result<(Share, Point), Box<dyn Error>> {
        let ctx = context(2, seat);
        let message = Shares::new(&ctx, &self.secrets[seat], &[*card], &mut self.rng);
        Ok((message.verify(&ctx, &self.keys[seat], &[*card])?[0], message.shares[0]))
    }

    /// What a card is, with the keys of all three.
    fn face(&mut self, card: &Card) -> Result<u8, Box<dyn Error>> {
        let mut shares = Vec::new();
        for seat in 0..3 {
            shares.push(self.share(seat, card)?.0);
        }
        let point = open(card, &self.joint, &shares)?;
        self.faces.face_of(&point).ok_or_else(|| "no card of this deck".into())
    }

    fn draw_shuffle(&mut self, stages: &[Vec<Card>]) -> Result<String, Box<dyn Error>> {
        let mut places: Vec<Vec<u8>> = Vec::new();
        for stage in stages {
            places.push(stage.iter().map(|card| self.face(card)).collect::<Result<_, _>>()?);
        }
        let (mut lines, mut boxes) = (String::new(), String::new());
        for (x, stage) in stages.iter().enumerate() {
            let title = if x == 0 { "face up".into() } else { format!("after {}", NAMES[x - 1]) };
            text(&mut boxes, (left(x) + 65, 24), "title", &title);
            for (y, card) in stage.iter().enumerate() {
                let colour = COLOURS[usize::from(places[x][y] - 1)];
                card_at(&mut boxes, (left(x), top(y)), card, (x == 0).then_some(places[x][y]));
                let before = x
                    .checked_sub(1)
                    .and_then(|x| places[x].iter().position(|f| *f == places[x + 1][y]));
                if let Some(before) = before {
                    let (from, to) =
                        ((left(x - 1) + 130, top(before) + 24), (left(x), top(y) + 24));
                    let _ = writeln!(
                        lines,
                        r#"<path d="M{} {} C{} {} {} {} {} {}" stroke="{colour}"/>"#,
                        from.0,
                        from.1,
                        from.0 + 30,
                        from.1,
                        to.0 - 30,
                        to.1,
                        to.0,
                        to.1
                    );
                }
            }
        }
        let below = "The lines are drawn with the keys of all three. Each of them knows one bundle of lines; nobody knows two.";
        text(&mut boxes, (360, 290), "note", below);
        Ok(svg((720, 306), &format!("{lines}{boxes}")))
    }

    fn draw_deal(&mut self, stages: &[Vec<Card>]) -> Result<String, Box<dyn Error>> {
        let card = stages[3][0];
        let ((bobs, bob), (cleos, cleo)) = (self.share(1, &card)?, self.share(2, &card)?);
        let seen = open_private(&card, &self.joint, &[bobs, cleos], &self.secrets[0])?;
        let face = self.faces.face_of(&seen).ok_or("no card of this deck")?;
        let mut drawn = String::new();
        let steps = [
            ("the top card", None),
            ("Bob takes his layer off", Some(bob)),
            ("Cleo takes hers off", Some(cleo)),
        ];
        for (x, (title, share)) in steps.iter().enumerate() {
            text(&mut drawn, (left(x) + 65, 24), "title", title);
            match share {
                None => card_at(&mut drawn, (left(x), top(0)), &card, None),
                Some(share) => {
                    let name = if x == 1 { "x_Bob · A" } else { "x_Cleo · A" };
                    boxed(&mut drawn, (left(x), top(0)), [name.into(), short(share)]);
                }
            }
        }
        text(&mut drawn, (left(3) + 65, 24), "title", "only Ann sees");
        boxed(&mut drawn, (left(3), top(0)), [format!("card {face}"), short(&seen)]);
        for x in 0..3 {
            let y = top(0) + 24;
            let _ = writeln!(
                drawn,
                r#"<path d="M{} {y} L{} {y}" stroke="currentColor"/>"#,
                left(x) + 130,
                left(x + 1)
            );
        }
        let below = "Shares are public and proven. The last layer is Ann's own: she takes it off at home, and the point that is left is the face.";
        text(&mut drawn, (360, 122), "note", below);
        Ok(svg((720, 138), &drawn))
    }
}

fn left(column: usize) -> usize {
    20 + column * 183
}

fn top(row: usize) -> usize {
    40 + row * 60
}

/// The first bytes of a point, as they went over the wire.
fn short(point: &Point) -> String {
    let digits: String =
        point.as_bytes().iter().take(6).map(|byte| format!("{byte:02x}")).collect();
    format!("{digits}…")
}

fn card_at(out: &mut String, at: (usize, usize), card: &Card, face: Option<u8>) {
    let first = face.map_or_else(|| short(&card.a), |face| format!("card {face}"));
    boxed(out, at, [first, short(&card.b)]);
}

fn boxed(out: &mut String, (x, y): (usize, usize), lines: [String; 2]) {
    let _ = writeln!(out, r#"<rect x="{x}" y="{y}" width="130" height="48" rx="6"/>"#);
    text(out, (x + 65, y + 20), "bytes", &lines[0]);
    text(out, (x + 65, y + 38), "bytes", &lines[1]);
}

fn text(out: &mut String, (x, y): (usize, usize), class: &str, words: &str) {
    let _ = writeln!(out, r#"<text x="{x}" y="{y}" class="{class}">{words}</text>"#);
}

fn svg((width, height): (usize, usize), inside: &str) -> String {
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" color="#1a1a1a">
<style>
text {{ font: 12px sans-serif; text-anchor: middle; fill: #1a1a1a }}
.title {{ font-weight: bold }} .bytes {{ font-family: monospace }} .note {{ font-size: 11px }}
rect {{ fill: #f6f4ee; stroke: #1a1a1a }} path {{ fill: none; stroke-width: 2 }} .paper {{ fill: #fff; stroke: none }}
</style>
<rect class="paper" width="{width}" height="{height}"/>
{inside}</svg>
"##
    )
}

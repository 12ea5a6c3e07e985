//! The nearest place: the hand as cards that can be chosen, and what else lies there.

use ratatui::{layout::Rect, style::Style};
use seat::shown::{CardShown, LayoutShown, PileShown, PlaceShown};

use super::{
    Drawer, Leads, Naming,
    card::{Group, Size, Spread, in_words},
    things::{has_nothing, is_closed},
};
use crate::tui::{
    fit::{Rank, Thing, fit, rows_for},
    paint::{Canvas, atom, below, top, words},
};

/// The nearest place: its cards one by one, and everything else in words.
pub(crate) struct Own {
    /// The hand, then what else lies there face up or is known to the viewer.
    groups: Vec<Group>,
    /// The hand alone.
    hand: Vec<Group>,
    /// Everything but the hand, in words.
    things: Vec<Thing>,
    /// Everything that has no box.
    beside: Vec<Thing>,
}

/// How much of the nearest place is drawn as boxes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum OwnBoxes {
    /// Everything that can be seen.
    All,
    /// The hand.
    Hand,
    /// Nothing.
    None,
}

impl Own {
    /// The nearest place, with `marked` cards highlighted and what `leads` says about each.
    pub(crate) fn new(drawer: &Drawer<'_>, marked: &[u32], leads: Leads<'_>) -> Self {
        let board = &drawer.view.board;
        let Some(place) = board.seats.get(drawer.near) else {
            return Self {
                groups: Vec::new(),
                hand: Vec::new(),
                things: Vec::new(),
                beside: Vec::new(),
            };
        };
        let tile = |laid: &CardShown| {
            let mut tile = drawer.tile(laid);
            if let Some(card) = laid.card {
                tile.chosen = marked.contains(&card);
                if let Some(lead) = leads(card) {
                    tile.target = Some(lead.target);
                    tile.refused = lead.refused;
                    if let Some(number) = lead.number {
                        tile.above = number.to_string();
                    }
                }
            }
            tile
        };
        let known = |pile: &&PileShown| {
            let slots = pile.layout == LayoutShown::Slots;
            !is_closed(pile) && !pile.cards.is_empty() && (slots || !has_nothing(pile))
        };
        let group = |pile: &PileShown| {
            let tiles = pile.cards.iter().map(tile).collect();
            Group { caption: pile.name.clone(), tiles }
        };
        let mut groups: Vec<Group> = place.piles.iter().filter(known).map(group).collect();
        if let [alone] = &mut groups[..] {
            alone.caption.clear();
        }
        let held = place.piles.iter().filter(|pile| pile.layout == LayoutShown::Hand).filter(known);
        let held = held.map(|pile| Group { caption: String::new(), ..group(pile) }).collect();
        let rest = PlaceShown {
            piles: place.piles.iter().filter(|pile| !known(pile)).cloned().collect(),
            badges: Vec::new(),
            ..place.clone()
        };
        let hand = place.piles.iter().position(|pile| pile.layout == LayoutShown::Hand);
        let piles = place.piles.iter().enumerate().filter(|(i, _)| Some(*i) != hand);
        let all = PlaceShown {
            piles: piles.map(|(_, pile)| pile.clone()).collect(),
            badges: Vec::new(),
            ..place.clone()
        };
        Self {
            groups,
            hand: held,
            things: drawer.place(&all, Naming::Short),
            beside: drawer.place(&rest, Naming::Short),
        }
    }

    fn boxes(&self, boxes: OwnBoxes) -> (&[Group], &[Thing]) {
        match boxes {
            OwnBoxes::All => (&self.groups, &self.beside),
            OwnBoxes::Hand => (&self.hand, &self.things),
            OwnBoxes::None => (&[], &self.things),
        }
    }

    /// Everything in words, the hand with its numbers first.
    pub(crate) fn words(&self, quiet: Style) -> Vec<Thing> {
        let hand = self.hand.first().map(|hand| {
            let hand = &Group { caption: "hand".into(), ..hand.clone() };
            let count = vec![atom(format!("×{}", hand.tiles.len()), quiet)];
            let brief = [words(&hand.caption, quiet), count];
            let thing = Thing::new(Rank::Major(0), in_words(hand, quiet));
            thing.or(brief.concat()).called("hand")
        });
        hand.into_iter().chain(self.things.iter().cloned()).collect()
    }

    /// How many rows it takes with these boxes, and how many more would show everything.
    pub(crate) fn rows(&self, boxes: OwnBoxes, size: Size, width: u16, quiet: Style) -> (u16, u16) {
        let in_words = |things: &[Thing], most: u16| {
            let all = rows_for(&Vec::new(), things, width, false);
            (all.min(most), all.saturating_sub(most))
        };
        if boxes == OwnBoxes::None {
            return in_words(&self.words(quiet), 3);
        }
        let (groups, things) = self.boxes(boxes);
        let (told, more) = if things.is_empty() { (0, 0) } else { in_words(things, 2) };
        (Spread::new(groups, size, width).rows() + told, more)
    }

    /// Draws it with these boxes.
    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, boxes: OwnBoxes, size: Size) {
        let theme = canvas.theme;
        if boxes == OwnBoxes::None {
            let text =
                fit(theme, &Vec::new(), &self.words(theme.quiet()), (area.width, area.height));
            canvas.text(area, &text, 2);
            return;
        }
        let (groups, things) = self.boxes(boxes);
        let spread = Spread::new(groups, size, area.width);
        spread.draw(canvas, top(area, spread.rows()));
        let rest = below(area, spread.rows());
        canvas.text(rest, &fit(theme, &Vec::new(), things, (rest.width, rest.height)), 2);
    }
}

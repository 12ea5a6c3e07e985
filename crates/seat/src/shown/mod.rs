//! The table, its menu and its words as a screen gets them: everything named, nothing left to look up but
//! the faces, which a screen gets once for each game ([`Catalogue`]).

mod board;
mod catalogue;
mod menu;
mod text;

pub use board::{
    BadgeShown, BoardShown, CardShown, FactShown, LatelyShown, LayoutShown, MatShown, PileShown,
    PlaceShown, SheetShown, TokenShown,
};
pub use catalogue::{ArtShown, Catalogue, FaceShown, OptionShown};
pub use menu::{EntryShown, MenuShown};
pub use text::{Span, Text};

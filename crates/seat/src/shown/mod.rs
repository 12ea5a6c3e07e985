//! Board, menu and texts as a screen gets them: everything is named, and nothing has to be looked up but
//! faces, which a screen gets once for each game ([`Catalogue`]).

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

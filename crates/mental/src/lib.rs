//! A mental-poker toolkit on ristretto255.

pub mod point;
pub mod transcript;

pub use point::Point;
pub use transcript::Context;

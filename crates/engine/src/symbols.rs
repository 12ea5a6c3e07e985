//! The names of what can be drawn on cards and tokens. A game uses names from this list; every screen can
//! draw all of them: the terminal as a glyph of one column, the page as a picture.

macro_rules! symbols {
    ($($(#[doc = $doc:literal])* $constant:ident $name:literal $glyph:literal),* $(,)?) => {
        $($(#[doc = $doc])* pub const $constant: &str = $name;)*

        /// Every name, with its glyph for the terminal.
        const LIST: &[(&str, &str)] = &[$(($name, $glyph)),*];
    };
}

symbols! {
    /// The suit.
    HEART "heart" "♥",
    /// The suit.
    CLUB "club" "♣",
    /// The suit.
    DIAMOND "diamond" "♦",
    /// The suit.
    SPADE "spade" "♠",
    /// A knife, as a suit.
    KNIFE "knife" "†",
    /// A ghost.
    GHOST "ghost" "G",
    /// A maid.
    MAID "maid" "M",
    /// A jack.
    JACK "jack" "J",
    /// A queen.
    QUEEN "queen" "Q",
    /// A king.
    KING "king" "K",
    /// A cat.
    CAT "cat" "C",
    /// Two dancers.
    DANCE "dance" "D",
    /// A hound.
    HOUND "hound" "H",
    /// A person who whispers.
    SNITCH "snitch" "S",
    /// A gun.
    GUN "gun" "†",
    /// A bulletproof vest.
    ARMOR "armor" "◊",
    /// Banknotes.
    MONEY "money" "$",
    /// A person who pays for a crime.
    CRIME "crime" "×",
    /// A folder with secrets.
    INTEL "intel" "?",
    /// A target.
    HIT "hit" "‡",
    /// A mole, who changes sides.
    MOLE "mole" "±",
    /// The badge of a cop.
    BADGE "badge" "*",
    /// The mask of a criminal.
    MASK "mask" "#",
    /// A boss.
    BOSS "boss" "!",
    /// A wound.
    WOUND "wound" "●",
    /// A filled circle.
    CIRCLE "circle" "●",
    /// A filled triangle.
    TRIANGLE "triangle" "▲",
    /// A filled square.
    SQUARE "square" "■",
    /// A filled square on its corner.
    RHOMB "rhomb" "◆",
    /// A filled shape with five corners.
    PENTAGON "pentagon" "◗",
    /// A star, which stands for any shape.
    STAR "star" "★",
    /// Two arrows that meet: a counter.
    COUNTER "counter" "⇄",
    /// A fingerprint: evidence.
    FINGERPRINT "fingerprint" "◎",
    /// A face in the dark: a suspect.
    SUSPECT "suspect" "◎",
    /// Evidence that is taken away.
    TAMPER "tamper" "⊖",
    /// A barrier.
    BLOCK "block" "⊘",
    /// A flame.
    BURN "burn" "▲",
    /// Two faces: the skill of lying.
    LIES "lies" "L",
    /// A hood: the skill of not being seen.
    STEALTH "stealth" "S",
    /// An arm: the skill of force.
    MUSCLE "muscle" "M",
    /// A gear wheel: the skill with locks and machines.
    TINKER "tinker" "T",
    /// A coin.
    COIN "coin" "¢",
    /// A treasure.
    TREASURE "treasure" "◆",
    /// A thief.
    THIEF "thief" "@",
    /// A dagger in somebody's back.
    BETRAYAL "betrayal" "§",
    /// Crates: preparations.
    CRATE "crate" "§",
    /// A bell that rings: something goes wrong.
    ALARM "alarm" "§",
    /// A bolt: it can be done now.
    BOLT "bolt" "§",
    /// An arrow back: it answers something.
    REPLY "reply" "§",
    /// A lock.
    LOCK "lock" "#",
    /// The shield of the Watch.
    SHIELD "shield" "#",
    /// A house.
    HOUSE "house" "⌂",
    /// A manor.
    MANOR "manor" "⌂",
    /// A palace.
    PALACE "palace" "⌂",
    /// A sealed letter.
    SEAL "seal" "?",
    /// Bars.
    BARS "bars" "≡",
    /// A skull.
    SKULL "skull" "✝",
    /// Points.
    POINT "point" "•",
}

/// Every name there is, each once.
pub fn all() -> impl Iterator<Item = &'static str> {
    LIST.iter().map(|(name, _)| *name)
}

/// The terminal's glyph of one column for a symbol; `None` for a name that is not listed.
pub fn glyph(name: &str) -> Option<&'static str> {
    LIST.iter().find(|(listed, _)| *listed == name).map(|(_, glyph)| *glyph)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_listed_once_and_has_a_glyph_of_one_character() {
        let mut names: Vec<_> = all().collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        assert!(LIST.iter().all(|(_, glyph)| glyph.chars().count() == 1));
        assert_eq!(glyph("heart"), Some("♥"));
        assert_eq!(glyph("anything else"), None);
    }
}

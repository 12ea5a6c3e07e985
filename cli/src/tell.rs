//! Parts of the rules.

/// The chapter of the rules about a phase, with its heading.
pub(crate) fn chapter<'a>(rules: &'a str, phase: &str) -> Option<&'a str> {
    let heading = format!("## {phase}\n");
    let start =
        if rules.starts_with(&heading) { 0 } else { rules.find(&format!("\n{heading}"))? + 1 };
    let rest = &rules[start..];
    let end = rest[3..].find("\n## ").map_or(rest.len(), |at| at + 3);
    Some(rest[..end].trim_end())
}

#[cfg(test)]
mod tests {
    use super::chapter;

    const RULES: &str = "# A game\n\n## Setup\nDeal.\n\n## Play\nPlay.\n";

    #[test]
    fn a_chapter_ends_where_the_next_begins() {
        assert_eq!(chapter(RULES, "Setup"), Some("## Setup\nDeal."));
    }

    #[test]
    fn the_last_chapter_ends_with_the_text() {
        assert_eq!(chapter(RULES, "Play"), Some("## Play\nPlay."));
    }

    #[test]
    fn a_phase_without_a_chapter_has_none() {
        assert_eq!(chapter(RULES, "Pla"), None);
        assert_eq!(chapter(RULES, ""), None);
    }

    #[test]
    fn a_chapter_may_open_the_text() {
        assert_eq!(chapter("## Play\nPlay.", "Play"), Some("## Play\nPlay."));
    }
}

//! The explanations in a guided match.

use engine::{Game, Lesson, Moment};

/// The lessons of a guided match: each is given once, when its moment comes.
pub(crate) struct Coach {
    left: Vec<&'static Lesson>,
    phase: &'static str,
    /// What was explained since the person last chose.
    hints: Vec<String>,
}

impl Coach {
    pub(crate) fn new(game: &dyn Game) -> Self {
        Self { left: game.lessons().iter().collect(), phase: "", hints: Vec::new() }
    }

    /// Gives the lesson for this moment, unless it was given already.
    pub(crate) fn explain(&mut self, now: Moment) -> Option<&'static str> {
        let at = self.left.iter().position(|lesson| lesson.when == now)?;
        let text = self.left.remove(at).text;
        self.hints.push(text.into());
        Some(text)
    }

    /// Gives the lesson for the phase on the board, if the phase has changed.
    pub(crate) fn enter(&mut self, phase: &'static str) -> Option<&'static str> {
        if phase == self.phase {
            return None;
        }
        self.phase = phase;
        self.explain(Moment::Phase(phase))
    }

    /// Adds what a bot would choose, for somebody who is unsure.
    pub(crate) fn advise(&mut self, words: &str) {
        self.hints.push(format!("If you are unsure, this is a sensible choice: {words}."));
    }

    /// The person has chosen: clears the explanations.
    pub(crate) fn chosen(&mut self) {
        self.hints.clear();
    }

    pub(crate) fn hints(&self) -> &[String] {
        &self.hints
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lesson_is_given_once_and_stays_until_the_person_has_chosen() {
        let game = games::find("suspicion").unwrap();
        let mut coach = Coach::new(game);
        assert_eq!(coach.explain(Moment::Asked("no such rule")), None);
        let told = coach.enter("Turns").unwrap();
        assert_eq!((coach.enter("Turns"), coach.enter("Counters").is_some()), (None, true));
        assert_eq!(coach.enter("Turns"), None, "it was told before");
        assert_eq!((coach.hints().len(), coach.hints()[0].as_str()), (2, told));
        coach.chosen();
        assert_eq!(coach.hints(), [""; 0]);
    }
}

//! What is agreed before a match: the setup of a table, and changes by its host.

use engine::{BySeat, Game, Level, Options, Seat};
use net::lobby::Terms;
use proto::OnCheat;

use crate::{Failure, Setup, TermsEdit, TermsShown, games, lobby, person::BOTS};

/// A setup that was checked.
pub(crate) struct Agreed {
    pub game: &'static dyn Game,
    pub seats: usize,
    pub options: Options,
    pub survive: u8,
    pub level: Level,
}

impl Setup {
    /// Checks the setup's game, seats and options.
    pub(crate) fn agree(&self) -> Result<Agreed, Failure> {
        let game = games::find(&self.game)
            .ok_or_else(|| Failure::Usage(format!("There is no game called {}.", self.game)))?;
        let info = game.info();
        let seats = self.seats.map_or(info.usual_seats, usize::from);
        let (least, most) = info.seats;
        if !(least..=most).contains(&seats) {
            let range =
                if least == most { least.to_string() } else { format!("{least} to {most}") };
            return Err(Failure::Usage(format!("{} is for {range} players.", info.name)));
        }
        let given = self.options.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        let options =
            Options::parse(info.options, given).map_err(|e| Failure::Usage(format!("{e}.")))?;
        let most = u8::try_from(seats.saturating_sub(2)).unwrap_or(0);
        if self.survive > most.max(1) {
            return Err(Failure::Usage(format!(
                "A table of {seats} seats survives at most {most} leavers."
            )));
        }
        let level = level(&self.level)?;
        Ok(Agreed { game, seats, options, survive: self.survive.min(most), level })
    }

    /// The terms of a table with this setup, in words.
    ///
    /// # Errors
    /// If the setup is invalid.
    pub fn shown(&self) -> Result<TermsShown, Failure> {
        self.terms().map(|terms| TermsShown::of(&terms))
    }

    /// The terms of a table with this setup.
    pub(crate) fn terms(&self) -> Result<Terms, Failure> {
        let Agreed { game, seats, options, survive, .. } = self.agree()?;
        let on_cheat = if self.go_on_without_cheats { OnCheat::GoOn } else { OnCheat::End };
        let spectators = self.spectators;
        let usual = lobby::terms(game, seats, &options, survive);
        let window = self.window_s.unwrap_or(usual.window);
        Ok(Terms { on_cheat, spectators, window, ..usual })
    }
}

/// A bot's level by its name.
pub(crate) fn level(name: &str) -> Result<Level, Failure> {
    name.parse().map_err(|_| {
        Failure::Usage("Bots play easy, normal or hard; there is no other level.".into())
    })
}

/// Names for all seats: the person's, and those of bots.
pub(crate) fn names(seats: usize, person: Option<(Seat, &str)>) -> BySeat<String> {
    let mut bots = BOTS.iter().filter(|bot| person.is_none_or(|(_, name)| **bot != name));
    BySeat::new(seats, |seat| match person {
        Some((me, name)) if seat == me => name.to_owned(),
        _ => bots.next().map_or_else(|| seat.to_string(), ToString::to_string),
    })
}

impl TermsEdit {
    /// The terms with this change, for a table at which `sitting` people sit.
    ///
    /// # Errors
    /// If the changed terms are invalid.
    pub fn apply(&self, old: &Terms, sitting: usize) -> Result<Terms, Failure> {
        let mut terms = old.clone();
        if let Some(id) = &self.game
            && *id != terms.game
        {
            let unknown = || Failure::Usage(format!("There is no game called {id}."));
            let game = games::find(id).ok_or_else(unknown)?;
            let info = game.info();
            let (least, most) = info.seats;
            let seats = usize::from(terms.seats).max(sitting).clamp(least, most);
            let options =
                Options::parse(info.options, []).map_err(|e| Failure::Usage(format!("{e}.")))?;
            let Terms { survive, on_cheat, spectators, window, .. } = terms;
            let other = lobby::terms(game, seats, &options, survive);
            terms = Terms { on_cheat, spectators, window, ..other };
        }
        let info = lobby::playable(&terms)?.info();
        let (least, most) = info.seats;
        if let Some(seats) = self.seats {
            in_range("seats", seats, least.max(sitting), most)?;
            terms.seats = seats;
        }
        if usize::from(terms.seats) < sitting {
            return Err(Failure::Usage(format!("{} is for at most {most} players.", info.name)));
        }
        let most = usize::from(terms.seats).saturating_sub(2);
        match self.survive {
            Some(survive) => {
                in_range("survive", survive, 0, most)?;
                terms.survive = survive;
            }
            None => terms.survive = terms.survive.min(u8::try_from(most).unwrap_or(u8::MAX)),
        }
        terms.window = self.window_s.unwrap_or(terms.window);
        if let Some((key, value)) = &self.option {
            terms.options.retain(|(other, _)| other != key);
            terms.options.push((key.clone(), value.clone()));
        }
        let given = terms.options.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        let options =
            Options::parse(info.options, given).map_err(|e| Failure::Usage(format!("{e}.")))?;
        terms.options = options.iter().map(|(k, v)| (k.to_owned(), v.to_owned())).collect();
        Ok(terms)
    }
}

fn in_range(what: &str, number: u8, least: usize, most: usize) -> Result<(), Failure> {
    if (least..=most).contains(&usize::from(number)) {
        return Ok(());
    }
    let range = if least == most { least.to_string() } else { format!("{least} to {most}") };
    Err(Failure::Usage(format!("Write it as {what} and a number; here it can be {range}.")))
}

impl TermsShown {
    /// The terms of a table in words.
    pub(crate) fn of(terms: &Terms) -> Self {
        let game = games::find(&terms.game);
        Self {
            game: terms.game.clone(),
            game_name: game.map_or_else(|| terms.game.clone(), |game| game.info().name.into()),
            rules: terms.rules,
            seats: terms.seats,
            options: terms.options.clone(),
            survive: terms.survive,
            survive_words: lobby::survival(terms.survive, terms.seats),
            on_cheat: match terms.on_cheat {
                OnCheat::End => "A proven cheat ends the match.".into(),
                OnCheat::GoOn => "Whoever is proven to cheat is out, and the match goes on.".into(),
            },
            spectators: terms.spectators,
            lines: lobby::describe(terms),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn knives() -> Terms {
        Setup { game: "knives".into(), ..Setup::default() }.terms().unwrap()
    }

    #[test]
    fn what_is_not_said_of_a_game_is_as_usual() {
        let terms = knives();
        assert_eq!((terms.seats, terms.survive, terms.on_cheat), (5, 1, OnCheat::End));
        assert!(terms.spectators);
    }

    #[test]
    fn a_setup_that_cannot_be_played_is_refused_in_a_sentence() {
        let knives = Setup { game: "knives".into(), ..Setup::default() };
        let wrong = [
            (Setup { game: "chess".into(), ..knives.clone() }, "chess"),
            (Setup { seats: Some(99), ..knives.clone() }, "players"),
            (Setup { survive: 9, ..knives.clone() }, "leavers"),
            (Setup { level: "divine".into(), ..knives.clone() }, "easy"),
            (Setup { options: vec![("speed".into(), "9".into())], ..knives }, "speed"),
        ];
        for (setup, word) in wrong {
            let Err(failure) = setup.agree() else { panic!("{word}") };
            assert!(failure.to_string().contains(word), "{failure}");
        }
    }

    #[test]
    fn another_game_keeps_the_people_and_takes_its_own_options() {
        let edit = TermsEdit { game: Some("suspicion".into()), ..TermsEdit::default() };
        let terms = edit.apply(&knives(), 5).unwrap();
        assert_eq!((terms.game.as_str(), terms.seats), ("suspicion", 5));
        assert!(lobby::playable(&terms).is_ok());
    }

    #[test]
    fn how_long_windows_last_is_a_term_of_the_table_and_told() {
        let edit = TermsEdit { window_s: Some(9), ..TermsEdit::default() };
        let terms = edit.apply(&knives(), 5).unwrap();
        let told = TermsShown::of(&terms).lines;
        assert!(told.iter().any(|line| line.contains("after 9 s")), "{told:?}");
    }

    #[test]
    fn seats_do_not_go_below_those_who_sit_and_leavers_follow_the_seats() {
        let suspicion = Setup { game: "suspicion".into(), seats: Some(6), ..Setup::default() };
        let terms = Terms { survive: 4, ..suspicion.terms().unwrap() };
        let to = |seats| TermsEdit { seats: Some(seats), ..TermsEdit::default() };
        assert!(to(3).apply(&terms, 4).is_err());
        assert_eq!(to(4).apply(&terms, 4).unwrap().survive, 2);
    }
}

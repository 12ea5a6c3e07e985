//! What is played at a table: its terms, whether they can be played here, and what they mean in sentences.

use engine::{Game, Options};
use net::lobby::{Terms, older};
use proto::OnCheat;
use table::Description;

use crate::{Failure, asks::WINDOW_S, games};

/// What is played at a table, if it can be played so.
pub(crate) fn terms(game: &dyn Game, seats: usize, options: &Options, survive: u8) -> Terms {
    let info = game.info();
    Terms {
        game: info.id.into(),
        rules: info.version,
        description: Description::of(game).digest(),
        options: options.iter().map(|(k, v)| (k.to_owned(), v.to_owned())).collect(),
        seats: u8::try_from(seats).unwrap_or(u8::MAX),
        survive,
        on_cheat: OnCheat::End,
        spectators: true,
        window: WINDOW_S,
    }
}

/// The game of these terms.
///
/// # Errors
/// If this nodealer does not know it, or knows other rules of it.
pub(crate) fn playable(terms: &Terms) -> Result<&'static dyn Game, Failure> {
    let Some(game) = games::find(&terms.game) else {
        return Err(Failure::Network(format!(
            "The table plays {}, which this nodealer does not know. Install the same version as its host.",
            terms.game
        )));
    };
    let info = game.info();
    if info.version != terms.rules {
        return Err(Failure::Network(format!(
            "The table plays version {} of {}, and this nodealer knows version {}: {} must be updated.",
            terms.rules,
            info.name,
            info.version,
            older(terms.rules, info.version)
        )));
    }
    if Description::of(game).digest() != terms.description {
        return Err(Failure::Network(format!(
            "The table plays version {} of {} as this nodealer does, but with other cards or options: one of \
             the two programs was changed. Both the host and you must install the same release.",
            terms.rules, info.name
        )));
    }
    let options = terms.options.iter().map(|(key, value)| (key.as_str(), value.as_str()));
    Options::parse(info.options, options).map_err(|e| {
        Failure::Network(format!(
            "The table's options are unknown here ({e}). Install the same version as its host."
        ))
    })?;
    Ok(game)
}

/// The terms of a table in sentences: the game and its options, and what it survives at which price.
pub(crate) fn describe(terms: &Terms) -> Vec<String> {
    let name = games::find(&terms.game).map_or(terms.game.as_str(), |game| game.info().name);
    let options: Vec<String> =
        terms.options.iter().map(|(key, value)| format!("{key}={value}")).collect();
    let options =
        if options.is_empty() { String::new() } else { format!(": {}", options.join(", ")) };
    vec![
        format!("{name} for {}{options}.", terms.seats),
        survival(terms.survive, terms.seats),
        format!("When everybody may react, answers are sent after {} s.", terms.window),
    ]
}

/// What a table survives, and what that costs.
pub(crate) fn survival(survive: u8, seats: u8) -> String {
    match survive {
        0 => "Strict: the match ends if anybody leaves; only all the others together could see a player's cards.".into(),
        _ => {
            // Two groups that both go on share a seat; then that one may be the only cheat there is.
            let split = match 2 * survive + 2 > seats {
                true => ", and one who can cut the network could make two tables of it",
                false => "",
            };
            format!(
                "Survives {survive} {}; {} of the others together could see a player's cards{split}.",
                if survive == 1 { "leaver" } else { "leavers" },
                seats.saturating_sub(survive)
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_that_this_nodealer_cannot_play_are_refused_by_name() {
        let game = games::all()[0];
        let options = Options::parse(game.info().options, []).unwrap();
        let good = terms(game, 5, &options, 1);
        assert!(playable(&good).is_ok());
        let other_game = Terms { game: "chess".into(), ..good.clone() };
        let other_rules = Terms { rules: good.rules + 1, ..good.clone() };
        let other_cards = Terms { description: [0; 32], ..good.clone() };
        let older_rules = Terms { rules: good.rules - 1, ..good.clone() };
        let other_options = Terms { options: vec![("speed".into(), "9".into())], ..good };
        for (terms, word) in [
            (other_game, "chess"),
            (other_rules, "the nodealer here must be updated"),
            (older_rules, "the host's nodealer must be updated"),
            (other_cards, "Both the host and you"),
            (other_options, "speed"),
        ] {
            let Err(failure) = playable(&terms) else { panic!("{word}") };
            assert_eq!(failure.status(), 3);
            assert!(failure.to_string().contains(word), "{failure}");
        }
    }

    #[test]
    fn the_price_of_surviving_is_said() {
        assert!(survival(0, 5).contains("Strict"));
        assert_eq!(
            survival(1, 5),
            "Survives 1 leaver; 4 of the others together could see a player's cards."
        );
    }
}

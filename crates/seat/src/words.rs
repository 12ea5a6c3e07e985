//! Sentences that several screens share.

/// A chat message, in a sentence.
pub fn chat(name: &str, whispered: bool, text: &str) -> String {
    format!("{name} {}: {text}", if whispered { "whispers" } else { "says" })
}

/// Why nobody would read what a person with or without a seat writes.
pub(crate) fn unheard(seated: bool) -> &'static str {
    match seated {
        true => "bots play the other seats, and nobody is here to read it",
        false => "you are watching; only players write to each other",
    }
}

/// Who delays the match, in a sentence.
pub fn waiting(names: &[String], goes_on: bool) -> String {
    let them = if names.len() == 1 { "has" } else { "have" };
    let then = match goes_on {
        true => "you may go on without them, or wait",
        false => "the match cannot go on without them: you may end it, or wait",
    };
    format!("{} {them} kept the table waiting; {then}.", list(names))
}

/// What the key for consenting does.
pub fn voting(goes_on: bool) -> &'static str {
    if goes_on { "votes to go on" } else { "ends the match" }
}

/// The confirmation that the person has consented.
pub fn voted(goes_on: bool) -> String {
    match goes_on {
        true => "You vote to go on; it takes everybody who is here.".into(),
        false => "You end the match: it stays unfinished.".into(),
    }
}

/// Told to somebody who reaches nobody of several others.
pub const OFFLINE: &str = "You are offline: nobody at the table can be reached.";

/// The question to ask before consenting to go on without somebody.
pub fn vote(names: &[String], goes_on: bool) -> String {
    let names = list(names);
    match goes_on {
        true => format!(
            "Vote to go on without {names}? Once everybody who is here has, their cards are opened and a bot plays them; they cannot come back to it."
        ),
        false => format!("End the match? It cannot go on without {names}, and stays unfinished."),
    }
}

/// The question to ask before leaving a match, for somebody who has a seat or not, others to chat with or
/// not, and can resume or not.
pub fn leaving(seated: bool, talks: bool, back: bool) -> &'static str {
    match (seated, talks) {
        (false, _) => "Stop watching?",
        (true, true) => {
            "Leave the table? The others are kept waiting, and may go on without you. You can take your seat again from the home screen, or by `nodealer resume`."
        }
        (true, false) if back => {
            "Leave the table? You can take your seat again from the home screen, or by `nodealer resume`."
        }
        (true, false) => "Leave the table? The match ends here.",
    }
}

/// Several names in a sentence: "Ann", "Ann and Bob", "Ann, Bob and Cleo".
pub fn list(names: &[String]) -> String {
    match names.split_last() {
        None => "nobody".into(),
        Some((only, [])) => only.clone(),
        Some((last, first)) => format!("{} and {last}", first.join(", ")),
    }
}

/// A number of things in words: "1 card", "2 cards".
pub fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// The question to ask before leaving a table before a match.
pub fn leaving_table(host: bool) -> &'static str {
    match host {
        true => "Close the table? Everybody who sits here is sent away.",
        false => "Get up from the table?",
    }
}

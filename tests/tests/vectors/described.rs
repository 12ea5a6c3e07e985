//! What charters commit to about their games.

use proto::codec;
use serde_json::json;
use table::Description;

use crate::{pin_json, verify::hex};

#[test]
fn the_vectors_have_the_description_of_every_game_and_its_digest() {
    let described = games::GAMES.iter().map(|game| Description::of(*game)).map(|description| {
        json!({
            "description": description,
            "bytes": hex(codec::encode(&description)),
            "digest": hex(description.digest()),
        })
    });
    pin_json("games.json", &described.collect());
}

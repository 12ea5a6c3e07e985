//! How a person likes it, kept in their data folder beside what single screens keep there.

use std::path::Path;

use net::storage;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::{Failure, Settings, data, person::sound_name};

/// The largest file of settings that is read: they take a hundredth of it.
const MOST: u64 = 1 << 16;
const FILE: &str = "settings.json";

impl Settings {
    /// What was remembered in a data folder; the usual if nothing was.
    pub fn read(folder: &Path) -> Self {
        let mut usual = as_object(&Self::default());
        // One value that is not understood does not take the others along.
        for (key, value) in object(folder) {
            let mut with = usual.clone();
            if with.insert(key, value).is_some()
                && serde_json::from_value::<Self>(Value::Object(with.clone())).is_ok()
            {
                usual = with;
            }
        }
        serde_json::from_value(Value::Object(usual)).unwrap_or_default()
    }

    /// Remembers them in a data folder.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), Failure> {
        remember(folder, self)
    }
}

/// What the person of a data folder wants to be called, if they have said so.
pub fn name(folder: &Path) -> Option<String> {
    let name = object(folder).remove("name")?.as_str()?.to_owned();
    // A name that nobody could be called by would be refused wherever it is used.
    sound_name(&name).ok()
}

/// Puts these values into the settings of a data folder and leaves the others there.
///
/// # Errors
/// If it cannot be written.
pub fn remember(folder: &Path, settings: &impl Serialize) -> Result<(), Failure> {
    let mut all = object(folder);
    all.extend(as_object(settings));
    let text = serde_json::to_vec_pretty(&all).map_err(std::io::Error::other)?;
    data::write(&folder.join(FILE), &text)
}

fn object(folder: &Path) -> Map<String, Value> {
    let bytes = storage::read(&folder.join(FILE), MOST).unwrap_or_default();
    serde_json::from_slice(&bytes).unwrap_or_default()
}

fn as_object(settings: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(settings) {
        Ok(Value::Object(object)) => object,
        _ => Map::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(test: &str) -> std::path::PathBuf {
        let path =
            std::env::temp_dir().join(format!("nodealer-settings-{}-{test}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        path
    }

    #[test]
    fn settings_are_the_same_the_next_time_and_leave_those_of_others() {
        let folder = folder("same");
        std::fs::write(folder.join(FILE), br#"{"bell": false, "linger_ms": "soon"}"#).unwrap();
        assert_eq!(Settings::read(&folder), Settings::default(), "what is no number is not one");
        let mine = Settings { linger_ms: 9, theme: "dark".into(), ..Settings::default() };
        mine.write(&folder).unwrap();
        assert_eq!(Settings::read(&folder), mine);
        assert_eq!(object(&folder).get("bell"), Some(&Value::Bool(false)));
    }
}

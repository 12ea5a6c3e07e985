//! A person's settings, in a file of their data folder that single screens add their own settings to.

use std::path::Path;

use net::storage;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::{Failure, Settings, data, person::sound_name};

/// The largest file that is read: settings take a hundredth of it.
const MOST: u64 = 1 << 16;
const FILE: &str = "settings.json";

impl Settings {
    /// The settings in a data folder; the defaults if there are none.
    pub fn read(folder: &Path) -> Self {
        let mut usual = as_object(&Self::default());
        // A value that is not understood keeps its default and does not affect the others.
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

    /// Writes the settings to a data folder.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), Failure> {
        remember(folder, self)
    }
}

/// The name that the owner of a data folder has chosen, if any.
pub fn name(folder: &Path) -> Option<String> {
    let name = object(folder).remove("name")?.as_str()?.to_owned();
    // An invalid name is ignored: it would be refused everywhere.
    sound_name(&name).ok()
}

/// Writes these values to the settings of a data folder and keeps all others.
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

//! The page itself, compiled in.

/// A file of the page.
pub(crate) struct Asset {
    pub(crate) path: &'static str,
    pub(crate) mime: &'static str,
    pub(crate) bytes: &'static [u8],
    /// Whether it is served without the cookie: the first page, and the script that trades the token.
    pub(crate) open: bool,
}

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const PICTURE: &str = "image/svg+xml";

macro_rules! asset {
    ($file:literal, $mime:expr) => {
        Asset {
            path: concat!("/", $file),
            mime: $mime,
            bytes: include_bytes!(concat!("../assets/", $file)),
            open: false,
        }
    };
}

/// Every file.
pub(crate) const ALL: &[Asset] = &[
    Asset { path: "/", open: true, ..asset!("index.html", HTML) },
    Asset { open: true, ..asset!("start.js", SCRIPT) },
    Asset { open: true, ..asset!("icon.svg", PICTURE) },
    asset!("icon-turn.svg", PICTURE),
    asset!("style.css", STYLE),
    asset!("app.js", SCRIPT),
    asset!("cards.js", SCRIPT),
    asset!("dialogs.js", SCRIPT),
    asset!("dom.js", SCRIPT),
    asset!("end.js", SCRIPT),
    asset!("explain.js", SCRIPT),
    asset!("guide.js", SCRIPT),
    asset!("home.js", SCRIPT),
    asset!("keys.js", SCRIPT),
    asset!("link.js", SCRIPT),
    asset!("live.js", SCRIPT),
    asset!("lobby.js", SCRIPT),
    asset!("markdown.js", SCRIPT),
    asset!("menu.js", SCRIPT),
    asset!("motion.js", SCRIPT),
    asset!("picture.js", SCRIPT),
    asset!("side.js", SCRIPT),
    asset!("state.js", SCRIPT),
    asset!("symbols.js", SCRIPT),
    asset!("table.js", SCRIPT),
    asset!("text.js", SCRIPT),
];

/// The file with this path.
pub(crate) fn find(path: &str) -> Option<&'static Asset> {
    ALL.iter().find(|asset| asset.path == path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_folder_is_served() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
        for file in std::fs::read_dir(folder).unwrap() {
            let name = file.unwrap().file_name().into_string().unwrap();
            let path = if name == "index.html" { "/".into() } else { format!("/{name}") };
            assert!(find(&path).is_some(), "{name} is not served");
        }
    }

    #[test]
    fn all_files_together_are_at_most_300_kb() {
        let bytes: usize = ALL.iter().map(|asset| asset.bytes.len()).sum();
        println!("{bytes} bytes in {} files", ALL.len());
        assert!(bytes <= 300_000, "{bytes}");
    }
}

//! Decides which requests are answered.
//!
//! A browser sends our cookie with requests that other sites cause and to every other server of this machine,
//! since cookies do not tell ports apart. It resolves any name to this machine if its owner says so, and any
//! program here can speak HTTP. So a request must name this server as its host, come from our own page, and
//! carry two secrets that only the opened address was good for: the cookie, which scripts cannot read, and a
//! key in a header, which a browser keeps for our origin alone, port included. Whoever does not is answered
//! 403 and told nothing.

use std::sync::Mutex;

use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Uri, header};
use subtle::ConstantTimeEq;

/// How many unopened addresses are kept; older ones stop working.
const MOST_TOKENS: usize = 8;

/// How long a browser keeps the cookie, in seconds. It must outlive a browser that is closed in the middle of a
/// match and opened again; it is worth nothing once this server has ended.
const COOKIE_LASTS: u32 = 24 * 60 * 60;
/// The header with the key.
const KEY: HeaderName = HeaderName::from_static("nodealer-key");
/// The header in which a browser says whose page asks.
const SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// A secret of 128 bits, in hexadecimal digits.
type Secret = String;

/// The checks on requests.
pub(crate) struct Guard {
    port: u16,
    /// The tokens in addresses that were not opened yet; each can be used once.
    tokens: Mutex<Vec<Secret>>,
    /// The value of the cookie that a token is traded for.
    session: Secret,
    /// In a header of whatever the page asks.
    key: Secret,
}

/// What a token is traded for.
pub(crate) struct Entry {
    pub(crate) cookie: HeaderValue,
    pub(crate) key: Secret,
}

impl Guard {
    pub(crate) fn new(port: u16) -> Result<Self, getrandom::Error> {
        Ok(Self { port, tokens: Mutex::default(), session: secret()?, key: secret()? })
    }

    /// A new token, which can be traded once.
    pub(crate) fn mint(&self) -> Result<Secret, getrandom::Error> {
        let token = secret()?;
        if let Ok(mut tokens) = self.tokens.lock() {
            if tokens.len() >= MOST_TOKENS {
                tokens.remove(0);
            }
            tokens.push(token.clone());
        }
        Ok(token)
    }

    /// Trades a token for the cookie and the key; it is void then.
    pub(crate) fn trade(&self, offered: &str) -> Option<Entry> {
        let mut tokens = self.tokens.lock().ok()?;
        let at = tokens.iter().position(|token| same(token, offered))?;
        tokens.remove(at);
        let cookie = format!(
            "{}={}; HttpOnly; SameSite=Strict; Path=/; Max-Age={COOKIE_LASTS}",
            self.cookie_name(),
            self.session
        );
        Some(Entry { cookie: HeaderValue::from_str(&cookie).ok()?, key: self.key.clone() })
    }

    /// Whether the request's host is this server. A site whose name was made to resolve to this machine
    /// (DNS rebinding) sends its own name there. The request line may name a host too, which goes before the
    /// header.
    pub(crate) fn right_host(&self, target: &Uri, headers: &HeaderMap) -> bool {
        let named = target.authority().is_none_or(|host| self.is_ours(host.as_str()));
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        named && host.is_some_and(|host| self.is_ours(host))
    }

    /// Whether the request can come from our own page. A browser sends the origin with every POST; with a
    /// GET to the same origin it does not, and sends `sec-fetch-site` instead.
    pub(crate) fn comes_from_our_page(&self, method: &Method, headers: &HeaderMap) -> bool {
        let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
        let site = text(SITE);
        let origin = text(header::ORIGIN);
        let ours =
            |origin: &str| origin.strip_prefix("http://").is_some_and(|host| self.is_ours(host));
        if *method == Method::POST {
            return origin.is_some_and(ours) && site.is_none_or(|site| site == "same-origin");
        }
        origin.is_none_or(ours) && site.is_none_or(|site| matches!(site, "same-origin" | "none"))
    }

    /// Whether the request carries the cookie.
    pub(crate) fn knows(&self, headers: &HeaderMap) -> bool {
        let cookies = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
        let mut pairs =
            cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
        let name = self.cookie_name();
        pairs.any(|(key, value)| key == name && same(value, &self.session))
    }

    /// Whether the request carries the key. Another server of this machine, to which the browser sends our
    /// cookie, does not have it.
    pub(crate) fn holds_key(&self, headers: &HeaderMap) -> bool {
        headers.get(KEY).and_then(|key| key.to_str().ok()).is_some_and(|key| same(key, &self.key))
    }

    /// Cookies do not tell ports apart, and two seats of one machine may be open at once.
    fn cookie_name(&self) -> String {
        format!("nodealer-{}", self.port)
    }

    fn is_ours(&self, host: &str) -> bool {
        let names = ["127.0.0.1", "localhost", "[::1]"];
        host.rsplit_once(':')
            .is_some_and(|(name, port)| names.contains(&name) && port == self.port.to_string())
    }
}

/// The security headers of every answer.
pub(crate) const HEADERS: [(&str, &str); 8] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
         connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
         require-trusted-types-for 'script'",
    ),
    ("x-frame-options", "DENY"),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cache-control", "no-store"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
];

/// Whether no header by which a request is judged is repeated: what is judged must be all there is.
pub(crate) fn says_once(headers: &HeaderMap) -> bool {
    let judged = [header::HOST, header::ORIGIN, header::CONTENT_TYPE, SITE, KEY];
    judged.iter().all(|name| headers.get_all(name).iter().nth(1).is_none())
}

fn same(a: &str, b: &str) -> bool {
    a.as_bytes().ct_eq(b.as_bytes()).into()
}

fn secret() -> Result<Secret, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

//! The routes of the server.

use std::{
    sync::{
        Arc, Weak,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use axum::{
    Router,
    body::{Body, Bytes},
    extract::{self, DefaultBodyLimit, Path, Request},
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header},
    middleware::{self, Next},
    response::{IntoResponse as _, Response},
    routing::{get, post},
};
use seat::{Intent, SeatState};
use serde::Serialize;
use tokio::sync::watch;

use crate::{
    Screen,
    assets::{self, Asset},
    guard::{self, Guard},
    rate::Rate,
    stream,
};

/// The longest body. The longest intent is a chat line, or the settings with a list of muted names.
const LONGEST_BODY: usize = 16 * 1024;
/// The longest time for an answer, except for the stream. It bounds bodies that arrive a byte at a time.
const ANSWER_WITHIN: Duration = Duration::from_secs(10);

/// What the routes share.
pub(crate) struct State {
    pub(crate) screen: Arc<dyn Screen>,
    pub(crate) stopped: watch::Receiver<bool>,
    /// How many streams are open.
    pub(crate) streams: AtomicUsize,
    guard: Arc<Guard>,
    /// Intents, and whatever else is posted with cookie and key.
    wants: Rate,
    /// The rate of wrong tokens, by anybody.
    guesses: Rate,
}

impl State {
    pub(crate) fn new(
        screen: Arc<dyn Screen>,
        guard: Arc<Guard>,
        stopped: watch::Receiver<bool>,
    ) -> Self {
        Self {
            screen,
            stopped,
            streams: AtomicUsize::new(0),
            guard,
            wants: Rate::new(60, Duration::from_millis(50)),
            guesses: Rate::new(20, Duration::from_millis(500)),
        }
    }

    /// Counts one more stream, unless there are too many.
    pub(crate) fn join(self: &Arc<Self>) -> Option<stream::Seat> {
        let most = |open: usize| (open < stream::MOST).then_some(open + 1);
        self.streams.fetch_update(Ordering::AcqRel, Ordering::Acquire, most).ok()?;
        Some(stream::Seat(self.clone()))
    }
}

/// Held while a request of the owner's is answered: its connection must not give way to another.
pub(crate) struct Owned;

type Shared = extract::State<Arc<State>>;

pub(crate) fn router(state: Arc<State>) -> Router {
    Router::new()
        .route("/enter", post(enter))
        .route("/api/hello", get(hello))
        .route("/api/stream", get(stream::open))
        .route("/api/intent", post(intent))
        .route("/api/catalogue/{game}", get(catalogue))
        .route("/api/transcript", get(transcript))
        .route("/api/verifier", get(verifier))
        .fallback(asset)
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .layer(middleware::from_fn_with_state(state.clone(), admit))
        .with_state(state)
}

/// Every request passes here, and every answer.
async fn admit(state: Shared, mut request: Request, next: Next) -> Response {
    let allowed = may_ask(&state, &request);
    let owner = allowed.is_ok() && state.guard.holds_key(request.headers());
    let connection = request.extensions().get::<Weak<Owned>>().filter(|_| owner);
    let held = connection.and_then(Weak::upgrade);
    request.extensions_mut().insert(held.clone());
    let streams = request.uri().path() == "/api/stream";
    let mut response = match allowed {
        Err(refused) => refused.into_response(),
        Ok(()) if streams => next.run(request).await,
        Ok(()) => tokio::time::timeout(ANSWER_WITHIN, next.run(request))
            .await
            .unwrap_or_else(|_| StatusCode::REQUEST_TIMEOUT.into_response()),
    };
    for (name, value) in guard::HEADERS {
        let headers = response.headers_mut();
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    drop(held);
    response
}

fn may_ask(state: &State, request: &Request) -> Result<(), StatusCode> {
    let (method, headers, path) = (request.method(), request.headers(), request.uri().path());
    let guard = &state.guard;
    if !guard::says_once(headers) || !guard.right_host(request.uri(), headers) {
        return Err(StatusCode::FORBIDDEN);
    }
    let asset = assets::find(path);
    if asset.is_some_and(|asset| asset.open) && *method == Method::GET {
        return Ok(());
    }
    if !guard.comes_from_our_page(method, headers) {
        return Err(StatusCode::FORBIDDEN);
    }
    if announced_length(headers) > LONGEST_BODY as u64 {
        return Err(StatusCode::PAYLOAD_TOO_LARGE);
    }
    if *method == Method::POST && path == "/enter" {
        return Ok(());
    }
    // A browser fetches scripts and styles without the key; there is nothing of a game in them.
    if !guard.knows(headers) || (asset.is_none() && !guard.holds_key(headers)) {
        return Err(StatusCode::FORBIDDEN);
    }
    if *method == Method::POST && !state.wants.admits(Instant::now()) {
        return Err(StatusCode::TOO_MANY_REQUESTS);
    }
    Ok(())
}

/// The length of the body that the request announces. A body without one is bounded while it is read.
fn announced_length(headers: &HeaderMap) -> u64 {
    let length = headers.get(header::CONTENT_LENGTH);
    length.map_or(0, |length| length.to_str().ok().and_then(|l| l.parse().ok()).unwrap_or(u64::MAX))
}

/// Trades the token of an address for the cookie and the key.
async fn enter(state: Shared, headers: HeaderMap, body: Bytes) -> Response {
    #[derive(serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Token {
        token: String,
    }
    let token = if is_json(&headers) { serde_json::from_slice::<Token>(&body).ok() } else { None };
    match token.and_then(|token| state.guard.trade(&token.token)) {
        Some(entry) => {
            let key = json(&serde_json::json!({ "key": entry.key }));
            ([(header::SET_COOKIE, entry.cookie)], key).into_response()
        }
        // Only wrong ones are counted: anybody can guess, and must not keep the owner out by it.
        None if state.guesses.admits(Instant::now()) => StatusCode::FORBIDDEN.into_response(),
        None => StatusCode::TOO_MANY_REQUESTS.into_response(),
    }
}

/// Says that cookie and key are good.
async fn hello() -> StatusCode {
    StatusCode::NO_CONTENT
}

/// Passes an intent to the seat.
async fn intent(state: Shared, headers: HeaderMap, body: Bytes) -> Response {
    if !is_json(&headers) {
        return StatusCode::UNSUPPORTED_MEDIA_TYPE.into_response();
    }
    let Ok(intent) = serde_json::from_slice::<Intent>(&body) else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    let screen = state.screen.clone();
    match tokio::task::spawn_blocking(move || screen.send(intent)).await {
        Ok(answer) => json(&answer),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

async fn catalogue(state: Shared, Path(game): Path<String>) -> Response {
    match state.screen.catalogue(&game) {
        Some(catalogue) => json(&catalogue),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// The transcript of the match whose end is shown, for download. No other file can be downloaded.
async fn transcript(state: Shared) -> Response {
    saved(&state, "application/octet-stream", "match.nodealer", |bytes| bytes).await
}

/// The page that verifies this transcript, for download: it needs neither this program nor a network.
async fn verifier(state: Shared) -> Response {
    let page = |bytes: Vec<u8>| page::page(Some(&bytes)).into_bytes();
    saved(&state, "text/html; charset=utf-8", "match.html", page).await
}

/// A download made from the transcript of the match whose end is shown.
async fn saved(
    state: &State,
    kind: &'static str,
    name: &str,
    make: impl FnOnce(Vec<u8>) -> Vec<u8> + Send + 'static,
) -> Response {
    let snapshot = state.screen.snapshot();
    let SeatState::End(end) = &snapshot.state else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let Some(path) = end.transcript.clone() else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let made = tokio::task::spawn_blocking(move || std::fs::read(path).map(make));
    match made.await {
        Ok(Ok(bytes)) => {
            let save = format!("attachment; filename=\"{name}\"");
            let headers =
                [(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, save)];
            (headers, bytes).into_response()
        }
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn asset(request: Request) -> Response {
    match (request.method(), assets::find(request.uri().path())) {
        (&Method::GET, Some(Asset { mime, bytes, .. })) => {
            ([(header::CONTENT_TYPE, *mime)], Body::from(*bytes)).into_response()
        }
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/json")
}

fn json(value: &impl Serialize) -> Response {
    match serde_json::to_vec(value) {
        Ok(bytes) => ([(header::CONTENT_TYPE, "application/json")], bytes).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

//! The stream of server-sent events: the seat's snapshot, and the events since the page's last message.
//!
//! Every message contains a whole snapshot and the events up to it, and its id is the seat's cursor. A
//! browser that lost the connection asks again with `Last-Event-ID`; a page that was reloaded has none and
//! gets every event that is kept.

use std::{
    sync::{Arc, atomic::Ordering},
    time::{Duration, Instant},
};

use axum::{
    Extension,
    body::{Body, Bytes},
    extract,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse as _, Response},
};
use futures::StreamExt as _;
use seat::{Cursor, MatchView, SeatEvent, SeatEventKind, SeatState, Snapshot};
use serde::Serialize;
use tokio::sync::mpsc;

use crate::{
    Screen,
    routes::{Owned, State},
};

/// How many streams may be open. A browser opens six connections per host, and one must be left for
/// intents.
pub(crate) const MOST: usize = 5;
/// The interval at which the thread that reads the seat checks whether the stream is still open.
const LOOK: Duration = Duration::from_millis(250);
/// The interval of keep-alive messages, by which a dead connection is noticed.
const ALIVE: Duration = Duration::from_secs(15);
/// How many events one message may contain; a page that is reloaded in a long match does not get older
/// ones.
const MOST_EVENTS: usize = 4000;

/// One of the allowed streams; dropping it makes room for another.
pub(crate) struct Seat(pub(crate) Arc<State>);

impl Drop for Seat {
    fn drop(&mut self) {
        self.0.streams.fetch_sub(1, Ordering::AcqRel);
    }
}

/// The content of a message.
#[derive(Serialize)]
struct Message<'a> {
    /// Whether the page must forget its events, because some in between are no longer kept.
    fresh: bool,
    snapshot: &'a Snapshot,
    events: &'a [SeatEvent],
}

/// Opens a stream for our own page.
pub(crate) async fn open(
    state: extract::State<Arc<State>>,
    Extension(held): Extension<Option<Arc<Owned>>>,
    headers: HeaderMap,
) -> Response {
    // A GET of our own page has no origin; this header no script can set, and every browser does.
    if headers.get("sec-fetch-site").is_none_or(|site| site != "same-origin") {
        return StatusCode::FORBIDDEN.into_response();
    }
    let Some(place) = state.join() else {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    };
    let known = headers.get("last-event-id").and_then(|id| id.to_str().ok()?.parse().ok());
    let (messages, received) = mpsc::channel(2);
    let (screen, stopped) = (state.screen.clone(), state.stopped.clone());
    tokio::task::spawn_blocking(move || {
        tell(&*screen, known.map(Cursor), &messages, || *stopped.borrow());
    });
    let kept = (received, place, held);
    let body = futures::stream::unfold(kept, |(mut received, place, held)| async move {
        let message: Bytes = received.recv().await?;
        Some((Ok::<_, std::convert::Infallible>(message), (received, place, held)))
    });
    let kind = [(header::CONTENT_TYPE, "text/event-stream")];
    (kind, Body::from_stream(body.boxed())).into_response()
}

/// Sends a page what the seat shows, until the stream is closed.
fn tell(
    screen: &dyn Screen,
    known: Option<Cursor>,
    messages: &mpsc::Sender<Bytes>,
    stopped: impl Fn() -> bool,
) {
    let mut at = known;
    let mut said = Instant::now();
    while !messages.is_closed() && !stopped() {
        let text = match news(screen, at) {
            Some((now, text)) => {
                at = Some(now);
                text
            }
            None if said.elapsed() >= ALIVE => ": still here\n\n".into(),
            None => {
                screen.wait(at.unwrap_or_default(), LOOK);
                continue;
            }
        };
        said = Instant::now();
        if messages.blocking_send(text.into()).is_err() {
            return;
        }
    }
}

/// The message for a page that has all events up to `known`; `None` if there is nothing new.
fn news(screen: &dyn Screen, known: Option<Cursor>) -> Option<(Cursor, String)> {
    let snapshot = screen.snapshot();
    let now = snapshot.at;
    if known == Some(now) {
        return None;
    }
    // A cursor beyond ours is another seat's: the page was served by an earlier process.
    let known = known.filter(|known| *known < now);
    let (fresh, mut events) = match screen.since(known.unwrap_or_default()) {
        Ok(events) => (known.is_none(), events),
        Err(gap) => (true, screen.since(gap.oldest).unwrap_or_default()),
    };
    // Events after the snapshot come with the next one.
    events.retain(|event| event.at < now);
    if events.len() > MOST_EVENTS {
        events.drain(..events.len() - MOST_EVENTS);
    }
    let snapshot = addressed(&snapshot, &mut events);
    let message = Message { fresh, snapshot: &snapshot, events: &events };
    let data = serde_json::to_string(&message).ok()?;
    Some((now, format!("id: {}\ndata: {data}\n\n", now.0)))
}

/// The snapshot and the events with the person addressed as "you", as on every other screen.
fn addressed(snapshot: &Snapshot, events: &mut [SeatEvent]) -> Snapshot {
    let mut snapshot = snapshot.clone();
    let me = match &mut snapshot.state {
        SeatState::Home(_) | SeatState::Lobby(_) => return snapshot,
        SeatState::Match(view) => address(view),
        SeatState::End(end) => address(&mut end.last),
        SeatState::Replay(replay) => {
            let me = address(&mut replay.shown);
            replay.log.iter_mut().for_each(|(_, text, _)| *text = text.addressed(me));
            me
        }
    };
    for event in events {
        if let SeatEventKind::Said { text, .. } | SeatEventKind::Learnt { text, .. } =
            &mut event.kind
        {
            *text = text.addressed(me);
        }
    }
    snapshot
}

fn address(view: &mut MatchView) -> Option<usize> {
    view.board.headline = view.board.headline.addressed(view.me);
    if let Some(lately) = &mut view.board.lately {
        lately.title = lately.title.addressed(view.me);
    }
    view.me
}

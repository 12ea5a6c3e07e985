//! Attaches a screen to a seat that runs in another process of the same user: lines of JSON over a socket
//! in the data folder, which nobody else can open.
//!
//! The seat sends `News`: a snapshot with the events since the last one, or the answer to an intent. The
//! screen sends `Want`s. At the screen's end there is a [`SeatClient`] like any other.

use std::{
    collections::BTreeMap,
    fs,
    io::{self, BufRead, BufReader, Read, Write},
    net::Shutdown,
    os::unix::{
        fs::{DirBuilderExt, PermissionsExt},
        net::{UnixListener, UnixStream},
    },
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc::{Receiver, SyncSender, TryRecvError, sync_channel},
    },
    thread,
    time::Duration,
};

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{
    Answer, Cursor, Intent, Refused, SeatClient, SeatEvent, Snapshot,
    client::{Hub, Wanted},
};

/// The interval at which a screen's thread looks for answers.
const ANSWERS: Duration = Duration::from_millis(20);
/// The most screens attached at a time.
const SCREENS: usize = 8;
/// The longest line read from a screen, in bytes; the longest intent is a setup.
const WANT: u64 = 1 << 16;
/// The longest line read from a seat, in bytes: enough for all events that are kept.
const NEWS: u64 = 1 << 24;
/// A screen that does not read for this long is dropped.
const STUCK: Duration = Duration::from_secs(5);
/// The interval at which the seat looks for new screens, and whether it has been closed.
const LOOK: Duration = Duration::from_millis(200);

/// Why a screen cannot be attached.
#[derive(Debug, thiserror::Error)]
pub enum AttachError {
    /// No seat runs from this folder.
    #[error(
        "No seat runs from {0}. Start one with `nodealer`, `nodealer play` or `nodealer web`, or name another folder with --data-dir."
    )]
    NoSeat(PathBuf),
    /// Whatever answers does not speak the seat's format.
    #[error(
        "The nodealer that runs from {0} is of another version than this one; use the same for both."
    )]
    Foreign(PathBuf),
    /// Reading or writing failed.
    #[error("The seat cannot be reached: {}.", net::storage::reason(.0))]
    Io(#[from] io::Error),
}

/// A line from the seat to a screen.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum News {
    /// The answer to an intent.
    Answer { ticket: u64, answer: Answer },
    /// A snapshot with the events since the last one.
    Shown { snapshot: Box<Snapshot>, events: Vec<SeatEvent> },
}

/// A line from a screen to the seat.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Want {
    ticket: u64,
    intent: Intent,
}

/// Lets other processes of the same user attach screens, until it is dropped.
pub struct AttachServer {
    path: PathBuf,
    closed: Arc<AtomicBool>,
}

impl Drop for AttachServer {
    fn drop(&mut self) {
        self.closed.store(true, Ordering::Relaxed);
        // Best effort: the next process replaces it.
        let _ = fs::remove_file(&self.path);
    }
}

fn socket(folder: &Path) -> PathBuf {
    folder.join("attach").join("seat")
}

/// Lets screens be attached to a seat from the same data folder. The caller holds the folder's lock, so a
/// socket left there by an earlier process is replaced.
///
/// # Errors
/// If the folder cannot be written, or its path is too long for a socket.
pub fn serve(client: SeatClient, folder: &Path) -> io::Result<AttachServer> {
    let path = socket(folder);
    // The folder is made private before there is a socket in it.
    let private = folder.join("attach");
    fs::DirBuilder::new().recursive(true).mode(0o700).create(&private)?;
    fs::set_permissions(&private, fs::Permissions::from_mode(0o700))?;
    let _ = fs::remove_file(&path);
    let listener = UnixListener::bind(&path)?;
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600))?;
    listener.set_nonblocking(true)?;
    let closed = Arc::new(AtomicBool::new(false));
    let door = AttachServer { path, closed: closed.clone() };
    thread::Builder::new().name("attach".into()).spawn(move || {
        let screens = Arc::new(AtomicUsize::new(0));
        while !closed.load(Ordering::Relaxed) {
            match listener.accept() {
                Ok((stream, _)) => let_in(stream, &client, &screens, &closed),
                Err(_) => thread::sleep(LOOK),
            }
        }
    })?;
    Ok(door)
}

fn let_in(
    stream: UnixStream,
    client: &SeatClient,
    screens: &Arc<AtomicUsize>,
    closed: &Arc<AtomicBool>,
) {
    if screens.fetch_add(1, Ordering::Relaxed) >= SCREENS {
        screens.fetch_sub(1, Ordering::Relaxed);
        return;
    }
    let (client, screens, closed) = (client.clone(), screens.clone(), closed.clone());
    let run = move || {
        if let Err(error) = attend(stream, &client, &closed) {
            tracing::debug!(%error, "a screen is not attached any more");
        }
        screens.fetch_sub(1, Ordering::Relaxed);
    };
    // If no thread can be started the stream is dropped, so the screen sees it end.
    let _ = thread::Builder::new().name("screen".into()).spawn(run);
}

/// Serves one screen until either side closes.
fn attend(stream: UnixStream, client: &SeatClient, closed: &Arc<AtomicBool>) -> io::Result<()> {
    stream.set_nonblocking(false)?;
    stream.set_write_timeout(Some(STUCK))?;
    let writer = Mutex::new(stream.try_clone()?);
    let (answers, answered) = sync_channel(1);
    let listening = client.clone();
    let listen = move || {
        let mut lines = BufReader::new(stream);
        while let Ok(Some(Want { ticket, intent })) = read::<Want>(&mut lines, WANT) {
            let answer = listening.send(intent).wait(STUCK);
            let answer = answer.unwrap_or_else(|| Answer::refused(Refused::Busy));
            if answers.send(News::Answer { ticket, answer }).is_err() {
                break;
            }
        }
    };
    thread::Builder::new().name("screen".into()).spawn(listen)?;
    let ended = show(&writer, client, closed, &answered);
    // The other thread reads until the connection ends, and keeps the seat open as long.
    let stream = writer.lock().unwrap_or_else(PoisonError::into_inner);
    let _ = stream.shutdown(Shutdown::Both);
    ended
}

/// Sends a screen what happens at the seat, and its answers, until the seat or the screen is closed.
fn show(
    writer: &Mutex<UnixStream>,
    client: &SeatClient,
    closed: &AtomicBool,
    answered: &Receiver<News>,
) -> io::Result<()> {
    let mut known = None;
    while !closed.load(Ordering::Relaxed) && !client.is_closed() {
        let answer = match answered.try_recv() {
            Err(TryRecvError::Disconnected) => return Ok(()),
            answer => answer.ok(),
        };
        // The changes made by an intent are sent before its answer.
        let events = client.told_since(known.unwrap_or_default());
        if known.is_none() || !events.is_empty() {
            let snapshot = Box::new((*client.snapshot()).clone());
            let next = events.last().map_or(snapshot.at, |event| Cursor(event.at.0 + 1));
            known = Some(next);
            write(writer, &News::Shown { snapshot, events })?;
        }
        match answer {
            Some(answer) => write(writer, &answer)?,
            None => drop(client.wait(known.unwrap_or_default(), ANSWERS)),
        }
    }
    Ok(())
}

fn write(stream: &Mutex<UnixStream>, line: &impl Serialize) -> io::Result<()> {
    let mut text = serde_json::to_vec(line)?;
    text.push(b'\n');
    stream.lock().unwrap_or_else(PoisonError::into_inner).write_all(&text)
}

/// The next line, of at most `most` bytes; `None` at the end.
fn read<T: DeserializeOwned>(lines: &mut impl BufRead, most: u64) -> io::Result<Option<T>> {
    let mut line = Vec::new();
    lines.by_ref().take(most).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(None);
    }
    Ok(Some(serde_json::from_slice(&line)?))
}

/// Attaches a screen to the seat that runs from this data folder.
///
/// # Errors
/// If no seat runs there, or it is of another version.
pub fn connect(folder: &Path) -> Result<SeatClient, AttachError> {
    let stream =
        UnixStream::connect(socket(folder)).map_err(|_| AttachError::NoSeat(folder.to_owned()))?;
    stream.set_write_timeout(Some(STUCK))?;
    let writer = Arc::new(Mutex::new(stream.try_clone()?));
    let mut lines = BufReader::new(stream);
    let Ok(Some(News::Shown { snapshot, events })) = read(&mut lines, NEWS) else {
        return Err(AttachError::Foreign(folder.to_owned()));
    };
    let (client, hub, wanted) = SeatClient::new((*snapshot).clone());
    hub.mirror(*snapshot, events);
    let pending: Pending = Arc::default();
    let (answers, to_us) = (pending.clone(), hub.clone());
    thread::Builder::new().name("attached".into()).spawn(move || {
        listen(&mut lines, &to_us, &answers);
    })?;
    thread::Builder::new().name("attached".into()).spawn(move || {
        for (ticket, Wanted { intent, reply }) in (0..).zip(wanted.iter()) {
            pending.lock().unwrap_or_else(PoisonError::into_inner).insert(ticket, reply);
            if write(&writer, &Want { ticket, intent }).is_err() {
                break;
            }
        }
        hub.close();
        // Makes the reading thread stop too.
        let stream = writer.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = stream.shutdown(Shutdown::Both);
    })?;
    Ok(client)
}

/// The receivers of answers, by ticket.
type Pending = Arc<Mutex<BTreeMap<u64, SyncSender<Answer>>>>;

fn listen(lines: &mut BufReader<UnixStream>, hub: &Hub, pending: &Pending) {
    while let Ok(Some(news)) = read::<News>(lines, NEWS) {
        match news {
            News::Shown { snapshot, events } => hub.mirror(*snapshot, events),
            News::Answer { ticket, answer } => {
                let reply = pending.lock().unwrap_or_else(PoisonError::into_inner).remove(&ticket);
                // Whoever asked may no longer wait for the answer.
                let _ = reply.map(|reply| reply.try_send(answer));
            }
        }
    }
    pending.lock().unwrap_or_else(PoisonError::into_inner).clear();
    hub.close();
}

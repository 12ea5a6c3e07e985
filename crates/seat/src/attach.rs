//! One more screen of a seat that runs in another process of the same user: lines of JSON over a socket in
//! the data folder, which nobody else may open.
//!
//! Outward go `News`: a snapshot with the events since the last one, or the answer to an intent. Inward
//! come `Want`s. The other end is a [`SeatClient`] like any other.

use std::{
    collections::BTreeMap,
    fs,
    io::{self, BufRead, BufReader, Read, Write},
    os::unix::{
        fs::{DirBuilderExt, PermissionsExt},
        net::{UnixListener, UnixStream},
    },
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc::{SyncSender, TryRecvError, sync_channel},
    },
    thread,
    time::Duration,
};

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{
    Answer, Cursor, Intent, Refused, SeatClient, SeatEvent, Snapshot,
    client::{Hub, Wanted},
};

/// Between two looks whether there is an answer for a screen.
const ANSWERS: Duration = Duration::from_millis(20);
/// The most screens that are attached at a time.
const SCREENS: usize = 8;
/// The longest line that is read from a screen, in bytes: the longest intent is a setup.
const WANT: u64 = 1 << 16;
/// The longest line that is read from a seat, in bytes: all events that are kept.
const NEWS: u64 = 1 << 24;
/// A screen that takes nothing for so long is left.
const STUCK: Duration = Duration::from_secs(5);
/// Between two looks whether there is a new screen, or the seat has been closed.
const LOOK: Duration = Duration::from_millis(200);

/// Why a screen cannot be attached.
#[derive(Debug, thiserror::Error)]
pub enum AttachError {
    /// No seat of this folder runs.
    #[error(
        "No seat runs from {0}. Start one with `nodealer`, `nodealer play` or `nodealer web`, or name another folder with --data-dir."
    )]
    NoSeat(PathBuf),
    /// What answers is no seat.
    #[error(
        "What answers in {0} speaks another language; both must be the same version of nodealer."
    )]
    Foreign(PathBuf),
    /// Reading or writing failed.
    #[error("The seat cannot be reached: {}.", net::storage::reason(.0))]
    Io(#[from] io::Error),
}

/// A line outward.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum News {
    /// What has become of an intent.
    Answer { ticket: u64, answer: Answer },
    /// What has happened.
    Shown { snapshot: Box<Snapshot>, events: Vec<SeatEvent> },
}

/// A line inward.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Want {
    ticket: u64,
    intent: Intent,
}

/// Lets other processes of the same user attach screens, until it is dropped.
pub struct Door {
    path: PathBuf,
    closed: Arc<AtomicBool>,
}

impl Drop for Door {
    fn drop(&mut self) {
        self.closed.store(true, Ordering::Relaxed);
        // What stays is only in the way.
        let _ = fs::remove_file(&self.path);
    }
}

fn socket(folder: &Path) -> PathBuf {
    folder.join("attach").join("seat")
}

/// Lets screens be attached to a seat from the same data folder. Whoever holds the folder may replace what
/// an earlier process has left there.
///
/// # Errors
/// If the folder cannot be written, or its path is too long for a socket.
pub fn serve(client: SeatClient, folder: &Path) -> io::Result<Door> {
    let path = socket(folder);
    // The folder is closed to others before there is a socket in it.
    let private = folder.join("attach");
    fs::DirBuilder::new().recursive(true).mode(0o700).create(&private)?;
    fs::set_permissions(&private, fs::Permissions::from_mode(0o700))?;
    let _ = fs::remove_file(&path);
    let listener = UnixListener::bind(&path)?;
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600))?;
    listener.set_nonblocking(true)?;
    let closed = Arc::new(AtomicBool::new(false));
    let door = Door { path, closed: closed.clone() };
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
    // Without a thread the screen is not let in, and is told so by the end of its stream.
    let _ = thread::Builder::new().name("screen".into()).spawn(run);
}

/// Shows the seat to one screen until either has enough.
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
    let mut known = None;
    while !closed.load(Ordering::Relaxed) && !client.is_closed() {
        let answer = match answered.try_recv() {
            Err(TryRecvError::Disconnected) => return Ok(()),
            answer => answer.ok(),
        };
        // What an intent has changed is seen before its answer.
        let events = match client.since(known.unwrap_or_default()) {
            Ok(events) => events,
            Err(gap) => client.since(gap.oldest).unwrap_or_default(),
        };
        if known.is_none() || !events.is_empty() {
            let snapshot = Box::new((*client.snapshot()).clone());
            let next = events.last().map_or(snapshot.at, |event| Cursor(event.at.0 + 1));
            known = Some(next);
            write(&writer, &News::Shown { snapshot, events })?;
        }
        match answer {
            Some(answer) => write(&writer, &answer)?,
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

/// The next line, if it is no longer than this; `None` at the end.
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
/// If none does, or it is another version's.
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
        // The other thread stops reading, too.
        let stream = writer.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = stream.shutdown(std::net::Shutdown::Both);
    })?;
    Ok(client)
}

/// Who waits for which answer.
type Pending = Arc<Mutex<BTreeMap<u64, SyncSender<Answer>>>>;

fn listen(lines: &mut BufReader<UnixStream>, hub: &Hub, pending: &Pending) {
    while let Ok(Some(news)) = read::<News>(lines, NEWS) {
        match news {
            News::Shown { snapshot, events } => hub.mirror(*snapshot, events),
            News::Answer { ticket, answer } => {
                let reply = pending.lock().unwrap_or_else(PoisonError::into_inner).remove(&ticket);
                // Whoever asked may not want to know any more.
                let _ = reply.map(|reply| reply.try_send(answer));
            }
        }
    }
    pending.lock().unwrap_or_else(PoisonError::into_inner).clear();
    hub.close();
}

//! An audit on several threads.
//!
//! One thread follows the match. It assumes that proofs and signatures hold, and puts their checks in a
//! queue; the other threads, and the first one when the queue is full, decode the next records and run
//! the checks. If all checks hold, every assumption was right, and so is the verdict. If any fails, or
//! the file is wrong in any other way, nothing is concluded: one thread then audits the file alone and
//! says what is wrong, and who did it.

use core::num::NonZeroUsize;
use std::{
    collections::VecDeque,
    io::{Read, Seek, SeekFrom},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
};

use engine::Game;
use proto::{
    Record, codec,
    file::{FileError, Kind, Reader},
};

use super::{AuditError, Audited, Auditor, Verdict, audit, file};
use crate::checking::Unchecked;

/// How many checks may be queued. Each holds its statement, at most a chain of shuffles.
const WAITING: usize = 64;
/// How many bytes are read ahead, to be decoded.
const AHEAD: usize = 256 * 1024;

/// Audits a transcript or a piece of evidence with this many threads: the same verdict as with one.
///
/// # Errors
/// As [`audit`].
pub fn audit_on(
    jobs: NonZeroUsize,
    mut input: impl Read + Seek,
    find: impl Fn(&str) -> Option<&'static dyn Game>,
) -> Result<Audited, AuditError> {
    if jobs.get() > 1
        && let Some(audited) = in_order(jobs.get(), &mut input, &find)?
    {
        return Ok(audited);
    }
    input.seek(SeekFrom::Start(0)).map_err(FileError::Io)?;
    audit(input, find, |_, _| {})
}

/// The audit of a transcript in which nothing is wrong; `None` if something is, or may be.
fn in_order(
    jobs: usize,
    input: &mut (impl Read + Seek),
    find: impl Fn(&str) -> Option<&'static dyn Game>,
) -> Result<Option<Audited>, AuditError> {
    let accuses = !file::trailing_evidence(&mut *input)?.is_empty();
    input.seek(SeekFrom::Start(0)).map_err(FileError::Io)?;
    let mut reader = Reader::new(input)?;
    if accuses || reader.kind() != Kind::Transcript {
        return Ok(None);
    }
    let mut auditor = file::begin(&mut reader, find)?;
    auditor.play.check_apart();
    let queue = Queue::default();
    let fine = thread::scope(|scope| {
        for _ in 1..jobs {
            // If a thread cannot be started, the audit only takes longer.
            let _ = thread::Builder::new().spawn_scoped(scope, || queue.work());
        }
        let fine = follow(&mut auditor, &mut reader, &queue) && queue.finish();
        queue.close();
        fine
    });
    let verdict = auditor.verdict();
    let went_on = auditor.went_on().collect();
    let Auditor { play, checks, .. } = auditor;
    Ok(fine.then_some(Audited { verdict, play, checks, went_on }))
}

/// Follows a file to its end. False if anything is not in order.
fn follow(auditor: &mut Auditor, reader: &mut Reader<impl Read>, queue: &Queue) -> bool {
    let mut ahead = VecDeque::new();
    let mut bytes_ahead = 0;
    let mut is_read = false;
    loop {
        while !is_read && (ahead.is_empty() || bytes_ahead < AHEAD) {
            match reader.bytes() {
                Ok(Some(bytes)) => {
                    bytes_ahead += bytes.len();
                    ahead.push_back((bytes.len(), queue.decode(bytes)));
                }
                Ok(None) => is_read = true,
                Err(_) => return false,
            }
        }
        let Some((length, decoding)) = ahead.pop_front() else { break };
        bytes_ahead -= length;
        let Some(record) = queue.wait_for(&decoding) else { return false };
        if !auditor.follow(&record) || queue.has_failed() {
            return false;
        }
        auditor.take_effects();
        auditor.play.take_deferred_checks().into_iter().for_each(|check| queue.leave(check));
    }
    let verdict = auditor.verdict();
    auditor.play.take_deferred_checks().into_iter().for_each(|check| queue.leave(check));
    matches!(verdict, Verdict::Fair | Verdict::Unfinished)
}

/// A record that is being decoded; the inner `None` means that it cannot be.
type Decoding = Arc<Mutex<Option<Option<Record>>>>;

/// The jobs for all threads.
#[derive(Default)]
struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// Jobs that the following thread waits for.
    first: VecDeque<Unchecked>,
    then: VecDeque<Unchecked>,
    running: usize,
    failed: bool,
    closed: bool,
}

impl Queue {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn decode(&self, bytes: Vec<u8>) -> Decoding {
        let decoding = Decoding::default();
        let decoded = decoding.clone();
        self.state().first.push_back(Box::new(move || {
            let record = codec::decode(&bytes).ok();
            *decoded.lock().unwrap_or_else(PoisonError::into_inner) = Some(record);
            true
        }));
        self.changed.notify_all();
        decoding
    }

    fn wait_for(&self, decoding: &Decoding) -> Option<Record> {
        loop {
            let decoded = decoding.lock().unwrap_or_else(PoisonError::into_inner).take();
            match decoded {
                Some(record) => return record,
                None => self.help(),
            }
        }
    }

    /// Queues a check. If there are too many, runs some first.
    fn leave(&self, check: Unchecked) {
        while self.state().then.len() >= WAITING {
            self.help();
        }
        self.state().then.push_back(check);
        self.changed.notify_all();
    }

    fn has_failed(&self) -> bool {
        self.state().failed
    }

    /// Runs jobs until none is left. Whether all checks held.
    fn finish(&self) -> bool {
        loop {
            let state = self.state();
            if state.failed || state.running == 0 && state.first.is_empty() && state.then.is_empty()
            {
                return !state.failed;
            }
            drop(state);
            self.help();
        }
    }

    /// Runs the next job, or waits until another thread has finished one.
    fn help(&self) {
        let mut state = self.state();
        match state.next() {
            Some(work) => drop(self.run(state, work)),
            None if state.running > 0 => {
                drop(self.changed.wait(state).unwrap_or_else(PoisonError::into_inner));
            }
            None => {}
        }
    }

    /// Runs jobs until the queue is closed.
    fn work(&self) {
        let mut state = self.state();
        while !state.closed {
            state = match state.next() {
                Some(work) => self.run(state, work),
                None => self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }

    fn run<'a>(
        &'a self,
        mut state: MutexGuard<'a, State>,
        work: Unchecked,
    ) -> MutexGuard<'a, State> {
        state.running += 1;
        drop(state);
        let held = work();
        let mut state = self.state();
        state.running -= 1;
        state.failed |= !held;
        self.changed.notify_all();
        state
    }

    fn close(&self) {
        self.state().closed = true;
        self.changed.notify_all();
    }
}

impl State {
    fn next(&mut self) -> Option<Unchecked> {
        self.first.pop_front().or_else(|| self.then.pop_front())
    }
}

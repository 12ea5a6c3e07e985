//! Match messages that wait for a peer.

use std::collections::VecDeque;

use crate::limits;

/// Match messages for a peer, and how many are under way.
#[derive(Debug, Default)]
pub(crate) struct MatchQueue {
    waiting: VecDeque<Vec<u8>>,
    bytes: usize,
    in_flight: usize,
}

impl MatchQueue {
    /// Puts a match message into the queue; false if too much is waiting. Of statuses only the last
    /// counts.
    pub(crate) fn enqueue(&mut self, bytes: Vec<u8>) -> bool {
        if is_status(&bytes)
            && let Some(at) = self.waiting.iter().position(|waiting| is_status(waiting))
            && let Some(old) = self.waiting.remove(at)
        {
            self.bytes -= old.len();
        }
        if self.waiting.len() >= limits::QUEUE || self.bytes + bytes.len() > limits::QUEUE_BYTES {
            return false;
        }
        self.bytes += bytes.len();
        self.waiting.push_back(bytes);
        true
    }

    /// Keeps the last few match messages for a peer that is not here: at the start of a match people
    /// may not have met yet. A status would be stale by then.
    pub(crate) fn keep(&mut self, bytes: Vec<u8>) {
        if is_status(&bytes) {
            return;
        }
        self.bytes += bytes.len();
        self.waiting.push_back(bytes);
        if self.waiting.len() > limits::KEPT
            && let Some(oldest) = self.waiting.pop_front()
        {
            self.bytes -= oldest.len();
        }
    }

    /// The next match message, if another may be under way.
    pub(crate) fn dequeue(&mut self) -> Option<Vec<u8>> {
        if self.in_flight >= limits::WINDOW {
            return None;
        }
        let bytes = self.waiting.pop_front()?;
        self.bytes -= bytes.len();
        self.in_flight += 1;
        Some(bytes)
    }

    /// One that was under way has arrived, or is lost.
    pub(crate) fn arrived(&mut self) {
        self.in_flight = self.in_flight.saturating_sub(1);
    }
}

/// Whether a match message is a status: small, and of the variant that statuses have.
pub(crate) fn is_status(bytes: &[u8]) -> bool {
    let status =
        proto::Status { match_id: [0; 32], step: 0, head: [0; 32], have: 0, proven: 0, ask: 0 };
    let sample = proto::codec::encode(&proto::Message::Status(status));
    bytes.len() == sample.len() && bytes.get(..4) == sample.get(..4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_waiting_statuses_only_the_last_is_sent() {
        let mut queue = MatchQueue::default();
        let status = |step| {
            let status = proto::Status {
                match_id: [0; 32],
                step,
                head: [0; 32],
                have: 0,
                proven: 0,
                ask: 0,
            };
            proto::codec::encode(&proto::Message::Status(status))
        };
        assert!(queue.enqueue(status(1)) && queue.enqueue(vec![0; 99]) && queue.enqueue(status(2)));
        assert_eq!(queue.waiting.len(), 2);
        assert_eq!(queue.dequeue().unwrap().len(), 99);
        assert_eq!(queue.dequeue().unwrap(), status(2));
        assert_eq!(queue.bytes, 0);
    }

    #[test]
    fn for_a_peer_that_is_not_here_the_last_few_messages_are_kept() {
        let mut queue = MatchQueue::default();
        (0..100).for_each(|i| queue.keep(vec![i; 10]));
        assert_eq!((queue.waiting.len(), queue.bytes), (limits::KEPT, 10 * limits::KEPT));
        assert_eq!(queue.waiting.back(), Some(&vec![99; 10]));
    }

    #[test]
    fn a_queue_that_is_full_takes_no_more() {
        let mut queue = MatchQueue::default();
        assert!((0..limits::QUEUE).all(|_| queue.enqueue(vec![0; 10])));
        assert!(!queue.enqueue(vec![0; 10]));
        let mut queue = MatchQueue::default();
        let large = limits::QUEUE_BYTES / 100;
        assert!((0..100).all(|_| queue.enqueue(vec![0; large])));
        assert!(!queue.enqueue(vec![0; large]));
    }

    #[test]
    fn no_more_messages_are_under_way_than_the_window_allows() {
        let mut queue = MatchQueue::default();
        (0..100).for_each(|_| assert!(queue.enqueue(vec![0; 10])));
        assert_eq!(core::iter::from_fn(|| queue.dequeue()).count(), limits::WINDOW);
    }
}

//! Match messages queued for a peer.

use std::collections::VecDeque;

use crate::{limits, wire};

/// Match messages queued for a peer, and how many are in flight.
#[derive(Debug, Default)]
pub(crate) struct MatchQueue {
    waiting: VecDeque<Vec<u8>>,
    bytes: usize,
    in_flight: usize,
}

impl MatchQueue {
    /// Queues a match message; false if the queue is full. A status replaces an older one in the queue, but not one that is
    /// first and waits for what is under way: over a slow link none would ever be sent.
    pub(crate) fn enqueue(&mut self, bytes: Vec<u8>) -> bool {
        if is_status(&bytes)
            && let Some(at) = self.waiting.iter().rposition(|waiting| is_status(waiting))
            && (at > 0 || self.in_flight == 0)
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

    /// Keeps the last few match messages for a peer that is not connected: at the start of a match some
    /// players may not have met yet. Statuses are not kept, since they would be stale.
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

    /// The next match messages, as many as go in one bundle, if another may be under way.
    ///
    /// Bundles can overtake each other. A status waits until everything before it has arrived: a node that catches up takes
    /// one that comes too early for a repeated one, and asks for the next part only when the clock tells it to.
    pub(crate) fn dequeue(&mut self) -> Option<Vec<Vec<u8>>> {
        if self.in_flight >= limits::WINDOW {
            return None;
        }
        let (mut bundle, mut room) = (Vec::new(), limits::BUNDLE_BYTES);
        while let Some(next) = self.waiting.front() {
            let size = wire::FRAME + next.len();
            let full = bundle.len() == limits::BUNDLE || size > room;
            let early = self.in_flight > 0 && is_status(next);
            if early || !bundle.is_empty() && full {
                break;
            }
            room = room.saturating_sub(size);
            self.bytes -= next.len();
            bundle.extend(self.waiting.pop_front());
        }
        if bundle.is_empty() {
            return None;
        }
        self.in_flight += 1;
        Some(bundle)
    }

    /// A bundle that was under way has arrived, or is lost.
    pub(crate) fn arrived(&mut self) {
        self.in_flight = self.in_flight.saturating_sub(1);
    }
}

/// Whether a match message is a status, judged by its size and its variant number.
pub(crate) fn is_status(bytes: &[u8]) -> bool {
    let status =
        proto::Status { match_id: [0; 32], step: 0, head: [0; 32], have: 0, proven: 0, ask: 0 };
    let sample = proto::codec::encode(&proto::Message::Status(status));
    bytes.len() == sample.len() && bytes.get(..4) == sample.get(..4)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(step: u64) -> Vec<u8> {
        let status =
            proto::Status { match_id: [0; 32], step, head: [0; 32], have: 0, proven: 0, ask: 0 };
        proto::codec::encode(&proto::Message::Status(status))
    }

    #[test]
    fn of_waiting_statuses_only_the_last_is_sent() {
        let mut queue = MatchQueue::default();
        assert!(queue.enqueue(status(1)) && queue.enqueue(vec![0; 99]) && queue.enqueue(status(2)));
        assert_eq!(queue.waiting.len(), 2);
        assert_eq!(queue.dequeue().unwrap(), [vec![0; 99], status(2)]);
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
    fn no_more_bundles_are_under_way_than_the_window_allows() {
        let mut queue = MatchQueue::default();
        let large = limits::MATCH_FRAME;
        (0..100).for_each(|_| assert!(queue.enqueue(vec![0; large])));
        assert_eq!(core::iter::from_fn(|| queue.dequeue()).count(), limits::WINDOW);
    }

    #[test]
    fn what_waits_goes_in_one_bundle_in_its_order_as_far_as_it_fits() {
        let mut queue = MatchQueue::default();
        let lengths = [10, limits::MATCH_FRAME - 100, 200, limits::MATCH_FRAME, 30, 40];
        lengths.iter().for_each(|length| assert!(queue.enqueue(vec![0; *length])));
        let bundles = core::iter::from_fn(|| queue.dequeue());
        let bundles: Vec<Vec<usize>> =
            bundles.map(|bundle| bundle.iter().map(Vec::len).collect()).collect();
        assert_eq!(bundles, [&lengths[..2], &lengths[2..3], &lengths[3..4], &lengths[4..]]);
        assert_eq!(queue.bytes, 0);
    }

    #[test]
    fn a_status_does_not_overtake_what_was_sent_before_it() {
        let mut queue = MatchQueue::default();
        (0..limits::BUNDLE + 1).for_each(|_| assert!(queue.enqueue(vec![0; 10])));
        assert!(queue.enqueue(status(1)) && queue.enqueue(vec![1; 10]));
        assert_eq!(queue.dequeue().unwrap().len(), limits::BUNDLE);
        assert_eq!(queue.dequeue().unwrap(), [vec![0; 10]]);
        assert_eq!(queue.dequeue(), None);
        queue.arrived();
        assert_eq!(queue.dequeue(), None);
        queue.arrived();
        assert_eq!(queue.dequeue().unwrap(), [status(1), vec![1; 10]]);
    }

    /// How many statuses arrive in a minute, if one and then another message are queued twice a second.
    fn arrive(there_and_back: u64) -> usize {
        let mut queue = MatchQueue::default();
        let (mut under_way, mut statuses) = (Vec::<u64>::new(), 0);
        for now in 0..60_000 {
            let before = under_way.len();
            under_way.retain(|arrives| *arrives > now);
            (under_way.len()..before).for_each(|_| queue.arrived());
            if now % 500 == 0 {
                assert!(queue.enqueue(status(now)) && queue.enqueue(vec![9; 300]));
            }
            while let Some(bundle) = queue.dequeue() {
                statuses += bundle.iter().filter(|bytes| is_status(bytes)).count();
                under_way.push(now + there_and_back);
            }
        }
        statuses
    }

    #[test]
    fn statuses_arrive_over_a_slow_link_too() {
        assert!(arrive(20) > 100, "{}", arrive(20));
        assert!(arrive(1_100) > 30, "{}", arrive(1_100));
    }

    #[test]
    fn a_bundle_has_no_more_messages_than_are_taken_from_one() {
        let mut queue = MatchQueue::default();
        (0..limits::BUNDLE + 1).for_each(|_| assert!(queue.enqueue(vec![0; 10])));
        assert_eq!(queue.dequeue().unwrap().len(), limits::BUNDLE);
        assert_eq!(queue.dequeue().unwrap().len(), 1);
    }
}

//! Frames: a length and so many bytes, the length checked before anything is allocated. A request is one frame; of a
//! match, one or more.

use std::{
    io,
    time::{Duration, Instant},
};

use futures::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use libp2p::{StreamProtocol, request_response};

use crate::limits::{self, Rate};

/// The lobby protocol.
pub const LOBBY: StreamProtocol = StreamProtocol::new("/nodealer/lobby/1");
/// The match protocol.
pub const MATCH: StreamProtocol = StreamProtocol::new("/nodealer/match/1");

/// The protocol for fetching transcripts.
pub const HISTORY: StreamProtocol = StreamProtocol::new("/nodealer/history/1");

/// The protocol for asking a peer to knock, i.e. to try to connect back.
pub const KNOCK: StreamProtocol = StreamProtocol::new("/nodealer/knock/1");

/// What a frame takes beside its bytes: their number.
pub(crate) const FRAME: usize = 4;

/// Reads and writes frames up to a size.
#[derive(Clone, Debug)]
pub struct Codec {
    largest: usize,
}

/// Reads and writes messages of a match, several in a request: a stream for each would take longer than what it carries.
#[derive(Clone, Debug)]
pub struct Bundle;

/// Requests and answers of one protocol.
pub type Frames = request_response::Behaviour<Codec>;

/// Requests with messages of a match, and answers.
pub type Bundles = request_response::Behaviour<Bundle>;

/// The behaviour of one protocol.
pub fn frames(protocol: StreamProtocol, largest: usize) -> Frames {
    Frames::with_codec(
        Codec { largest },
        [(protocol, request_response::ProtocolSupport::Full)],
        config(),
    )
}

/// The behaviour of the match protocol.
pub fn bundles() -> Bundles {
    Bundles::with_codec(Bundle, [(MATCH, request_response::ProtocolSupport::Full)], config())
}

fn config() -> request_response::Config {
    request_response::Config::default()
        .with_request_timeout(limits::REQUEST)
        .with_max_concurrent_streams(limits::STREAMS)
}

/// The messages of a bundle: frames one after another, up to the end of their stream.
pub(crate) async fn read_bundle<T: AsyncRead + Unpin + Send>(
    io: &mut T,
) -> io::Result<Vec<Vec<u8>>> {
    let too_much = || {
        let what = "more messages, or larger ones, than are allowed";
        io::Error::new(io::ErrorKind::InvalidData, what)
    };
    let mut bytes = Vec::new();
    let most = limits::BUNDLE_BYTES + 1;
    io.take(most as u64).read_to_end(&mut bytes).await?;
    if bytes.len() == most {
        return Err(too_much());
    }
    let (mut messages, mut rest) = (Vec::new(), bytes.as_slice());
    while let Some((length, after)) = rest.split_first_chunk() {
        let length = u32::from_le_bytes(*length) as usize;
        if length > limits::MATCH_FRAME || messages.len() == limits::BUNDLE {
            return Err(too_much());
        }
        let frame = after.split_at_checked(length);
        let (message, after) = frame.ok_or(io::ErrorKind::UnexpectedEof)?;
        messages.push(message.to_vec());
        rest = after;
    }
    // One without any would be counted nowhere.
    let whole = rest.is_empty() && !messages.is_empty();
    if whole { Ok(messages) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
}

pub(crate) async fn read<T: AsyncRead + Unpin + Send>(
    io: &mut T,
    largest: usize,
) -> io::Result<Vec<u8>> {
    let mut length = [0; 4];
    io.read_exact(&mut length).await?;
    let length = u32::from_le_bytes(length) as usize;
    if length > largest {
        let what = format!("a frame of {length} bytes, {largest} are allowed");
        return Err(io::Error::new(io::ErrorKind::InvalidData, what));
    }
    // The buffer grows as bytes arrive: announcing a large length allocates nothing.
    let mut bytes = Vec::new();
    io.take(length as u64).read_to_end(&mut bytes).await?;
    if bytes.len() < length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(bytes)
}

async fn write<T: AsyncWrite + Unpin + Send>(io: &mut T, frames: &[Vec<u8>]) -> io::Result<()> {
    // In one piece: small ones would each become a packet.
    let mut bytes = Vec::with_capacity(frames.iter().map(|frame| FRAME + frame.len()).sum());
    for frame in frames {
        let length = u32::try_from(frame.len()).map_err(io::Error::other)?;
        bytes.extend(length.to_le_bytes());
        bytes.extend(frame);
    }
    io.write_all(&bytes).await?;
    io.close().await
}

impl request_response::Codec for Codec {
    type Protocol = StreamProtocol;
    type Request = Vec<u8>;
    type Response = Vec<u8>;

    async fn read_request<T: AsyncRead + Unpin + Send>(
        &mut self,
        _: &StreamProtocol,
        io: &mut T,
    ) -> io::Result<Vec<u8>> {
        read(io, self.largest).await
    }

    async fn read_response<T: AsyncRead + Unpin + Send>(
        &mut self,
        _: &StreamProtocol,
        io: &mut T,
    ) -> io::Result<Vec<u8>> {
        read(io, self.largest).await
    }

    async fn write_request<T: AsyncWrite + Unpin + Send>(
        &mut self,
        _: &StreamProtocol,
        io: &mut T,
        bytes: Vec<u8>,
    ) -> io::Result<()> {
        write(io, &[bytes]).await
    }

    async fn write_response<T: AsyncWrite + Unpin + Send>(
        &mut self,
        _: &StreamProtocol,
        io: &mut T,
        bytes: Vec<u8>,
    ) -> io::Result<()> {
        write(io, &[bytes]).await
    }
}

impl request_response::Codec for Bundle {
    type Protocol = StreamProtocol;
    type Request = Vec<Vec<u8>>;
    type Response = Vec<u8>;

    async fn read_request<T: AsyncRead + Unpin + Send>(
        &mut self,
        _: &StreamProtocol,
        io: &mut T,
    ) -> io::Result<Vec<Vec<u8>>> {
        read_bundle(io).await
    }

    async fn read_response<T: AsyncRead + Unpin + Send>(
        &mut self,
        _: &StreamProtocol,
        io: &mut T,
    ) -> io::Result<Vec<u8>> {
        // It says that the messages have come, and nothing else.
        read(io, 0).await
    }

    async fn write_request<T: AsyncWrite + Unpin + Send>(
        &mut self,
        _: &StreamProtocol,
        io: &mut T,
        messages: Vec<Vec<u8>>,
    ) -> io::Result<()> {
        write(io, &messages).await
    }

    async fn write_response<T: AsyncWrite + Unpin + Send>(
        &mut self,
        _: &StreamProtocol,
        io: &mut T,
        bytes: Vec<u8>,
    ) -> io::Result<()> {
        write(io, &[bytes]).await
    }
}

/// A token bucket.
#[derive(Clone, Debug)]
pub struct Bucket {
    rate: Rate,
    tokens: f64,
    filled: Instant,
}

impl Bucket {
    /// A full bucket.
    pub fn new(rate: Rate, now: Instant) -> Self {
        Self { rate, tokens: rate.burst, filled: now }
    }

    /// Whether the bucket has refilled completely.
    pub fn is_full(&self, now: Instant) -> bool {
        self.left(now) >= self.rate.burst
    }

    /// How many tokens are left.
    pub fn left(&self, now: Instant) -> f64 {
        let passed = now.saturating_duration_since(self.filled).as_secs_f64();
        (self.tokens + passed * self.rate.per_second).min(self.rate.burst)
    }

    /// Takes that many tokens if they are there; otherwise takes none and returns false.
    pub fn take(&mut self, amount: f64, now: Instant) -> bool {
        let passed: Duration = now.saturating_duration_since(self.filled);
        self.filled = now;
        let Rate { burst, per_second } = self.rate;
        self.tokens = (self.tokens + passed.as_secs_f64() * per_second).min(burst);
        let there = self.tokens >= amount;
        if there {
            self.tokens -= amount;
        }
        there
    }
}

#[cfg(test)]
mod tests {
    use futures::{executor::block_on, io::Cursor};

    use super::*;

    #[test]
    fn a_frame_is_read_as_it_was_written() {
        let mut bytes = Cursor::new(Vec::new());
        block_on(write(&mut bytes, &[b"cards".to_vec()])).unwrap();
        bytes.set_position(0);
        assert_eq!(block_on(read(&mut bytes, 5)).unwrap(), b"cards");
    }

    #[test]
    fn a_frame_larger_than_allowed_is_refused_by_its_length_alone() {
        let mut bytes = Cursor::new(6u32.to_le_bytes().to_vec());
        assert_eq!(block_on(read(&mut bytes, 5)).unwrap_err().kind(), io::ErrorKind::InvalidData);
        let mut bytes = Cursor::new(u32::MAX.to_le_bytes().to_vec());
        assert_eq!(block_on(read(&mut bytes, 5)).unwrap_err().kind(), io::ErrorKind::InvalidData);
    }

    #[test]
    fn a_frame_that_ends_early_is_refused() {
        let mut bytes = Cursor::new([5, 0, 0, 0, 1, 2].to_vec());
        assert_eq!(block_on(read(&mut bytes, 9)).unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
    }

    fn bundle(bytes: Vec<u8>) -> io::Result<Vec<Vec<u8>>> {
        block_on(read_bundle(&mut Cursor::new(bytes)))
    }

    #[test]
    fn a_bundle_is_read_as_it_was_written() {
        let messages = vec![b"cards".to_vec(), Vec::new(), vec![7; 1000]];
        let mut bytes = Cursor::new(Vec::new());
        block_on(write(&mut bytes, &messages)).unwrap();
        assert_eq!(bundle(bytes.into_inner()).unwrap(), messages);
    }

    #[test]
    fn a_bundle_of_the_largest_message_is_read_and_a_larger_one_refused() {
        for (more, fits) in [(0, true), (1, false)] {
            let mut bytes = Cursor::new(Vec::new());
            block_on(write(&mut bytes, &[vec![0; limits::MATCH_FRAME + more]])).unwrap();
            assert_eq!(bundle(bytes.into_inner()).is_ok(), fits);
        }
    }

    #[test]
    fn a_bundle_of_more_messages_than_allowed_is_refused() {
        assert!(bundle(vec![0; FRAME * limits::BUNDLE]).is_ok());
        let refused = bundle(vec![0; FRAME * (limits::BUNDLE + 1)]).unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::InvalidData);
    }

    #[test]
    fn a_bundle_that_is_empty_or_ends_within_a_message_is_refused() {
        for bytes in [vec![], vec![1], vec![2, 0, 0, 0, 9], vec![1, 0, 0, 0, 9, 0]] {
            assert_eq!(bundle(bytes).unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
        }
    }

    #[test]
    fn a_bucket_gives_its_burst_and_then_its_rate() {
        let now = Instant::now();
        let mut bucket = Bucket::new(Rate { burst: 3.0, per_second: 2.0 }, now);
        assert_eq!((0..5).filter(|_| bucket.take(1.0, now)).count(), 3);
        let later = now + Duration::from_secs(1);
        assert_eq!((0..5).filter(|_| bucket.take(1.0, later)).count(), 2);
        assert_eq!((0..9).filter(|_| bucket.take(1.0, later + Duration::from_secs(99))).count(), 3);
    }
}

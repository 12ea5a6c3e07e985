//! Frames: a length and so many bytes, the length checked before anything is allocated.

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

/// The protocol by which transcripts are fetched.
pub const HISTORY: StreamProtocol = StreamProtocol::new("/nodealer/history/1");

/// The protocol by which somebody is asked to knock.
pub const KNOCK: StreamProtocol = StreamProtocol::new("/nodealer/knock/1");

/// Reads and writes frames up to a size.
#[derive(Clone, Debug)]
pub struct Codec {
    largest: usize,
}

/// Requests and answers of one protocol.
pub type Frames = request_response::Behaviour<Codec>;

/// The behaviour of one protocol.
pub fn frames(protocol: StreamProtocol, largest: usize) -> Frames {
    let config = request_response::Config::default()
        .with_request_timeout(limits::REQUEST)
        .with_max_concurrent_streams(limits::STREAMS);
    Frames::with_codec(
        Codec { largest },
        [(protocol, request_response::ProtocolSupport::Full)],
        config,
    )
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
    // Grows as bytes arrive: a length alone costs nothing.
    let mut bytes = Vec::new();
    io.take(length as u64).read_to_end(&mut bytes).await?;
    if bytes.len() < length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(bytes)
}

async fn write<T: AsyncWrite + Unpin + Send>(io: &mut T, bytes: &[u8]) -> io::Result<()> {
    let length = u32::try_from(bytes.len()).map_err(io::Error::other)?;
    io.write_all(&length.to_le_bytes()).await?;
    io.write_all(bytes).await?;
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
        write(io, &bytes).await
    }

    async fn write_response<T: AsyncWrite + Unpin + Send>(
        &mut self,
        _: &StreamProtocol,
        io: &mut T,
        bytes: Vec<u8>,
    ) -> io::Result<()> {
        write(io, &bytes).await
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

    /// Whether nothing has been taken for long.
    pub fn is_full(&self, now: Instant) -> bool {
        self.left(now) >= self.rate.burst
    }

    /// How much can be taken.
    pub fn left(&self, now: Instant) -> f64 {
        let passed = now.saturating_duration_since(self.filled).as_secs_f64();
        (self.tokens + passed * self.rate.per_second).min(self.rate.burst)
    }

    /// Takes so much, if it is there.
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
        block_on(write(&mut bytes, b"cards")).unwrap();
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

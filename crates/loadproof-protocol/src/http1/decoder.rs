//! Bytes to replies.

use super::chunked::Chunked;
use super::head::{parse_head, Framing, Head};
use super::{Expectation, Fault};

/// Bounds on what a target may send; what passes them is a fault of the reply, never memory of ours.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Most bytes of a reply's head.
    pub head_bytes: usize,
    /// Most bytes of a reply's body.
    pub body_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            head_bytes: 64 * 1024,
            body_bytes: 1 << 30,
        }
    }
}

/// A whole reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reply {
    /// Status code.
    pub status: u16,
    /// Bytes of the body, without framing.
    pub body_bytes: u64,
    /// Whether the connection may carry another call.
    pub keep_alive: bool,
}

#[derive(Clone, Copy, Debug)]
enum State {
    /// No call is under way: any byte is one too many.
    Idle,
    Head,
    Length {
        head: Head,
        length: u64,
        left: u64,
    },
    Chunked {
        head: Head,
        chunked: Chunked,
        data: u64,
    },
    UntilClose {
        head: Head,
        data: u64,
    },
}

/// Decodes the replies of one connection, at any split of the byte stream; one call at a time.
///
/// ```
/// use loadproof_protocol::http1::{Decoder, Expectation, Limits};
/// let mut decoder = Decoder::new(Limits::default());
/// decoder.expect_reply(Expectation::default());
/// assert!(decoder.feed(b"HTTP/1.1 200 OK\r\ncontent-le").unwrap().is_none());
/// let reply = decoder.feed(b"ngth: 2\r\n\r\nok").unwrap().unwrap();
/// assert_eq!((reply.status, reply.body_bytes, reply.keep_alive), (200, 2, true));
/// ```
#[derive(Debug)]
pub struct Decoder {
    state: State,
    limits: Limits,
    /// Bytes of a head that has come in part.
    partial: Vec<u8>,
    head_only: bool,
}

impl Decoder {
    /// A decoder for a fresh connection.
    pub fn new(limits: Limits) -> Self {
        Self {
            state: State::Idle,
            limits,
            partial: Vec::new(),
            head_only: false,
        }
    }

    /// A request was sent; `expectation` says what its reply may be and how much of it is wanted.
    #[inline]
    pub fn expect_reply(&mut self, expectation: Expectation) {
        self.state = State::Head;
        self.head_only = expectation.head_only;
    }

    /// Takes the next bytes of the stream; a reply when they complete it.
    ///
    /// # Errors
    /// A [`Fault`] after which the connection is of no use.
    #[inline]
    pub fn feed(&mut self, bytes: &[u8]) -> Result<Option<Reply>, Fault> {
        match self.state {
            State::Idle => Err(Fault::Garbage("bytes that no call asked for")),
            State::Head if self.partial.is_empty() => self.feed_head(bytes),
            State::Head => {
                let mut gathered = std::mem::take(&mut self.partial);
                gathered.extend_from_slice(bytes);
                self.feed_head(&gathered)
            }
            _ => self.feed_body(bytes),
        }
    }

    /// The connection was closed by the target: the end of a reply that lasts until then, else a fault. None when no call was under way.
    ///
    /// # Errors
    /// [`Fault::Closed`] when a reply was due or incomplete.
    pub fn end(&mut self) -> Result<Option<Reply>, Fault> {
        match std::mem::replace(&mut self.state, State::Idle) {
            State::Idle => Ok(None),
            State::UntilClose { head, data } => Ok(Some(Reply {
                status: head.status,
                body_bytes: data,
                keep_alive: false,
            })),
            _ => Err(Fault::Closed),
        }
    }

    /// Takes a head, interim ones included; what is left of `bytes` is body, or kept until more of the head comes.
    #[inline]
    fn feed_head(&mut self, bytes: &[u8]) -> Result<Option<Reply>, Fault> {
        let mut rest = bytes;
        loop {
            let parsed = parse_head(rest, self.head_only)?;
            let used = parsed.as_ref().map_or(rest.len(), |(used, ..)| *used);
            if used > self.limits.head_bytes {
                return Err(Fault::TooLarge("the head of a reply"));
            }
            let Some((used, head, framing)) = parsed else {
                self.partial.extend_from_slice(rest);
                return Ok(None);
            };
            rest = &rest[used..];
            if (100..200).contains(&head.status) {
                // 101 would change the protocol, which no call of ours asks for; other interim replies precede the real one.
                if head.status == 101 {
                    return Err(Fault::Garbage("the target switched protocols unasked"));
                }
                continue;
            }
            self.state = match framing {
                Framing::Length(length) if length > self.limits.body_bytes => {
                    return Err(Fault::TooLarge("the body of a reply"));
                }
                Framing::Length(length) => State::Length {
                    head,
                    length,
                    left: length,
                },
                Framing::Chunked => State::Chunked {
                    head,
                    chunked: Chunked::default(),
                    data: 0,
                },
                Framing::UntilClose => State::UntilClose { head, data: 0 },
            };
            return self.feed_body(rest);
        }
    }

    #[inline]
    fn feed_body(&mut self, bytes: &[u8]) -> Result<Option<Reply>, Fault> {
        let (head, data, complete, used) = match &mut self.state {
            State::Length { head, length, left } => {
                let step = (*left).min(bytes.len() as u64);
                *left -= step;
                (*head, *length, *left == 0, step as usize)
            }
            State::Chunked { head, chunked, data } => {
                let advance = chunked.feed(bytes)?;
                *data += advance.data;
                (*head, *data, advance.complete, advance.used)
            }
            State::UntilClose { head, data } => {
                *data += bytes.len() as u64;
                (*head, *data, false, bytes.len())
            }
            State::Idle | State::Head => return Err(Fault::Garbage("bytes that no call asked for")),
        };
        if data > self.limits.body_bytes {
            return Err(Fault::TooLarge("the body of a reply"));
        }
        if !complete {
            return Ok(None);
        }
        if used < bytes.len() {
            return Err(Fault::Garbage("more bytes than the reply's own length"));
        }
        self.state = State::Idle;
        Ok(Some(Reply {
            status: head.status,
            body_bytes: data,
            keep_alive: head.keep_alive,
        }))
    }
}

#[cfg(test)]
mod tests;

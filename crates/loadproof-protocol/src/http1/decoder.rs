//! Bytes to replies.

use super::chunked::Chunked;
use super::excerpt::Excerpt;
use super::head::{has_empty_line, parse_head, unfolded, Framing, Head};
use super::{Content, Expectation, Fault};

/// Bounds on what a target may send; what passes them is a fault of the reply, never memory of ours.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Most bytes of a reply's head, those of interim replies before it included.
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    /// Status code.
    pub status: u16,
    /// Bytes of the body, without framing.
    pub body_bytes: u64,
    /// Whether the connection may carry another call.
    pub keep_alive: bool,
    /// Seconds without a call after which the target closes the connection, by its `Keep-Alive: timeout=5`.
    pub keep_alive_s: Option<u16>,
}

#[derive(Clone, Copy, Debug)]
enum State {
    /// No call is under way: any byte is one too many.
    Idle,
    Head,
    Length {
        left: u64,
    },
    Chunked(Chunked),
    UntilClose,
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
    expectation: Expectation,
    limits: Limits,
    /// Bytes of the interim heads before the reply's own.
    interim_bytes: usize,
    /// Bytes of a head in part that have been parsed in vain.
    parsed_bytes: usize,
    /// The reply under way, or the last one.
    reply: Reply,
    excerpt: Excerpt,
}

impl Decoder {
    /// A decoder for a fresh connection.
    pub fn new(limits: Limits) -> Self {
        Self {
            state: State::Idle,
            expectation: Expectation::default(),
            limits,
            interim_bytes: 0,
            parsed_bytes: 0,
            reply: Reply::default(),
            excerpt: Excerpt::default(),
        }
    }

    /// A request was sent; `expectation` says what its reply may be and how much of it is wanted. Forgets the last reply.
    #[inline]
    pub fn expect_reply(&mut self, expectation: Expectation) {
        self.state = State::Head;
        self.expectation = expectation;
        self.interim_bytes = 0;
        self.excerpt.clear();
    }

    /// Takes the next bytes of the stream; a reply when they complete it.
    ///
    /// # Errors
    /// A [`Fault`] after which the connection is of no use.
    #[inline]
    pub fn feed(&mut self, bytes: &[u8]) -> Result<Option<Reply>, Fault> {
        let decoded = match self.state {
            State::Head if !self.excerpt.is_copied() => self.feed_heads(bytes, 0),
            State::Head => self.feed_partial_head(bytes),
            State::Idle => Err(Fault::Garbage("bytes that no call asked for")),
            _ => self.feed_body(bytes, 0),
        };
        if decoded.is_err() {
            self.break_off();
        }
        decoded
    }

    /// The connection was closed by the target: the end of a reply that lasts until then, else a fault. None when no call was under way.
    ///
    /// # Errors
    /// [`Fault::Closed`] when a reply was due or incomplete, another when what came of it was no head.
    pub fn end(&mut self) -> Result<Option<Reply>, Fault> {
        let ended = match self.state {
            State::Idle => Ok(None),
            State::UntilClose => Ok(Some(self.reply)),
            State::Head => {
                let head = self.excerpt.take_head();
                self.parse(&head).and(Err(Fault::Closed))
            }
            State::Length { .. } | State::Chunked(_) => Err(Fault::Closed),
        };
        self.state = State::Idle;
        if !matches!(ended, Ok(Some(_))) {
            self.break_off();
        }
        ended
    }

    /// The reply that the last [`Decoder::feed`] or [`Decoder::end`] completed, as far as it was kept; `last_fed` are the bytes of the last feed.
    /// It is there until the next reply is expected or [`Decoder::release_content`] is called.
    ///
    /// - A reply that came in one feed costs no copy: its head is there, and its body up to 1 MiB with [`Keep::Whole`](super::Keep), 2,048 bytes
    ///   otherwise (without `Keep::Whole` only the first piece of a body in chunks).
    /// - One that took several feeds is kept as the [`Expectation`] says; of one with a status outside 200 to 299 the head and 2,048 bytes of
    ///   the body are kept whatever that says, for reports.
    pub fn content<'a>(&'a self, last_fed: &'a [u8]) -> Content<'a> {
        let (head, body) = self.excerpt.parts(last_fed);
        Content {
            head,
            body,
            body_bytes: self.reply.body_bytes,
        }
    }

    /// Frees what was kept of the last reply; no more is to be asked of it.
    #[inline]
    pub fn release_content(&mut self) {
        self.excerpt.clear();
    }

    /// After a fault: nothing is under way, and nothing is kept.
    #[cold]
    fn break_off(&mut self) {
        self.state = State::Idle;
        self.reply = Reply::default();
        self.excerpt.clear();
    }

    /// Takes heads, interim ones included; what is left of `bytes` is body, or kept until more of the head comes.
    #[inline]
    fn feed_heads(&mut self, bytes: &[u8], from: usize) -> Result<Option<Reply>, Fault> {
        let mut start = from;
        loop {
            let Some((used, head, framing)) = self.parse(&bytes[start..])? else {
                self.parsed_bytes = bytes.len() - start;
                self.excerpt.copy_head(bytes[start..].to_vec());
                return Ok(None);
            };
            let end = start + used;
            if head.status >= 200 {
                return self.begin_body(head, framing, bytes, start..end);
            }
            self.take_interim(head, used)?;
            start = end;
        }
    }

    /// Takes more of a head that has come in part.
    #[cold]
    fn feed_partial_head(&mut self, bytes: &[u8]) -> Result<Option<Reply>, Fault> {
        let mut gathered = self.excerpt.take_head();
        let before = gathered.len();
        let room = (self.most_head_bytes() + 1).saturating_sub(before);
        gathered.extend_from_slice(&bytes[..bytes.len().min(room)]);
        // Parsed only where it may be whole, too long, or twice as long as the last time: bytes that come one by one cost no square of their number.
        let due = has_empty_line(&gathered, before.saturating_sub(3))
            || gathered.len() > self.most_head_bytes()
            || gathered.len() >= 2 * self.parsed_bytes;
        let parsed = if due { self.parse(&gathered)? } else { None };
        let Some((used, head, framing)) = parsed else {
            if due {
                self.parsed_bytes = gathered.len();
            }
            self.excerpt.copy_head(gathered);
            return Ok(None);
        };
        let end = used.saturating_sub(before);
        if head.status < 200 {
            self.take_interim(head, used)?;
            return self.feed_heads(bytes, end);
        }
        if !self.excerpt.is_copied() {
            gathered.truncate(used);
            self.excerpt.copy_head(gathered);
        }
        self.begin_body(head, framing, bytes, end..end)
    }

    #[inline]
    fn most_head_bytes(&self) -> usize {
        self.limits.head_bytes - self.interim_bytes
    }

    #[inline]
    fn parse(&mut self, bytes: &[u8]) -> Result<Option<(usize, Head, Framing)>, Fault> {
        let most = self.most_head_bytes();
        match parse_head(bytes, self.expectation.head_only) {
            Ok(Some(parsed)) if parsed.0 <= most => Ok(Some(parsed)),
            Ok(None) if bytes.len() <= most => Ok(None),
            _ => self.parse_slowly(&bytes[..bytes.len().min(most)], bytes.len() > most),
        }
    }

    /// Parses a head that is not a plain one: lines that go on in the next, or too many bytes.
    #[cold]
    fn parse_slowly(&mut self, bytes: &[u8], is_cut: bool) -> Result<Option<(usize, Head, Framing)>, Fault> {
        let head_only = self.expectation.head_only;
        let parsed = match (parse_head(bytes, head_only), unfolded(bytes)) {
            (Err(Fault::Garbage(_)), Some(mut copy)) => {
                let parsed = parse_head(&copy, head_only)?;
                if let Some((used, head, _)) = parsed {
                    copy.truncate(used);
                    if head.status >= 200 {
                        self.excerpt.copy_head(copy);
                    }
                }
                parsed
            }
            (parsed, _) => parsed?,
        };
        match parsed {
            None if is_cut => Err(Fault::TooLarge("the head of a reply")),
            parsed => Ok(parsed),
        }
    }

    /// Passes an interim reply, which precedes the real one; bounded together with it.
    fn take_interim(&mut self, head: Head, used: usize) -> Result<(), Fault> {
        // 101 would change the protocol, which no call of ours asks for.
        if head.status == 101 {
            return Err(Fault::Garbage("the target switched protocols unasked"));
        }
        self.interim_bytes += used;
        Ok(())
    }

    #[inline]
    fn begin_body(
        &mut self,
        head: Head,
        framing: Framing,
        bytes: &[u8],
        place: std::ops::Range<usize>,
    ) -> Result<Option<Reply>, Fault> {
        let start = place.end;
        self.reply = Reply {
            status: head.status,
            body_bytes: 0,
            keep_alive: head.keep_alive,
            keep_alive_s: head.keep_alive_s,
        };
        self.state = match framing {
            Framing::Length(length) if length > self.limits.body_bytes => {
                return Err(Fault::TooLarge("the body of a reply"));
            }
            Framing::Length(length) => {
                self.reply.body_bytes = length;
                State::Length { left: length }
            }
            Framing::Chunked => State::Chunked(Chunked::new(self.limits.body_bytes)),
            Framing::UntilClose => State::UntilClose,
        };
        self.excerpt.begin(place, self.expectation.keep, head.status);
        self.feed_body(bytes, start)
    }

    #[inline]
    fn feed_body(&mut self, bytes: &[u8], start: usize) -> Result<Option<Reply>, Fault> {
        let end = match &mut self.state {
            State::Length { left } => {
                let step = (*left).min((bytes.len() - start) as u64) as usize;
                *left -= step as u64;
                self.excerpt.add_body(bytes, start..start + step);
                (*left == 0).then_some(start + step)
            }
            State::Chunked(chunked) => {
                let excerpt = &mut self.excerpt;
                let end = chunked.feed(bytes, start, |place| excerpt.add_body(bytes, place))?;
                self.reply.body_bytes = chunked.data_bytes();
                end
            }
            State::UntilClose => {
                self.reply.body_bytes += (bytes.len() - start) as u64;
                if self.reply.body_bytes > self.limits.body_bytes {
                    return Err(Fault::TooLarge("the body of a reply"));
                }
                self.excerpt.add_body(bytes, start..bytes.len());
                None
            }
            State::Idle | State::Head => return Err(Fault::Garbage("bytes that no call asked for")),
        };
        let Some(end) = end else {
            self.excerpt.end_feed(bytes);
            return Ok(None);
        };
        if end < bytes.len() {
            return Err(Fault::Garbage("more bytes than the reply's own length"));
        }
        self.state = State::Idle;
        Ok(Some(self.reply))
    }
}

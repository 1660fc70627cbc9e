//! Bytes to replies.

use std::mem::MaybeUninit;

use super::chunked::Chunked;

const MOST_HEADERS: usize = 96;

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

/// Why bytes are not a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Not HTTP/1.x, or not as its own lengths say.
    #[error("not an HTTP/1.1 reply: {0}")]
    Garbage(&'static str),
    /// Beyond [`Limits`].
    #[error("{0} passes the bound")]
    TooLarge(&'static str),
    /// The connection ended before the reply did.
    #[error("the connection was closed before the reply was whole")]
    Closed,
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

#[derive(Clone, Copy, Debug)]
struct Head {
    status: u16,
    keep_alive: bool,
}

enum Framing {
    Length(u64),
    Chunked,
    UntilClose,
}

/// Decodes the replies of one connection, at any split of the byte stream; one call at a time.
///
/// ```
/// use loadproof_protocol::http1::{Decoder, Limits};
/// let mut decoder = Decoder::new(Limits::default());
/// decoder.expect_reply(false);
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

    /// A request was sent; `head_only` when its method is HEAD, whose reply has no body whatever its header says.
    #[inline]
    pub fn expect_reply(&mut self, head_only: bool) {
        self.state = State::Head;
        self.head_only = head_only;
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

/// Bytes used, the head and how its body ends; None when the head is not whole yet.
#[inline]
fn parse_head(bytes: &[u8], head_only: bool) -> Result<Option<(usize, Head, Framing)>, Fault> {
    let mut storage = [const { MaybeUninit::uninit() }; MOST_HEADERS];
    let mut response = httparse::Response::new(&mut []);
    let parsed = httparse::ParserConfig::default().parse_response_with_uninit_headers(&mut response, bytes, &mut storage);
    let used = match parsed {
        Ok(httparse::Status::Complete(used)) => used,
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(httparse::Error::TooManyHeaders) => return Err(Fault::TooLarge("the number of headers")),
        Err(_) => return Err(Fault::Garbage("the head cannot be read")),
    };
    let status = response.code.unwrap_or(0);
    if !(100..=999).contains(&status) {
        return Err(Fault::Garbage("the status is not a number from 100 to 999"));
    }
    let fields = Fields::of(response.headers)?;
    // Version 0 is HTTP/1.0, whose connections close unless it says otherwise (RFC 9112, section 9.3).
    let keep_alive = !fields.close && (response.version == Some(1) || fields.keep_alive);
    let framing = fields.framing(status, head_only)?;
    let keep_alive = keep_alive && !matches!(framing, Framing::UntilClose);
    Ok(Some((used, Head { status, keep_alive }, framing)))
}

/// The fields of a head that say how long the body is and whether the connection lasts.
#[derive(Default)]
struct Fields {
    length: Option<u64>,
    transfer_coding: bool,
    chunked: bool,
    close: bool,
    keep_alive: bool,
}

impl Fields {
    #[inline]
    fn of(headers: &[httparse::Header<'_>]) -> Result<Self, Fault> {
        let mut fields = Self::default();
        for header in headers {
            // The length of a name tells nearly all others apart without a comparison.
            match header.name.len() {
                14 if header.name.eq_ignore_ascii_case("content-length") => fields.add_length(header.value)?,
                17 if header.name.eq_ignore_ascii_case("transfer-encoding") => {
                    fields.transfer_coding = true;
                    fields.chunked = last_token(header.value).eq_ignore_ascii_case(b"chunked");
                }
                10 if header.name.eq_ignore_ascii_case("connection") => {
                    fields.close |= has_token(header.value, b"close");
                    fields.keep_alive |= has_token(header.value, b"keep-alive");
                }
                _ => {}
            }
        }
        Ok(fields)
    }

    fn add_length(&mut self, value: &[u8]) -> Result<(), Fault> {
        let text = std::str::from_utf8(value).map_err(|_| Fault::Garbage("content-length is not a number"))?;
        // A list of equal values is allowed (RFC 9110, section 8.6); different ones are an attack or a broken server.
        for part in text.split(',') {
            let part = part.trim();
            if part.is_empty() || !part.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(Fault::Garbage("content-length is not a number"));
            }
            let length = part.parse().map_err(|_| Fault::TooLarge("the body of a reply"))?;
            if self.length.is_some_and(|known| known != length) {
                return Err(Fault::Garbage("content-length is given twice, differently"));
            }
            self.length = Some(length);
        }
        Ok(())
    }

    /// RFC 9112, section 6.3.
    fn framing(&self, status: u16, head_only: bool) -> Result<Framing, Fault> {
        if head_only || (100..200).contains(&status) || status == 204 || status == 304 {
            return Ok(Framing::Length(0));
        }
        if self.transfer_coding {
            return Ok(if self.chunked { Framing::Chunked } else { Framing::UntilClose });
        }
        Ok(self.length.map_or(Framing::UntilClose, Framing::Length))
    }
}

fn tokens(value: &[u8]) -> impl Iterator<Item = &[u8]> {
    value.split(|byte| *byte == b',').map(<[u8]>::trim_ascii)
}

fn has_token(value: &[u8], token: &[u8]) -> bool {
    tokens(value).any(|candidate| candidate.eq_ignore_ascii_case(token))
}

fn last_token(value: &[u8]) -> &[u8] {
    tokens(value).last().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const REPLIES: [(&[u8], u16, u64, bool); 8] = [
        (b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", 200, 5, true),
        (b"HTTP/1.1 204 No Content\r\n\r\n", 204, 0, true),
        (
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;x=1\r\nhello\r\n00\r\nDigest: x\r\n\r\n",
            200,
            5,
            true,
        ),
        (
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n",
            200,
            0,
            true,
        ),
        (
            b"HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\nHTTP/1.1 404 Not Found\r\ncontent-length: 1, 1\r\n\r\nx",
            404,
            1,
            true,
        ),
        (
            b"HTTP/1.1 503 Busy\r\nconnection: Close\r\ncontent-length: 0\r\n\r\n",
            503,
            0,
            false,
        ),
        (b"HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\nok", 200, 2, false),
        (
            b"HTTP/1.0 200 OK\r\nconnection: keep-alive\r\ncontent-length: 2\r\n\r\nok",
            200,
            2,
            true,
        ),
    ];

    fn decode(parts: &[&[u8]]) -> Result<Option<Reply>, Fault> {
        let mut decoder = Decoder::new(Limits::default());
        decoder.expect_reply(false);
        let mut reply = None;
        for part in parts {
            assert!(reply.is_none(), "bytes after a reply");
            reply = decoder.feed(part)?;
        }
        Ok(reply)
    }

    proptest! {
        #[test]
        fn any_split_gives_the_same_reply(which in 0..REPLIES.len(), cuts in proptest::collection::vec(0usize..120, 0..6)) {
            let (bytes, status, body_bytes, keep_alive) = REPLIES[which];
            let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut % bytes.len()).chain([0, bytes.len()]).collect();
            cuts.sort_unstable();
            cuts.dedup();
            let parts: Vec<&[u8]> = cuts.windows(2).map(|pair| &bytes[pair[0]..pair[1]]).collect();
            prop_assert_eq!(decode(&parts), Ok(Some(Reply { status, body_bytes, keep_alive })));
        }

        #[test]
        fn any_bytes_are_a_reply_or_a_fault(bytes in proptest::collection::vec(any::<u8>(), 0..200), lead in 0..REPLIES.len(), keep in 0usize..60) {
            let (start, ..) = REPLIES[lead];
            let mut stream = start[..keep.min(start.len())].to_vec();
            stream.extend(bytes);
            let mut decoder = Decoder::new(Limits::default());
            decoder.expect_reply(false);
            for byte in stream.chunks(7) {
                if !matches!(decoder.feed(byte), Ok(None)) {
                    break;
                }
            }
        }
    }

    #[test]
    fn every_byte_alone_gives_the_same_reply() {
        for (bytes, status, body_bytes, keep_alive) in REPLIES {
            let parts: Vec<&[u8]> = bytes.chunks(1).collect();
            assert_eq!(
                decode(&parts),
                Ok(Some(Reply {
                    status,
                    body_bytes,
                    keep_alive
                }))
            );
        }
    }

    #[test]
    fn faults_are_told_apart() {
        let long = format!("HTTP/1.1 200 OK\r\nx: {}\r\n\r\n", "y".repeat(70_000));
        type IsExpected = fn(&Fault) -> bool;
        let cases: [(&[u8], IsExpected); 7] = [
            (b"SSH-2.0-OpenSSH_9.6\r\n", |fault| matches!(fault, Fault::Garbage(_))),
            (b"HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n", |fault| {
                matches!(fault, Fault::Garbage(_))
            }),
            (
                b"HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n",
                |fault| matches!(fault, Fault::Garbage(_)),
            ),
            (b"HTTP/1.1 200 OK\r\ncontent-length: 99999999999\r\n\r\n", |fault| {
                matches!(fault, Fault::TooLarge(_))
            }),
            (b"HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\nxyz", |fault| {
                matches!(fault, Fault::Garbage(_))
            }),
            (b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n", |fault| {
                matches!(fault, Fault::Garbage(_))
            }),
            (long.as_bytes(), |fault| matches!(fault, Fault::TooLarge(_))),
        ];
        for (bytes, expected) in cases {
            let fault = decode(&[bytes]).unwrap_err();
            assert!(
                expected(&fault),
                "{fault} for {}",
                String::from_utf8_lossy(&bytes[..bytes.len().min(60)])
            );
        }
    }

    #[test]
    fn an_endless_head_is_bounded() {
        let mut decoder = Decoder::new(Limits::default());
        decoder.expect_reply(false);
        decoder.feed(b"HTTP/1.1 200 OK\r\n").unwrap();
        let fault = (0..10_000).find_map(|_| {
            decoder
                .feed(b"a: bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\r\n")
                .err()
        });
        assert!(matches!(fault, Some(Fault::TooLarge(_))), "{fault:?}");
    }

    #[test]
    fn a_body_until_close_ends_with_the_connection_and_others_do_not() {
        let mut decoder = Decoder::new(Limits::default());
        decoder.expect_reply(false);
        assert_eq!(decoder.feed(b"HTTP/1.1 200 OK\r\n\r\nabc"), Ok(None));
        assert_eq!(
            decoder.end(),
            Ok(Some(Reply {
                status: 200,
                body_bytes: 3,
                keep_alive: false
            }))
        );
        decoder.expect_reply(false);
        decoder.feed(b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc").unwrap();
        assert_eq!(decoder.end(), Err(Fault::Closed));
    }

    #[test]
    fn a_head_request_has_no_body_whatever_its_length_says() {
        let mut decoder = Decoder::new(Limits::default());
        decoder.expect_reply(true);
        let reply = decoder
            .feed(b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n")
            .unwrap()
            .unwrap();
        assert_eq!(reply.body_bytes, 0);
    }
}

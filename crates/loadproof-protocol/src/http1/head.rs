//! The head of a reply.

use std::mem::MaybeUninit;

use super::Fault;

const MOST_HEADERS: usize = 96;

/// What a head says that matters after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head {
    pub(super) status: u16,
    pub(super) keep_alive: bool,
    pub(super) keep_alive_s: Option<u16>,
}

/// How a body ends.
#[derive(Clone, Copy, Debug)]
pub(super) enum Framing {
    Length(u64),
    Chunked,
    UntilClose,
}

/// Bytes used, the head and how its body ends; None when the head is not whole yet.
#[inline]
pub(super) fn parse_head(bytes: &[u8], head_only: bool) -> Result<Option<(usize, Head, Framing)>, Fault> {
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
    let framing = fields.framing(status, head_only);
    let head = Head {
        status,
        keep_alive: fields.lasts(response.version == Some(1)) && !matches!(framing, Framing::UntilClose),
        keep_alive_s: fields.keep_alive_s,
    };
    Ok(Some((used, head, framing)))
}

/// The fields of a head that say how long the body is and whether the connection lasts.
#[derive(Default)]
struct Fields {
    length: Option<u64>,
    transfer_coding: bool,
    chunked: bool,
    close: bool,
    keep_alive: bool,
    keep_alive_s: Option<u16>,
}

impl Fields {
    #[inline]
    fn of(headers: &[httparse::Header<'_>]) -> Result<Self, Fault> {
        let mut fields = Self::default();
        for header in headers {
            // The length of a name tells nearly all others apart without a comparison.
            match header.name.len() {
                14 if is_word(header.name.as_bytes(), b"content-length") => fields.add_length(header.value)?,
                17 if is_word(header.name.as_bytes(), b"transfer-encoding") => fields.add_codings(header.value)?,
                10 if is_word(header.name.as_bytes(), b"connection") => fields.add_connection(header.value),
                10 if is_word(header.name.as_bytes(), b"keep-alive") => fields.keep_alive_s = timeout_s(header.value),
                _ => {}
            }
        }
        Ok(fields)
    }

    #[inline]
    fn add_connection(&mut self, value: &[u8]) {
        if is_word(value, b"keep-alive") {
            self.keep_alive = true;
        } else {
            self.close |= has_token(value, b"close");
            self.keep_alive |= has_token(value, b"keep-alive");
        }
    }

    #[inline]
    fn add_length(&mut self, value: &[u8]) -> Result<(), Fault> {
        if let (None, Some(length)) = (self.length, plain_number(value)) {
            self.length = Some(length);
            return Ok(());
        }
        self.add_lengths(value)
    }

    #[cold]
    fn add_lengths(&mut self, value: &[u8]) -> Result<(), Fault> {
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

    /// Adds the codings of one line; those of all lines are one list (RFC 9110, section 5.3).
    fn add_codings(&mut self, value: &[u8]) -> Result<(), Fault> {
        if is_word(value, b"chunked") && !self.transfer_coding {
            (self.transfer_coding, self.chunked) = (true, true);
            return Ok(());
        }
        for coding in tokens(value) {
            // `identity` was a coding that changes nothing until RFC 7230, and is still sent beside a length.
            if coding.eq_ignore_ascii_case(b"identity") {
                continue;
            }
            let chunked = coding.eq_ignore_ascii_case(b"chunked");
            if chunked && self.chunked {
                return Err(Fault::Garbage("the body is chunked twice"));
            }
            self.transfer_coding = true;
            self.chunked = chunked;
        }
        Ok(())
    }

    /// RFC 9112, section 6.3: a transfer coding wins over a length.
    #[inline]
    fn framing(&self, status: u16, head_only: bool) -> Framing {
        if head_only || (100..200).contains(&status) || status == 204 || status == 304 {
            return Framing::Length(0);
        }
        if self.transfer_coding {
            return if self.chunked { Framing::Chunked } else { Framing::UntilClose };
        }
        self.length.map_or(Framing::UntilClose, Framing::Length)
    }

    /// Whether the connection may carry another call, by what the head says of it (RFC 9112, section 9.3).
    #[inline]
    fn lasts(&self, is_1_1: bool) -> bool {
        // Two ways to frame one body, or a coding that HTTP/1.0 does not know: readers may differ on where it ends (section 6.1).
        let doubtful = self.transfer_coding && (self.length.is_some() || !is_1_1);
        !self.close && !doubtful && (is_1_1 || self.keep_alive)
    }
}

/// Whether a text is a word of small letters and hyphens, in any case. Only for what the parser has let pass as a name or a value: with the
/// bit of the case set, a letter is no other byte's, and a hyphen that of CR alone, which neither may hold.
#[inline]
fn is_word<const LENGTH: usize>(text: &[u8], word: &[u8; LENGTH]) -> bool {
    let Ok(text) = <&[u8; LENGTH]>::try_from(text) else {
        return false;
    };
    // Without a way out at the first difference, so that it is done in a few wide steps.
    let difference = text
        .iter()
        .zip(word)
        .fold(0, |sum, (byte, letter)| sum | ((byte | 0x20) ^ letter));
    difference == 0
}

/// The number that digits alone are, if surely in range.
#[inline]
fn plain_number(text: &[u8]) -> Option<u64> {
    if text.is_empty() || text.len() > 18 {
        return None;
    }
    text.iter().try_fold(0, |number, byte| {
        let digit = byte.wrapping_sub(b'0');
        (digit < 10).then(|| number * 10 + u64::from(digit))
    })
}

/// Elements of a list; empty ones do not count (RFC 9110, section 5.6.1).
fn tokens(value: &[u8]) -> impl Iterator<Item = &[u8]> {
    let elements = value.split(|byte| *byte == b',').map(<[u8]>::trim_ascii);
    elements.filter(|element| !element.is_empty())
}

fn has_token(value: &[u8], token: &[u8]) -> bool {
    tokens(value).any(|candidate| candidate.eq_ignore_ascii_case(token))
}

/// The seconds of `timeout=5, max=100` (RFC 2068, section 19.7.1.1, as servers send it); None when they cannot be read.
fn timeout_s(value: &[u8]) -> Option<u16> {
    tokens(value).find_map(|parameter| {
        let equals = parameter.iter().position(|byte| *byte == b'=')?;
        let name = parameter[..equals].trim_ascii();
        let seconds = parameter[equals + 1..].trim_ascii();
        if !name.eq_ignore_ascii_case(b"timeout") || seconds.is_empty() || !seconds.iter().all(u8::is_ascii_digit) {
            return None;
        }
        // A longer time than fits is as good as the longest that does.
        Some(std::str::from_utf8(seconds).ok()?.parse().unwrap_or(u16::MAX))
    })
}

/// Whether a head may end at or after `from`: an empty line is there.
pub(super) fn has_empty_line(bytes: &[u8], from: usize) -> bool {
    let tail = &bytes[from.min(bytes.len())..];
    tail.windows(2).any(|pair| pair == b"\n\n") || tail.windows(3).any(|three| three == b"\n\r\n")
}

/// A copy in which lines that go on in the next one (obs-fold) are single ones, of the same length; None where there is none.
///
/// RFC 9112, section 5.2: a user agent replaces a fold by spaces. One right after the status line is none: section 2.2 lets it be refused.
pub(super) fn unfolded(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut copy = bytes.to_vec();
    let (mut lines, mut folds, mut line_start) = (0, 0, 0);
    for position in 0..bytes.len() {
        if bytes[position] != b'\n' {
            continue;
        }
        let line = &bytes[line_start..position];
        let is_empty = line.is_empty() || line == b"\r";
        line_start = position + 1;
        if is_empty && lines > 0 {
            break;
        }
        lines += usize::from(!is_empty);
        if lines > 1 && matches!(bytes.get(line_start), Some(b' ' | b'\t')) {
            copy[position] = b' ';
            if line.ends_with(b"\r") {
                copy[position - 1] = b' ';
            }
            folds += 1;
        }
    }
    (folds > 0).then_some(copy)
}

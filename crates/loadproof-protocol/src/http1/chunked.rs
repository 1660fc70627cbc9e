//! The chunked transfer coding (RFC 9112, section 7.1).

use std::ops::Range;

use super::Fault;

/// Longest line of a chunk's size with its extensions, or of a trailer field.
const LONGEST_LINE: u32 = 8 * 1024;
/// Most bytes of all trailer fields together.
const MOST_TRAILER_BYTES: u32 = 64 * 1024;
/// Most bytes that size lines may have beyond [`LINE_ALLOWANCE`] and twice the data of their chunks.
const MOST_EXCESS_BYTES: u64 = 16 * 1024;
/// Bytes of a size line that are no excess.
const LINE_ALLOWANCE: u64 = 16;
/// Most digits of a size: what they make fits 64 bits.
const MOST_DIGITS: u8 = 15;

/// Where in a chunked body the stream stands.
///
/// Line ends of chunks are CR LF and nothing else: what one reader takes for the end of a line and another does not is an attack
/// (RFC 9112, section 11.2). Trailer fields are fields, whose lines may end with LF alone (section 2.2).
#[derive(Clone, Copy, Debug)]
pub(super) struct Chunked {
    state: State,
    /// Size of the chunk that is being read.
    size: u64,
    data_bytes: u64,
    most_data_bytes: u64,
    excess_bytes: u64,
    line_bytes: u32,
    trailer_bytes: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Size {
        digits: u8,
    },
    /// Blanks after the size.
    Blank,
    Extension,
    SizeLineFeed,
    Data {
        left: u64,
    },
    DataReturn,
    DataLineFeed,
    /// At the begin of a line after the last chunk; a field has gone before, or not.
    TrailerStart {
        follows: bool,
    },
    TrailerName,
    TrailerValue,
    TrailerLineFeed,
    LastLineFeed,
}

impl Chunked {
    /// A body at its begin, of at most so many bytes of data.
    pub(super) fn new(most_data_bytes: u64) -> Self {
        Self {
            state: State::Size { digits: 0 },
            size: 0,
            data_bytes: 0,
            most_data_bytes,
            excess_bytes: 0,
            line_bytes: 0,
            trailer_bytes: 0,
        }
    }

    /// Bytes of data so far, those of a chunk counted as they come.
    pub(super) fn data_bytes(&self) -> u64 {
        self.data_bytes
    }

    /// Takes the bytes from `start` on that belong to the body, and tells where in `bytes` its data stands; where the body ends, if it does.
    pub(super) fn feed(
        &mut self,
        bytes: &[u8],
        start: usize,
        mut on_data: impl FnMut(Range<usize>),
    ) -> Result<Option<usize>, Fault> {
        let mut position = start;
        while position < bytes.len() {
            if let State::Data { left } = self.state {
                let step = left.min((bytes.len() - position) as u64);
                on_data(position..position + step as usize);
                position += step as usize;
                self.data_bytes += step;
                self.state = if step == left {
                    State::DataReturn
                } else {
                    State::Data { left: left - step }
                };
                continue;
            }
            let byte = bytes[position];
            position += 1;
            self.count(byte)?;
            if self.state == State::LastLineFeed && byte == b'\n' || self.ends_by_line_feed(byte) {
                return Ok(Some(position));
            }
            self.state = self.after(byte)?;
        }
        Ok(None)
    }

    /// An empty line ends the trailer, also one without a CR.
    fn ends_by_line_feed(&self, byte: u8) -> bool {
        byte == b'\n' && matches!(self.state, State::TrailerStart { .. })
    }

    fn after(&mut self, byte: u8) -> Result<State, Fault> {
        match self.state {
            State::Size { digits } => self.after_size_byte(digits, byte),
            State::Blank | State::Extension | State::SizeLineFeed => self.after_extension_byte(byte),
            State::Data { .. } | State::DataReturn | State::DataLineFeed => match (self.state, byte) {
                (State::DataReturn, b'\r') => Ok(State::DataLineFeed),
                (State::DataLineFeed, b'\n') => {
                    self.size = 0;
                    Ok(State::Size { digits: 0 })
                }
                _ => Err(Fault::Garbage("a chunk does not end where its size says")),
            },
            _ => self.after_trailer_byte(byte),
        }
    }

    fn after_size_byte(&mut self, digits: u8, byte: u8) -> Result<State, Fault> {
        let digit = match byte {
            b'0'..=b'9' => byte - b'0',
            b'a'..=b'f' => byte - b'a' + 10,
            b'A'..=b'F' => byte - b'A' + 10,
            _ if digits == 0 => return Err(Fault::Garbage("a chunk has no size")),
            _ => return self.after_extension_byte(byte),
        };
        if digits >= MOST_DIGITS {
            return Err(Fault::TooLarge("a chunk's size"));
        }
        self.size = self.size * 16 + u64::from(digit);
        Ok(State::Size { digits: digits + 1 })
    }

    /// What stands between a size and its data: blanks, extensions, the line end.
    fn after_extension_byte(&mut self, byte: u8) -> Result<State, Fault> {
        match (self.state, byte) {
            (State::SizeLineFeed, b'\n') => self.after_size_line(),
            (State::SizeLineFeed, _) | (_, b'\n') => Err(Fault::Garbage("a chunk's size line does not end with CR LF")),
            (_, b'\r') => Ok(State::SizeLineFeed),
            (State::Extension, _) | (_, b';') => Ok(State::Extension),
            (_, b' ' | b'\t') => Ok(State::Blank),
            _ => Err(Fault::Garbage("a chunk's size is not a number")),
        }
    }

    fn after_size_line(&mut self) -> Result<State, Fault> {
        if self.size == 0 {
            self.line_bytes = 0;
            return Ok(State::TrailerStart { follows: false });
        }
        if self.data_bytes + self.size > self.most_data_bytes {
            return Err(Fault::TooLarge("the body of a reply"));
        }
        // Long extensions on tiny chunks would make a body of few bytes an endless one.
        let free = LINE_ALLOWANCE + 2 * self.size;
        self.excess_bytes = (self.excess_bytes + u64::from(self.line_bytes)).saturating_sub(free);
        self.line_bytes = 0;
        if self.excess_bytes > MOST_EXCESS_BYTES {
            return Err(Fault::TooLarge("the extensions of chunks"));
        }
        Ok(State::Data { left: self.size })
    }

    fn after_trailer_byte(&self, byte: u8) -> Result<State, Fault> {
        match (self.state, byte) {
            (State::TrailerStart { .. }, b'\r') => Ok(State::LastLineFeed),
            (State::TrailerStart { follows: true }, b' ' | b'\t') => Ok(State::TrailerValue),
            (State::TrailerStart { .. } | State::TrailerName, _) if is_token_byte(byte) => Ok(State::TrailerName),
            (State::TrailerName, b':') => Ok(State::TrailerValue),
            (State::TrailerValue, b'\r') => Ok(State::TrailerLineFeed),
            (State::TrailerValue | State::TrailerLineFeed, b'\n') => Ok(State::TrailerStart { follows: true }),
            (State::TrailerValue, b'\t' | b' '..=b'~' | 0x80..) => Ok(State::TrailerValue),
            _ => Err(Fault::Garbage("the trailer cannot be read")),
        }
    }

    /// Bounds lines and trailer; a size line's bytes are counted until its data begins.
    fn count(&mut self, byte: u8) -> Result<(), Fault> {
        let in_trailer = matches!(
            self.state,
            State::TrailerStart { .. } | State::TrailerName | State::TrailerValue | State::TrailerLineFeed | State::LastLineFeed
        );
        self.trailer_bytes += u32::from(in_trailer);
        self.line_bytes = if byte == b'\n' && self.state != State::SizeLineFeed {
            0
        } else {
            self.line_bytes + 1
        };
        if self.line_bytes > LONGEST_LINE || self.trailer_bytes > MOST_TRAILER_BYTES {
            return Err(Fault::TooLarge("a chunk's size line or the trailer"));
        }
        Ok(())
    }
}

/// Bytes of a field's name (RFC 9110, section 5.6.2).
fn is_token_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

//! The chunked transfer coding (RFC 9112, section 7.1).

use super::Fault;

/// Longest line of a chunk's size with its extensions, or of a trailer field.
const LONGEST_LINE: usize = 8 * 1024;
/// Most bytes of all trailer fields together.
const MOST_TRAILER_BYTES: usize = 64 * 1024;

/// Where in a chunked body the stream stands.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Chunked {
    state: State,
    line_bytes: usize,
    trailer_bytes: usize,
}

#[derive(Clone, Copy, Debug)]
enum State {
    Size { size: u64, digits: u8 },
    Extension { size: u64 },
    SizeLineFeed { size: u64 },
    Data { left: u64 },
    DataReturn,
    DataLineFeed,
    TrailerStart,
    Trailer,
    LastLineFeed,
}

impl Default for State {
    fn default() -> Self {
        Self::Size { size: 0, digits: 0 }
    }
}

/// How far a stretch of bytes brought the body.
pub(super) struct Advance {
    pub(super) used: usize,
    pub(super) data: u64,
    pub(super) complete: bool,
}

impl Chunked {
    /// Takes as many bytes as belong to the body.
    pub(super) fn feed(&mut self, bytes: &[u8]) -> Result<Advance, Fault> {
        let (mut used, mut data) = (0, 0);
        while used < bytes.len() {
            if let State::Data { left } = self.state {
                let step = left.min((bytes.len() - used) as u64);
                used += step as usize;
                data += step;
                self.state = if step == left {
                    State::DataReturn
                } else {
                    State::Data { left: left - step }
                };
                continue;
            }
            let complete = self.byte(bytes[used])?;
            used += 1;
            if complete {
                return Ok(Advance { used, data, complete });
            }
        }
        Ok(Advance {
            used,
            data,
            complete: false,
        })
    }

    /// Takes one byte that is not data; true when it ended the body.
    fn byte(&mut self, byte: u8) -> Result<bool, Fault> {
        self.count_line(byte)?;
        self.state = match (self.state, byte) {
            (State::Size { size, digits }, _) => return self.size_byte(size, digits, byte).map(|()| false),
            (State::Extension { size }, b'\r') => State::SizeLineFeed { size },
            (State::Extension { size }, b'\n') => Self::after_size(size),
            (State::Extension { size }, _) => State::Extension { size },
            (State::SizeLineFeed { size }, b'\n') => Self::after_size(size),
            (State::DataReturn, b'\r') => State::DataLineFeed,
            (State::DataReturn | State::DataLineFeed, b'\n') => State::default(),
            (State::TrailerStart, b'\r') => State::LastLineFeed,
            (State::TrailerStart | State::LastLineFeed, b'\n') => return Ok(true),
            (State::TrailerStart, _) => State::Trailer,
            (State::Trailer, b'\n') => State::TrailerStart,
            (State::Trailer, _) => State::Trailer,
            _ => return Err(Fault::Garbage("a chunk does not end where its size says")),
        };
        Ok(false)
    }

    fn count_line(&mut self, byte: u8) -> Result<(), Fault> {
        self.line_bytes = if byte == b'\n' { 0 } else { self.line_bytes + 1 };
        if matches!(self.state, State::Trailer | State::TrailerStart) {
            self.trailer_bytes += 1;
        }
        if self.line_bytes > LONGEST_LINE || self.trailer_bytes > MOST_TRAILER_BYTES {
            return Err(Fault::TooLarge("a chunk's size line or the trailer"));
        }
        Ok(())
    }

    fn size_byte(&mut self, size: u64, digits: u8, byte: u8) -> Result<(), Fault> {
        let digit = match byte {
            b'0'..=b'9' => byte - b'0',
            b'a'..=b'f' => byte - b'a' + 10,
            b'A'..=b'F' => byte - b'A' + 10,
            _ if digits == 0 => return Err(Fault::Garbage("a chunk has no size")),
            b'\r' => {
                self.state = State::SizeLineFeed { size };
                return Ok(());
            }
            b'\n' => {
                self.state = Self::after_size(size);
                return Ok(());
            }
            b';' | b' ' | b'\t' => {
                self.state = State::Extension { size };
                return Ok(());
            }
            _ => return Err(Fault::Garbage("a chunk's size is not a number")),
        };
        if digits >= 15 {
            return Err(Fault::TooLarge("a chunk's size"));
        }
        self.state = State::Size {
            size: size * 16 + u64::from(digit),
            digits: digits + 1,
        };
        Ok(())
    }

    fn after_size(size: u64) -> State {
        if size == 0 {
            State::TrailerStart
        } else {
            State::Data { left: size }
        }
    }
}

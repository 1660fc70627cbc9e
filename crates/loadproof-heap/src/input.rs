//! The bytes of a dump, one after the other, plain or in gzip (`jcmd PID GC.heap_dump -gz=1`).

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use flate2::read::MultiGzDecoder;

const BUFFER_BYTES: usize = 1 << 20;
const GZIP: [u8; 2] = [0x1f, 0x8b];
/// What is longer is passed over by a seek.
const SEEK_BYTES: u64 = 1 << 18;
/// No more is asked for at once, whatever a dump says.
pub(crate) const LONGEST_TAKE: usize = 16 << 20;

/// Why a reading ended before its end.
#[derive(Debug, thiserror::Error)]
pub enum Stop {
    /// The file ends within a record.
    #[error("the file ends at byte {0}")]
    Cut(u64),
    /// What stands there is no part of a dump.
    #[error("{what} at byte {at}")]
    Corrupt {
        /// Where, from the begin of what is read (unpacked where it was packed).
        at: u64,
        /// What is wrong.
        what: &'static str,
    },
    /// The length of a record does not fit what follows.
    #[error("the length of the record at byte {at} is broken: {what}")]
    Length {
        /// Where the record begins.
        at: u64,
        /// What does not fit.
        what: &'static str,
    },
    /// A record that only Android writes.
    #[error("a record of Android at byte {0}")]
    Android(u64),
    /// The disk or the file system.
    #[error(transparent)]
    Read(#[from] io::Error),
    /// It would take more memory than is allowed.
    #[error("about {0} bytes of memory are needed")]
    Memory(u64),
    /// The caller wants no more.
    #[error("interrupted")]
    Interrupted,
}

enum Source {
    Plain { file: File, bytes: u64 },
    Packed(Box<MultiGzDecoder<File>>),
}

/// A dump that is read from its begin.
pub struct Input {
    source: Source,
    buffer: Vec<u8>,
    from: usize,
    to: usize,
    at: u64,
}

impl Input {
    /// Opens the file.
    pub fn open(path: &Path) -> io::Result<Self> {
        let mut file = File::open(path)?;
        let mut magic = [0; 2];
        let is_packed = matches!(file.read(&mut magic)?, 2) && magic == GZIP;
        file.seek(SeekFrom::Start(0))?;
        let bytes = file.metadata()?.len();
        let source = if is_packed {
            Source::Packed(Box::new(MultiGzDecoder::new(file)))
        } else {
            Source::Plain { file, bytes }
        };
        Ok(Self {
            source,
            buffer: vec![0; BUFFER_BYTES],
            from: 0,
            to: 0,
            at: 0,
        })
    }

    /// How many bytes were taken or passed over.
    pub fn at(&self) -> u64 {
        self.at
    }

    /// Whether no byte is left.
    pub fn is_at_end(&mut self) -> Result<bool, Stop> {
        Ok(!self.holds(1)?)
    }

    /// The next bytes, which are then taken.
    pub fn take(&mut self, bytes: usize) -> Result<&[u8], Stop> {
        if bytes > LONGEST_TAKE {
            return Err(self.corrupt("a record is longer than any"));
        }
        if !self.holds(bytes)? {
            return Err(Stop::Cut(self.at + (self.to - self.from) as u64));
        }
        let begin = self.from;
        self.from += bytes;
        self.at += bytes as u64;
        Ok(&self.buffer[begin..begin + bytes])
    }

    /// The next bytes, fewer at the end of the file; none of them is taken.
    pub fn peek(&mut self, bytes: usize) -> Result<&[u8], Stop> {
        self.holds(bytes.min(LONGEST_TAKE))?;
        Ok(&self.buffer[self.from..self.to.min(self.from + bytes)])
    }

    /// At least one byte and at most so many, as they come, which are then taken.
    pub fn take_some(&mut self, most: u64) -> Result<&[u8], Stop> {
        if self.from == self.to && !self.holds(1)? {
            return Err(Stop::Cut(self.at));
        }
        let bytes = usize::try_from(most).map_or(self.to - self.from, |most| most.min(self.to - self.from));
        self.take(bytes)
    }

    /// Passes bytes over.
    pub fn skip(&mut self, bytes: u64) -> Result<(), Stop> {
        let held = (self.to - self.from) as u64;
        if bytes <= held {
            // Not more than the buffer holds.
            self.from += bytes as usize;
            self.at += bytes;
            return Ok(());
        }
        if bytes >= SEEK_BYTES {
            if let Source::Plain { file, bytes: whole } = &mut self.source {
                let end = self.at.saturating_add(bytes);
                if end > *whole {
                    return Err(Stop::Cut(*whole));
                }
                file.seek(SeekFrom::Start(end))?;
                (self.from, self.to, self.at) = (0, 0, end);
                return Ok(());
            }
        }
        let mut left = bytes;
        while left > 0 {
            left -= self.take_some(left)?.len() as u64;
        }
        Ok(())
    }

    /// What is wrong here.
    pub fn corrupt(&self, what: &'static str) -> Stop {
        Stop::Corrupt { at: self.at, what }
    }

    /// Whether so many bytes are there, read into the buffer.
    fn holds(&mut self, bytes: usize) -> Result<bool, Stop> {
        if self.to - self.from >= bytes {
            return Ok(true);
        }
        self.buffer.copy_within(self.from..self.to, 0);
        (self.from, self.to) = (0, self.to - self.from);
        if bytes > self.buffer.len() {
            self.buffer.resize(bytes, 0);
        }
        while self.to < bytes {
            let room = &mut self.buffer[self.to..];
            let read = match &mut self.source {
                Source::Plain { file, .. } => file.read(room),
                Source::Packed(file) => file.read(room),
            };
            match read {
                Ok(0) => return Ok(false),
                Ok(read) => self.to += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                // Of gzip: cut in its middle.
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(false),
                // Its checksum or its form is wrong.
                Err(error) if matches!(error.kind(), io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput) => {
                    return Err(Stop::Corrupt {
                        at: self.at + (self.to - self.from) as u64,
                        what: "the gzip around the dump is broken",
                    })
                }
                Err(error) => return Err(error.into()),
            }
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::write::GzEncoder;
    use std::io::Write;

    fn file(name: &str, content: &[u8]) -> std::path::PathBuf {
        let place = std::env::temp_dir().join(format!("loadproof-heap-{}-{name}", std::process::id()));
        std::fs::write(&place, content).unwrap();
        place
    }

    #[test]
    fn plain_and_packed_bytes_are_the_same() {
        let content: Vec<u8> = (0..3_000_000u32).map(|number| (number % 251) as u8).collect();
        let mut packed = GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packed.write_all(&content).unwrap();
        for (name, held) in [("plain", content.clone()), ("packed", packed.finish().unwrap())] {
            let place = file(name, &held);
            let mut input = Input::open(&place).unwrap();
            assert_eq!(input.take(3).unwrap(), &content[..3]);
            input.skip(2_000_000).unwrap();
            assert_eq!(
                (input.at(), input.take(5).unwrap()),
                (2_000_003, &content[2_000_003..2_000_008])
            );
            input.skip(999_992).unwrap();
            assert!(input.is_at_end().unwrap());
            assert!(matches!(input.take(1), Err(Stop::Cut(3_000_000))));
            std::fs::remove_file(place).unwrap();
        }
    }

    #[test]
    fn a_length_that_no_file_has_is_refused_without_memory_for_it() {
        let place = file("short", b"abc");
        let mut input = Input::open(&place).unwrap();
        assert!(matches!(input.take(1 << 60), Err(Stop::Corrupt { at: 0, .. })));
        assert!(matches!(input.skip(1 << 60), Err(Stop::Cut(3))));
        std::fs::remove_file(place).unwrap();
    }
}

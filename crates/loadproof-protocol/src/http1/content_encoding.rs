//! Bodies as they were before their `Content-Encoding` (RFC 9110, section 8.4).

use std::borrow::Cow;
use std::io::{self, Read};

use flate2::read::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};

use super::Content;

/// Most encodings that may be nested.
const MOST_ENCODINGS: usize = 4;
/// Values that change nothing; all but the first are no encodings, and are sent by servers all the same.
const IDENTITIES: [&[u8]; 5] = [b"identity", b"none", b"utf-8", b"utf8", b"binary"];

/// The reason why a body cannot be decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EncodingFault {
    /// An encoding other than gzip and deflate, or too many.
    Unsupported,
    /// The bytes are not what the encoding says.
    Corrupt,
    /// More decoded bytes than allowed.
    TooLarge,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Encoding {
    Gzip,
    Deflate,
}

impl<'a> Content<'a> {
    /// The body without its `Content-Encoding`; of a body with none, or of an empty one, the body itself.
    ///
    /// # Errors
    /// [`EncodingFault`]; a decoded body of more than `most_bytes` is too large, whatever it would be.
    pub fn decoded_body(&self, most_bytes: usize) -> Result<Cow<'a, [u8]>, EncodingFault> {
        let encodings = self.encodings()?;
        if self.body.is_empty() {
            return Ok(Cow::Borrowed(self.body));
        }
        let mut body = Cow::Borrowed(self.body);
        for encoding in encodings.iter().rev() {
            let (decoded, ended) = decode(*encoding, &body, most_bytes);
            if decoded.len() > most_bytes {
                return Err(EncodingFault::TooLarge);
            }
            ended.map_err(|_| EncodingFault::Corrupt)?;
            body = Cow::Owned(decoded);
        }
        Ok(body)
    }

    /// The first bytes of the body without its `Content-Encoding`, as far as the kept part of it can be decoded; the body itself where
    /// nothing can.
    pub fn decoded_sample(&self, most_bytes: usize) -> Cow<'a, [u8]> {
        let plain = Cow::Borrowed(&self.body[..self.body.len().min(most_bytes)]);
        let encodings = self.encodings().unwrap_or_default();
        let [encoding] = encodings[..] else { return plain };
        let (mut decoded, _) = decode(encoding, self.body, most_bytes);
        decoded.truncate(most_bytes);
        if decoded.is_empty() {
            plain
        } else {
            Cow::Owned(decoded)
        }
    }

    /// The encodings in the order in which they were applied.
    fn encodings(&self) -> Result<Vec<Encoding>, EncodingFault> {
        let mut encodings = Vec::new();
        for value in self.header("content-encoding") {
            for name in value.split(|byte| *byte == b',').map(<[u8]>::trim_ascii) {
                let is = |known: &[u8]| name.eq_ignore_ascii_case(known);
                if name.is_empty() || IDENTITIES.iter().any(|identity| is(identity)) {
                    continue;
                }
                if encodings.len() == MOST_ENCODINGS {
                    return Err(EncodingFault::Unsupported);
                }
                encodings.push(match () {
                    () if is(b"gzip") || is(b"x-gzip") => Encoding::Gzip,
                    () if is(b"deflate") => Encoding::Deflate,
                    () => return Err(EncodingFault::Unsupported),
                });
            }
        }
        Ok(encodings)
    }
}

/// At most one byte more than `most_bytes`, and the fault that ended the decoding.
fn decode(encoding: Encoding, bytes: &[u8], most_bytes: usize) -> (Vec<u8>, io::Result<()>) {
    match encoding {
        Encoding::Gzip => read(MultiGzDecoder::new(bytes), most_bytes),
        Encoding::Deflate => {
            let (decoded, ended) = read(ZlibDecoder::new(bytes), most_bytes);
            if ended.is_ok() || !decoded.is_empty() {
                return (decoded, ended);
            }
            // Some servers leave out the zlib wrapper that the standard asks for.
            read(DeflateDecoder::new(bytes), most_bytes)
        }
    }
}

fn read(decoder: impl Read, most_bytes: usize) -> (Vec<u8>, io::Result<()>) {
    let mut decoded = Vec::new();
    let ended = decoder.take(most_bytes as u64 + 1).read_to_end(&mut decoded);
    (decoded, ended.map(drop))
}

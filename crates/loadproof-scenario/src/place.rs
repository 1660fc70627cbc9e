//! Where in a request a value stands, and what that asks of it.

use crate::BadRequestData;

/// Where a template stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// In the path or query of a request: values are percent-encoded.
    Path,
    /// In a header of a request: values with a line break are refused.
    Header,
    /// In the body of a request: values stand as they are.
    Body,
    /// Outside a request: in a check, a condition or a variable; nothing is sent then, so there is no time of sending.
    Unsent,
}

impl Place {
    /// Appends a value as it must stand here.
    ///
    /// # Errors
    /// [`BadRequestData::LineBreak`] in a header.
    #[inline]
    pub(crate) fn write(self, value: &[u8], out: &mut Vec<u8>) -> Result<(), BadRequestData> {
        match self {
            Self::Path => percent_encode(value, out),
            Self::Header if value.iter().copied().any(breaks_a_line) => return Err(BadRequestData::LineBreak),
            _ => out.extend_from_slice(value),
        }
        Ok(())
    }

    /// Makes what was appended from `start` on stand as it must here; it holds no line break.
    pub(crate) fn encode_from(self, start: usize, out: &mut Vec<u8>) {
        if self == Self::Path && !out[start..].iter().copied().all(stands_in_a_path) {
            let value = out.split_off(start);
            percent_encode(&value, out);
        }
    }
}

/// Whether a byte would end the line that a value stands in, and let the rest be read as a header of its own.
#[inline]
pub(crate) fn breaks_a_line(byte: u8) -> bool {
    matches!(byte, b'\r' | b'\n' | 0)
}

/// Whether a byte stands in a path or query as it is.
fn stands_in_a_path(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~/:@!$'()*,;".contains(&byte)
}

/// Appends a value so that nothing in it ends or splits a path or query (RFC 3986 section 2).
pub(crate) fn percent_encode(value: &[u8], out: &mut Vec<u8>) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    for byte in value {
        if stands_in_a_path(*byte) {
            out.push(*byte);
        } else {
            out.extend_from_slice(&[b'%', DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 0xF)]]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_stands_as_its_place_asks() {
        let written = |place: Place, value: &[u8]| {
            let mut out = Vec::new();
            place.write(value, &mut out).map(|()| out)
        };
        assert_eq!(written(Place::Path, b"a b&\r\n\xff"), Ok(b"a%20b%26%0D%0A%FF".to_vec()));
        assert_eq!(written(Place::Header, b"a b&"), Ok(b"a b&".to_vec()));
        for value in [&b"a\rb"[..], b"a\nb", b"a\0b"] {
            assert_eq!(written(Place::Header, value), Err(BadRequestData::LineBreak));
            assert_eq!(written(Place::Body, value), Ok(value.to_vec()));
        }
    }
}

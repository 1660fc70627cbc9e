//! Values that are made and not read: UUIDs, times, random texts and numbers.

use time::OffsetDateTime;

use crate::TimestampFormat;

/// Most letters of a random text.
const MOST_LETTERS: u32 = 65_536;
/// Most digits after the point of a random number.
const MOST_DECIMALS: u8 = 15;
/// Whole numbers up to this are exact as floating point.
const MOST_EXACT: f64 = 9_007_199_254_740_992.0;

/// Appends a UUID of version 4 made of these bits (RFC 9562 section 5.4).
pub(crate) fn write_uuid(bits: u128, out: &mut Vec<u8>) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let bits = (bits & !(0xF000 << 64) & !(0xC000 << 48)) | (0x4000 << 64) | (0x8000 << 48);
    let mut text = [0u8; 36];
    let mut shift = 128;
    for (position, letter) in text.iter_mut().enumerate() {
        if matches!(position, 8 | 13 | 18 | 23) {
            *letter = b'-';
        } else {
            shift -= 4;
            *letter = DIGITS[(bits >> shift) as usize & 0xF];
        }
    }
    out.extend_from_slice(&text);
}

/// Appends a time, given in nanoseconds since 1970.
pub(crate) fn write_timestamp(format: TimestampFormat, unix_ns: u64, out: &mut Vec<u8>) {
    let mut digits = itoa::Buffer::new();
    match format {
        TimestampFormat::Unix => out.extend_from_slice(digits.format(unix_ns / 1_000_000_000).as_bytes()),
        TimestampFormat::UnixMs => out.extend_from_slice(digits.format(unix_ns / 1_000_000).as_bytes()),
        TimestampFormat::Iso8601 => {
            let time = OffsetDateTime::from_unix_timestamp_nanos(i128::from(unix_ns)).unwrap_or(OffsetDateTime::UNIX_EPOCH);
            padded(time.year().unsigned_abs().into(), 4, out);
            for (before, number) in [
                (b'-', u8::from(time.month())),
                (b'-', time.day()),
                (b'T', time.hour()),
                (b':', time.minute()),
                (b':', time.second()),
            ] {
                out.push(before);
                padded(number.into(), 2, out);
            }
            out.push(b'.');
            padded(time.millisecond().into(), 3, out);
            out.push(b'Z');
        }
    }
}

/// Appends a number with zeros in front up to a width.
fn padded(number: u64, width: usize, out: &mut Vec<u8>) {
    let mut buffer = itoa::Buffer::new();
    let digits = buffer.format(number);
    out.extend(std::iter::repeat_n(b'0', width.saturating_sub(digits.len())));
    out.extend_from_slice(digits.as_bytes());
}

/// Texts of random letters.
#[derive(Debug)]
pub(crate) struct RandomText {
    least: u32,
    most: u32,
    alphabet: Box<[u8]>,
}

impl RandomText {
    /// # Errors
    /// A sentence that names what is wrong.
    pub(crate) fn new((least, most): (u32, u32), alphabet: &str) -> Result<Self, String> {
        if least > most || most > MOST_LETTERS {
            return Err(format!(
                "a length from {least} to {most}: the first is at most the second, and that at most {MOST_LETTERS}"
            ));
        }
        if alphabet.is_empty() || !alphabet.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
            return Err(format!(
                "the alphabet {alphabet:?} has to be one or more printable ASCII letters"
            ));
        }
        Ok(Self {
            least,
            most,
            alphabet: alphabet.as_bytes().into(),
        })
    }

    /// Appends the text that belongs to these bits: it need not be stored to be had again.
    pub(crate) fn write(&self, words: [u64; 2], out: &mut Vec<u8>) {
        let mut random = fastrand::Rng::with_seed(words[0]);
        let mut letters = fastrand::Rng::with_seed(words[1]);
        for _ in 0..random.u32(self.least..=self.most) {
            out.push(self.alphabet[letters.usize(..self.alphabet.len())]);
        }
    }
}

/// Numbers between two bounds with so many digits after the point.
#[derive(Debug)]
pub(crate) struct RandomNumber {
    /// In units of the last digit.
    low: i64,
    decimals: usize,
}

impl RandomNumber {
    /// The numbers, and the position of the last one counted from 0.
    ///
    /// # Errors
    /// A sentence that names what is wrong.
    pub(crate) fn new(low: f64, high: f64, decimals: u8) -> Result<(Self, u64), String> {
        if decimals > MOST_DECIMALS {
            return Err(format!("{decimals} digits after the point: at most {MOST_DECIMALS}"));
        }
        let unit = 10f64.powi(decimals.into());
        // 0.7 is 0.69999…: a bound that is a multiple of the unit but for rounding is meant to be one.
        let nearly = |scaled: f64, else_: f64| {
            let near = (scaled - scaled.round()).abs() < 1e-6;
            if near {
                scaled.round()
            } else {
                else_
            }
        };
        let (first, last) = (low * unit, high * unit);
        let (first, last) = (nearly(first, first.ceil()), nearly(last, last.floor()));
        let is_exact = |bound: f64| bound.is_finite() && bound.abs() <= MOST_EXACT;
        if !is_exact(first) || !is_exact(last) {
            return Err(format!(
                "{low} to {high} with {decimals} digits after the point has more digits than are exact: at most 15 in all"
            ));
        }
        if first > last {
            return Err(format!(
                "no number with {decimals} digits after the point from {low} to {high}"
            ));
        }
        let number = Self {
            low: first as i64,
            decimals: decimals.into(),
        };
        Ok((number, (last - first) as u64))
    }

    /// Appends the number at a position.
    pub(crate) fn write(&self, position: u64, out: &mut Vec<u8>) {
        let scaled = self.low.wrapping_add_unsigned(position);
        if scaled < 0 {
            out.push(b'-');
        }
        let unit = 10u64.pow(self.decimals as u32);
        let amount = scaled.unsigned_abs();
        out.extend_from_slice(itoa::Buffer::new().format(amount / unit).as_bytes());
        if self.decimals > 0 {
            out.push(b'.');
            padded(amount % unit, self.decimals, out);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn text(write: impl FnOnce(&mut Vec<u8>)) -> String {
        let mut out = Vec::new();
        write(&mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn times_are_written_as_asked() {
        let at = 1_795_266_000_007_900_000;
        let shown = |format| text(|out| write_timestamp(format, at, out));
        assert_eq!(shown(TimestampFormat::Unix), "1795266000");
        assert_eq!(shown(TimestampFormat::UnixMs), "1795266000007");
        assert_eq!(shown(TimestampFormat::Iso8601), "2026-11-21T13:00:00.007Z");
        assert_eq!(
            text(|out| write_timestamp(TimestampFormat::Iso8601, 0, out)),
            "1970-01-01T00:00:00.000Z"
        );
        assert_eq!(
            text(|out| write_timestamp(TimestampFormat::Iso8601, u64::MAX, out)),
            "2554-07-21T23:34:33.709Z"
        );
    }

    #[test]
    fn a_uuid_has_its_version_and_variant() {
        for bits in [0, u128::MAX, 0x0123_4567_89AB_CDEF_0123_4567_89AB_CDEF] {
            let uuid = text(|out| write_uuid(bits, out));
            assert_eq!(uuid.as_bytes()[14], b'4', "{uuid}");
            assert!(b"89ab".contains(&uuid.as_bytes()[19]), "{uuid}");
            assert_eq!(uuid.matches('-').count(), 4);
        }
        assert_eq!(text(|out| write_uuid(0, out)), "00000000-0000-4000-8000-000000000000");
    }

    #[test]
    fn what_cannot_be_made_is_refused() {
        for (length, alphabet) in [
            ((2, 1), "a"),
            ((1, 65_537), "a"),
            ((1, 1), ""),
            ((1, 1), "a\n"),
            ((1, 1), "ё"),
        ] {
            assert!(RandomText::new(length, alphabet).is_err(), "{length:?} {alphabet:?}");
        }
        for (low, high, decimals) in [
            (2.0, 1.0, 0),
            (0.1, 0.9, 0),
            (f64::NAN, 1.0, 0),
            (0.0, f64::INFINITY, 0),
            (0.0, 1e9, 15),
            (0.0, 1.0, 16),
        ] {
            assert!(RandomNumber::new(low, high, decimals).is_err(), "{low} {high} {decimals}");
        }
    }

    #[test]
    fn numbers_keep_their_digits_and_bounds() {
        let (number, last) = RandomNumber::new(-0.7, 1.15, 1).unwrap();
        assert_eq!(last, 18);
        let shown: Vec<String> = [0, 6, 7, 18].map(|position| text(|out| number.write(position, out))).into();
        assert_eq!(shown, ["-0.7", "-0.1", "0.0", "1.1"]);
        let (whole, last) = RandomNumber::new(-3.0, 3.0, 0).unwrap();
        assert_eq!((text(|out| whole.write(0, out)), last), ("-3".into(), 6));
    }

    proptest! {
        #[test]
        fn random_numbers_lie_between_their_bounds(low in -1e6..1e6f64, width in 1.0..1e6f64, decimals in 0u8..7, share in 0.0..=1.0f64) {
            let (number, last) = RandomNumber::new(low, low + width, decimals).unwrap();
            let shown = text(|out| number.write((last as f64 * share) as u64, out));
            let value: f64 = shown.parse().unwrap();
            prop_assert!(value >= low - 1e-5 && value <= low + width + 1e-5, "{shown}");
            prop_assert_eq!(shown.split_once('.').map_or(0, |(_, digits)| digits.len()), usize::from(decimals));
        }

        #[test]
        fn texts_belong_to_their_bits(words: [u64; 2], least in 0u32..20, more in 0u32..20) {
            let letters = RandomText::new((least, least + more), "abc/ %").unwrap();
            let shown = text(|out| letters.write(words, out));
            prop_assert_eq!(&shown, &text(|out| letters.write(words, out)));
            prop_assert!((least as usize..=(least + more) as usize).contains(&shown.len()));
            prop_assert!(shown.bytes().all(|byte| b"abc/ %".contains(&byte)));
        }
    }
}

//! When a line was written, by one of its decorations.

use crate::text::{decimal, spaces, whole, word};

/// How far into a line decorations may stand.
const DECORATIONS: usize = 512;

/// A kind of decoration that tells a time; each has an axis of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Clock {
    /// `[12.345s]`: uptime.
    Uptime,
    /// `[12345ms]`: uptimemillis or timemillis.
    Millis,
    /// `[12345678ns]`: uptimenanos or timenanos.
    Nanos,
    /// `[2026-11-25T10:00:00.000+0000]`: time or utctime, as seconds since 1970.
    Date,
}

impl Clock {
    /// The clock of a name: `uptime`, `millis`, `nanos` or `date`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "uptime" => Some(Self::Uptime),
            "millis" => Some(Self::Millis),
            "nanos" => Some(Self::Nanos),
            "date" => Some(Self::Date),
            _ => None,
        }
    }

    /// The seconds of a line: those of the first decoration of this kind.
    #[must_use]
    pub fn seconds(self, line: &[u8]) -> Option<f64> {
        let mut rest = &line[..line.len().min(DECORATIONS)];
        while let Some(begin) = memchr::memchr(b'[', rest) {
            rest = &rest[begin + 1..];
            if let Some(seconds) = self.read(rest) {
                return Some(seconds);
            }
        }
        None
    }

    fn read(self, inner: &[u8]) -> Option<f64> {
        let mut text = inner;
        spaces(&mut text);
        let seconds = match self {
            Self::Uptime => {
                let seconds = decimal(&mut text)?;
                word(&mut text, b"s")?;
                seconds
            }
            Self::Millis => {
                let millis = whole(&mut text)?;
                word(&mut text, b"ms")?;
                millis as f64 / 1e3
            }
            Self::Nanos => {
                let nanos = nanoseconds(&mut text)?;
                word(&mut text, b"ns")?;
                nanos / 1e9
            }
            Self::Date => date(&mut text)?,
        };
        spaces(&mut text);
        (text.first() == Some(&b']')).then_some(seconds)
    }
}

/// Nanoseconds since 1970 have more digits than other numbers.
fn nanoseconds(text: &mut &[u8]) -> Option<f64> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits == 0 || digits > 20 {
        return None;
    }
    let (number, rest) = text.split_at(digits);
    *text = rest;
    std::str::from_utf8(number).ok()?.parse().ok()
}

fn date(text: &mut &[u8]) -> Option<f64> {
    let year = part(text, 4, b"-")?;
    let month = part(text, 2, b"-")?;
    let day = part(text, 2, b"T")?;
    let hour = part(text, 2, b":")?;
    let minute = part(text, 2, b":")?;
    let second = part(text, 2, b"")?;
    if !matches!(text.first(), Some(b'.' | b',')) {
        return None;
    }
    *text = &text[1..];
    let millis = part(text, 3, b"")?;
    let sign = match text.first()? {
        b'+' => 1,
        b'-' => -1,
        _ => return None,
    };
    *text = &text[1..];
    let zone = part(text, 2, b"")? * 60 + part(text, 2, b"")?;
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) || year == 0 {
        return None;
    }
    let minutes = (days(year, month, day) * 24 + hour) * 60 + minute - sign * zone;
    Some((minutes * 60 + second) as f64 + millis as f64 / 1e3)
}

/// A number of so many digits, and what follows it.
fn part(text: &mut &[u8], digits: usize, then: &[u8]) -> Option<i64> {
    let mut number = text.get(..digits)?;
    let read = whole(&mut number)?;
    if !number.is_empty() {
        return None;
    }
    *text = &text[digits..];
    word(text, then)?;
    i64::try_from(read).ok()
}

/// Days since 1970 in the Gregorian calendar (Hinnant, chrono-compatible low-level date algorithms, 2014).
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_reads_its_own_decoration() {
        let line = b"[2025-02-11T13:06:19.476-0800][12.345s][1739307979476ms][12345ms][5000000000ns][info][gc] GC(0) x";
        assert_eq!(Clock::Uptime.seconds(line), Some(12.345));
        assert_eq!(Clock::Millis.seconds(line), Some(1_739_307_979.476));
        assert_eq!(Clock::Nanos.seconds(line), Some(5.0));
        assert_eq!(Clock::Date.seconds(line), Some(1_739_307_979.476));
        assert_eq!(Clock::Date.seconds(b"[1970-01-01T00:00:00,000+0000]"), Some(0.0));
        assert_eq!(Clock::Date.seconds(b"[2024-02-29T00:00:00.000+0000]"), Some(1_709_164_800.0));
    }

    #[test]
    fn what_is_no_decoration_tells_no_time() {
        assert_eq!(Clock::Uptime.seconds(b"took 1.5s"), None);
        assert_eq!(Clock::Uptime.seconds(b"[1.5s and more]"), None);
        assert_eq!(Clock::Date.seconds(b"[2025-13-11T13:06:19.476-0800]"), None);
        assert_eq!(Clock::named("sundial"), None);
    }
}

//! A `set-cookie` header, parsed (RFC 6265 section 5.2).

use time::{Date, Month};

/// Longest name and value together, and longest path: longer ones are ignored, as browsers do.
const MOST_PAIR_BYTES: usize = 4096;
const MOST_PATH_BYTES: usize = 1024;

/// A cookie as a reply sets it. Domain, Secure, HttpOnly and SameSite are not looked at: there is one target.
///
/// ```
/// use loadproof_scenario::SetCookie;
/// let cookie = SetCookie::parse(b"sid=31d4; Path=/shop; Max-Age=60").unwrap();
/// assert_eq!((cookie.name, cookie.value, cookie.path), (&b"sid"[..], &b"31d4"[..], Some(&b"/shop"[..])));
/// assert!(!cookie.is_expired(1_000));
/// assert_eq!(cookie.expires_s(1_000), Some(1_060));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetCookie<'a> {
    /// Name.
    pub name: &'a [u8],
    /// Value; quotes are part of it.
    pub value: &'a [u8],
    /// Path, where it is a whole one.
    pub path: Option<&'a [u8]>,
    max_age_s: Option<i64>,
    expires_unix_s: Option<i64>,
}

impl<'a> SetCookie<'a> {
    /// Parses the value of a header; None where a user agent ignores it.
    pub fn parse(header: &'a [u8]) -> Option<Self> {
        if header.iter().any(|byte| byte.is_ascii_control() && *byte != b'\t') {
            return None;
        }
        let mut parts = header.split(|byte| *byte == b';');
        let (name, value) = split_pair(parts.next()?)?;
        if name.is_empty() || name.len() + value.len() > MOST_PAIR_BYTES {
            return None;
        }
        let mut cookie = Self {
            name,
            value,
            path: None,
            max_age_s: None,
            expires_unix_s: None,
        };
        for part in parts {
            let (attribute, value) = split_pair(part).unwrap_or((part.trim_ascii(), b""));
            if attribute.eq_ignore_ascii_case(b"path") {
                if value.len() > MOST_PATH_BYTES {
                    return None;
                }
                cookie.path = value.starts_with(b"/").then_some(value);
            } else if attribute.eq_ignore_ascii_case(b"max-age") {
                cookie.max_age_s = parse_seconds(value).or(cookie.max_age_s);
            } else if attribute.eq_ignore_ascii_case(b"expires") {
                cookie.expires_unix_s = parse_date(value).or(cookie.expires_unix_s);
            }
        }
        Some(cookie)
    }

    /// When it expires, in seconds since 1970, if it is set at `now_s`; None: with the session.
    pub fn expires_s(&self, now_s: u64) -> Option<u64> {
        match (self.max_age_s, self.expires_unix_s) {
            (Some(age), _) if age <= 0 => Some(0),
            (Some(age), _) => Some(now_s.saturating_add(age.unsigned_abs())),
            (None, expires) => expires.map(|at| u64::try_from(at).unwrap_or(0)),
        }
    }

    /// Whether it takes the cookie away in place of setting it.
    pub fn is_expired(&self, now_s: u64) -> bool {
        self.expires_s(now_s).is_some_and(|at| at <= now_s)
    }
}

fn split_pair(part: &[u8]) -> Option<(&[u8], &[u8])> {
    let equals = part.iter().position(|byte| *byte == b'=')?;
    Some((part[..equals].trim_ascii(), part[equals + 1..].trim_ascii()))
}

/// Seconds with an optional minus; what is too large for a number is as far away as one can be.
fn parse_seconds(value: &[u8]) -> Option<i64> {
    let (is_negative, digits) = value.strip_prefix(b"-").map_or((false, value), |digits| (true, digits));
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let seconds = digits.iter().fold(0i64, |sum, digit| {
        sum.saturating_mul(10).saturating_add(i64::from(digit - b'0'))
    });
    Some(if is_negative { -seconds } else { seconds })
}

/// A date in any of the forms that are about (RFC 6265 section 5.1.1), in seconds since 1970.
fn parse_date(value: &[u8]) -> Option<i64> {
    let is_delimiter = |byte: &u8| matches!(byte, b'\t' | b' '..=b'/' | b';'..=b'@' | b'['..=b'`' | b'{'..=b'~');
    let (mut clock, mut day, mut month, mut year) = (None, None, None, None);
    for token in value.split(is_delimiter).filter(|token| !token.is_empty()) {
        if clock.is_none() && parse_clock(token).is_some() {
            clock = parse_clock(token);
        } else if day.is_none() && leading_number(token, 1, 2).is_some() {
            day = leading_number(token, 1, 2);
        } else if month.is_none() && parse_month(token).is_some() {
            month = parse_month(token);
        } else if year.is_none() {
            year = leading_number(token, 2, 4);
        }
    }
    let year = match year? {
        short @ 70..=99 => short + 1900,
        short @ 0..=69 => short + 2000,
        whole => whole,
    };
    if year < 1601 {
        return None;
    }
    let (hour, minute, second) = clock?;
    let day = u8::try_from(day?).ok()?;
    let date = Date::from_calendar_date(i32::try_from(year).ok()?, month?, day).ok()?;
    Some(date.with_hms(hour, minute, second).ok()?.assume_utc().unix_timestamp())
}

/// The number at the begin of a token, of so many digits, whatever follows that is none.
fn leading_number(token: &[u8], least: usize, most: usize) -> Option<u32> {
    let digits = token.iter().take_while(|byte| byte.is_ascii_digit()).count();
    (least..=most).contains(&digits).then(|| {
        token[..digits]
            .iter()
            .fold(0, |sum, digit| sum * 10 + u32::from(digit - b'0'))
    })
}

fn parse_clock(token: &[u8]) -> Option<(u8, u8, u8)> {
    let mut fields = token.splitn(3, |byte| *byte == b':');
    let mut field = |is_last: bool| {
        let text = fields.next()?;
        let number = leading_number(text, 1, 2)?;
        let is_whole = is_last || text.iter().all(u8::is_ascii_digit);
        is_whole.then(|| u8::try_from(number).ok()).flatten()
    };
    Some((field(false)?, field(false)?, field(true)?))
}

fn parse_month(token: &[u8]) -> Option<Month> {
    let start = token.get(..3)?.to_ascii_lowercase();
    let names = b"janfebmaraprmayjunjulaugsepoctnovdec";
    let number = names.chunks(3).position(|name| name == start)?;
    Month::try_from(number as u8 + 1).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn dates_of_all_forms_are_read() {
        for text in [
            "Sun, 06 Nov 1994 08:49:37 GMT",
            "Sunday, 06-Nov-94 08:49:37 GMT",
            "Sun Nov  6 08:49:37 1994",
            "08:49:37x 6 nov 1994",
        ] {
            assert_eq!(parse_date(text.as_bytes()), Some(784_111_777), "{text}");
        }
        for text in [
            "",
            "Sun",
            "31 Feb 2000 00:00:00",
            "1 Jan 1600 00:00:00",
            "1 Jan 2000 24:00:00",
            "1 Jan 2000 00:00",
        ] {
            assert_eq!(parse_date(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn what_a_user_agent_ignores_is_ignored() {
        for header in ["", "a", "=b", ";a=b", "a=b\u{0}", "a=\u{7f}", "a=b\rc"] {
            assert_eq!(SetCookie::parse(header.as_bytes()), None, "{header:?}");
        }
        let long = format!("a={}", "x".repeat(4096));
        assert_eq!(SetCookie::parse(long.as_bytes()), None);
    }

    #[test]
    fn the_last_attribute_counts_and_an_age_goes_before_a_date() {
        let parse = |text: &'static str| SetCookie::parse(text.as_bytes()).unwrap();
        let cookie = parse("a = \"b=c\" ; PATH=/x; path=y; max-age=5; expires=Thu, 01 Jan 1970 00:00:00 GMT");
        assert_eq!((cookie.name, cookie.value, cookie.path), (&b"a"[..], &b"\"b=c\""[..], None));
        assert_eq!(cookie.expires_s(100), Some(105));
        assert!(parse("a=; Max-Age=0").is_expired(0));
        assert!(parse("a=; Max-Age=-99999999999999999999").is_expired(0));
        assert!(parse("a=; Expires=Thu, 01 Jan 1970 00:00:00 GMT").is_expired(0));
        assert!(!parse("a=b; Max-Age=99999999999999999999").is_expired(u64::from(u32::MAX)));
        assert_eq!(parse("a=b; Max-Age=x; Expires=no").expires_s(1), None);
    }

    proptest! {
        #[test]
        fn any_bytes_are_a_cookie_or_none(header in proptest::collection::vec(any::<u8>(), 0..200), now: u64) {
            if let Some(cookie) = SetCookie::parse(&header) {
                prop_assert!(!cookie.name.is_empty());
                let _ = cookie.is_expired(now);
            }
        }

        #[test]
        fn any_date_is_read_or_not(text in "[ ,:;0-9a-zA-Z-]{0,60}") {
            let _ = parse_date(text.as_bytes());
        }
    }
}

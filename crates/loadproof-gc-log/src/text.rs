//! Numbers, sizes and brackets, read from the front of a text: each takes what it reads off it.

/// What of the heap is told of a collection, in MiB.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sizes {
    /// In use before it.
    pub before_mib: f64,
    /// In use after it.
    pub after_mib: f64,
    /// The size of the heap; ZGC tells a share of it instead.
    pub capacity_mib: Option<f64>,
}

const MOST_DIGITS: usize = 15;

/// Takes a word off the front of a text.
pub fn word(text: &mut &[u8], word: &[u8]) -> Option<()> {
    *text = text.strip_prefix(word)?;
    Some(())
}

/// Takes spaces off the front of a text.
pub fn spaces(text: &mut &[u8]) {
    *text = text.trim_ascii_start();
}

/// A whole number.
pub fn whole(text: &mut &[u8]) -> Option<u64> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits == 0 || digits > MOST_DIGITS {
        return None;
    }
    let (number, rest) = text.split_at(digits);
    *text = rest;
    Some(number.iter().fold(0, |sum, digit| sum * 10 + u64::from(digit - b'0')))
}

/// A number with decimals behind a point or a comma.
pub fn decimal(text: &mut &[u8]) -> Option<f64> {
    let mut rest = *text;
    let before = whole(&mut rest)?;
    if !matches!(rest.first(), Some(b'.' | b',')) {
        return None;
    }
    rest = &rest[1..];
    let length = rest.len();
    let after = whole(&mut rest)?;
    let digits = i32::try_from(length - rest.len()).ok()?;
    *text = rest;
    let scale = 10f64.powi(digits);
    // As one quotient of whole numbers it is the nearest double, as a reader of decimals would give it.
    Some((before as f64 * scale + after as f64) / scale)
}

/// A duration such as `2.503ms`; a suffix may follow, but no letter or digit.
pub fn milliseconds(text: &mut &[u8]) -> Option<f64> {
    let mut rest = *text;
    let read = decimal(&mut rest)?;
    word(&mut rest, b"ms")?;
    if rest.first().is_some_and(u8::is_ascii_alphanumeric) {
        return None;
    }
    *text = rest;
    Some(read)
}

/// A size such as `24M`, in MiB.
pub fn size(text: &mut &[u8]) -> Option<f64> {
    let mut rest = *text;
    let number = whole(&mut rest)? as f64;
    let mib = match rest.first()? {
        b'B' => number / f64::from(1 << 20),
        b'K' => number / 1024.0,
        b'M' => number,
        b'G' => number * 1024.0,
        b'T' => number * f64::from(1 << 20),
        _ => return None,
    };
    *text = &rest[1..];
    Some(mib)
}

/// `24M->4M(250M)`, or `26M(1%)->6M(0%)` of ZGC.
pub fn sizes(text: &mut &[u8]) -> Option<Sizes> {
    let mut rest = *text;
    let before_mib = size(&mut rest)?;
    let _ = percent(&mut rest);
    word(&mut rest, b"->")?;
    let after_mib = size(&mut rest)?;
    let capacity_mib = match percent(&mut rest) {
        Some(()) => None,
        None => {
            word(&mut rest, b"(")?;
            let capacity = size(&mut rest)?;
            word(&mut rest, b")")?;
            Some(capacity)
        }
    };
    *text = rest;
    Some(Sizes {
        before_mib,
        after_mib,
        capacity_mib,
    })
}

fn percent(text: &mut &[u8]) -> Option<()> {
    let mut rest = *text;
    word(&mut rest, b"(")?;
    whole(&mut rest)?;
    word(&mut rest, b"%)")?;
    *text = rest;
    Some(())
}

/// The inner text of brackets, which may hold one empty pair, as in `(System.gc())`.
pub fn bracket<'a>(text: &mut &'a [u8]) -> Option<&'a [u8]> {
    let mut rest = *text;
    word(&mut rest, b"(")?;
    let inner = rest;
    let mut length = 0;
    loop {
        match (inner.get(length)?, inner.get(length + 1)) {
            (b'(', Some(b')')) => length += 2,
            (b'(', _) => return None,
            (b')', _) => break,
            _ => length += 1,
        }
    }
    *text = &inner[length + 1..];
    Some(&inner[..length])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_the_nearest_doubles() {
        for written in ["2.503", "0.001", "12345.678", "0,25"] {
            let mut text = written.as_bytes();
            assert_eq!(decimal(&mut text), written.replace(',', ".").parse().ok(), "{written}");
            assert!(text.is_empty());
        }
        assert_eq!(decimal(&mut &b"25"[..]), None);
        assert_eq!(whole(&mut &b"1234567890123456"[..]), None);
    }

    #[test]
    fn sizes_have_units() {
        let mut text = &b"2048K->1M(1G) rest"[..];
        let read = sizes(&mut text);
        assert_eq!(
            read.map(|one| (one.before_mib, one.after_mib, one.capacity_mib)),
            Some((2.0, 1.0, Some(1024.0)))
        );
        assert_eq!(text, b" rest");
        let of_z = sizes(&mut &b"26M(1%)->6M(0%)"[..]);
        assert_eq!(of_z.map(|one| one.capacity_mib), Some(None));
        assert_eq!(sizes(&mut &b"24M->4M"[..]), None);
    }

    #[test]
    fn brackets_may_hold_an_empty_pair() {
        let mut text = &b"(System.gc()) more"[..];
        assert_eq!(bracket(&mut text), Some(&b"System.gc()"[..]));
        assert_eq!(text, b" more");
        assert_eq!(bracket(&mut &b"(a(b))"[..]), None);
        assert_eq!(bracket(&mut &b"(a"[..]), None);
    }
}

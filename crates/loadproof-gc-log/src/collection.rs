//! Collections: pauses, cycles, the old generation, and the tables of ZGC.

use crate::event::{Event, Of, OldUse};
use crate::text::{bracket, milliseconds, size, sizes, spaces, whole, word};

const LONGEST_NAME: usize = 40;
const MOST_BRACKETS: usize = 6;
const COLUMNS: usize = 6;
const FEWEST_COLUMNS: usize = 4;

pub(crate) const CYCLES: [&[u8]; 3] = [b"Garbage Collection", b"Major Collection", b"Minor Collection"];
pub(crate) const OLD: [&[u8]; 4] = [b"Old regions", b"ParOldGen", b"PSOldGen", b"Tenured"];
pub(crate) const ROWS: [&[u8]; 5] = [b"Used", b"Live", b"Allocated", b"Promoted", b"Capacity"];
pub(crate) const SECTIONS: [&[u8]; 3] = [b"Heap", b"Young Generation", b"Old Generation"];

/// Meaning of a line of a pause.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum PauseLine<'a> {
    /// The pause has ended.
    Ended(Event<'a>),
    /// The pause begins, by its name.
    Began(&'a [u8]),
    /// A row of a table at the end of a log (`Pause Init Mark (G)  312 us`).
    OfStatistics,
    /// Another form: how long the pause took is not known.
    Unread,
}

/// Read what follows `Pause `.
pub(crate) fn pause<'a>(of: Of, mut text: &'a [u8]) -> PauseLine<'a> {
    let letters = text
        .iter()
        .take_while(|byte| byte.is_ascii_alphabetic() || **byte == b' ')
        .count();
    let name = text[..letters].trim_ascii_end();
    if name.is_empty() || name.len() > LONGEST_NAME || !name[0].is_ascii_uppercase() {
        return PauseLine::Unread;
    }
    text = &text[letters..];
    let Some(brackets) = named_brackets(&mut text) else {
        return PauseLine::Unread;
    };
    let sizes = sizes(&mut text);
    spaces(&mut text);
    if text.first() == Some(&b'(') {
        if bracket(&mut text).is_none() {
            return PauseLine::Unread;
        }
        spaces(&mut text);
    }
    if sizes.is_none() && !text.first().is_some_and(u8::is_ascii_digit) {
        return if text.starts_with(b"= ") {
            PauseLine::OfStatistics
        } else {
            PauseLine::Began(capitalized(name))
        };
    }
    if is_microseconds(text) {
        return PauseLine::OfStatistics;
    }
    match milliseconds(&mut text) {
        Some(pause_ms) => PauseLine::Ended(Event::Pause {
            of,
            name,
            brackets,
            sizes,
            pause_ms,
            old: None,
        }),
        None => PauseLine::Unread,
    }
}

/// The names in brackets behind that of a pause; None if a bracket has no end.
fn named_brackets<'a>(text: &mut &'a [u8]) -> Option<&'a [u8]> {
    let whole_text = *text;
    let mut brackets = 0;
    for _ in 0..MOST_BRACKETS {
        // JDK 9 tells begin and end there, too.
        if text.first() != Some(&b'(') || text.get(1).is_some_and(u8::is_ascii_digit) {
            break;
        }
        bracket(text)?;
        brackets = whole_text.len() - text.len();
        spaces(text);
    }
    Some(&whole_text[..brackets])
}

/// The words of a name; those of a suffix behind it begin with a small letter.
fn capitalized(name: &[u8]) -> &[u8] {
    let small = name
        .windows(2)
        .position(|pair| pair[0] == b' ' && pair[1].is_ascii_lowercase());
    &name[..small.unwrap_or(name.len())]
}

/// `312 us`.
fn is_microseconds(mut text: &[u8]) -> bool {
    whole(&mut text).is_some() && text.starts_with(b" us")
}

pub(crate) fn cycle<'a>(of: Of, text: &'a [u8]) -> Option<Event<'a>> {
    let name = CYCLES.iter().find(|name| text.starts_with(name))?;
    let mut rest = &text[name.len()..];
    word(&mut rest, b" ")?;
    let cause = bracket(&mut rest)?;
    spaces(&mut rest);
    Some(Event::Cycle {
        of,
        name: &text[..name.len()],
        cause,
        sizes: sizes(&mut rest),
    })
}

pub(crate) fn cleanup<'a>(of: Of, mut text: &'a [u8]) -> Option<Event<'a>> {
    if text.first() == Some(&b'(') {
        bracket(&mut text)?;
        spaces(&mut text);
    }
    Some(Event::Cleanup {
        of,
        sizes: sizes(&mut text)?,
    })
}

pub(crate) fn old_use(text: &[u8]) -> Option<OldUse> {
    let name = *OLD.iter().find(|name| text.starts_with(name))?;
    let mut rest = &text[name.len()..];
    word(&mut rest, b": ")?;
    let before = part_of_old(&mut rest)?;
    word(&mut rest, b"->")?;
    let after = part_of_old(&mut rest)?;
    Some(OldUse { name, before, after })
}

/// `3`, `1024K` or `1024K(65536K)`.
fn part_of_old(text: &mut &[u8]) -> Option<u64> {
    let number = whole(text)?;
    let _ = word(text, b"K");
    if text.first() == Some(&b'(') {
        let mut rest = &text[1..];
        size(&mut rest)?;
        word(&mut rest, b")")?;
        *text = rest;
    }
    Some(number)
}

pub(crate) fn section<'a>(of: Of, text: &'a [u8]) -> Option<Event<'a>> {
    let name = SECTIONS.iter().find(|name| text.starts_with(name))?;
    text[name.len()..].starts_with(b" Statistics").then_some(Event::Section {
        of,
        name: &text[..name.len()],
    })
}

pub(crate) fn row<'a>(of: Of, text: &'a [u8]) -> Option<Event<'a>> {
    let name = ROWS.iter().find(|name| text.starts_with(name))?;
    let mut rest = &text[name.len()..];
    word(&mut rest, b":")?;
    let columns: Vec<_> = rest.split(u8::is_ascii_whitespace).filter_map(column).take(COLUMNS).collect();
    (columns.len() >= FEWEST_COLUMNS).then_some(Event::Row {
        of,
        name: &text[..name.len()],
        columns,
    })
}

/// `26M` or `-`; what is no column, such as `(1%)`, is None.
fn column(mut word: &[u8]) -> Option<Option<f64>> {
    if word == b"-" {
        return Some(None);
    }
    let mib = size(&mut word)?;
    word.is_empty().then_some(Some(mib))
}

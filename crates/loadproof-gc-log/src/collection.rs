//! Collections: pauses, cycles, the old generation, and the tables of ZGC.

use crate::event::{Event, Of, OldUse};
use crate::text::{bracket, decimal, size, sizes, spaces, whole, word};

const LONGEST_NAME: usize = 40;
const MOST_BRACKETS: usize = 6;
const COLUMNS: usize = 6;
const FEWEST_COLUMNS: usize = 4;

pub(crate) const CYCLES: [&[u8]; 3] = [b"Garbage Collection", b"Major Collection", b"Minor Collection"];
pub(crate) const OLD: [&[u8]; 4] = [b"Old regions", b"ParOldGen", b"PSOldGen", b"Tenured"];
pub(crate) const ROWS: [&[u8]; 5] = [b"Used", b"Live", b"Allocated", b"Promoted", b"Capacity"];
pub(crate) const SECTIONS: [&[u8]; 3] = [b"Heap", b"Young Generation", b"Old Generation"];

pub(crate) fn pause<'a>(of: Of, mut text: &'a [u8]) -> Option<Event<'a>> {
    let letters = text
        .iter()
        .take_while(|byte| byte.is_ascii_alphabetic() || **byte == b' ')
        .count();
    let name = text[..letters].trim_ascii_end();
    if name.is_empty() || name.len() > LONGEST_NAME || !name[0].is_ascii_uppercase() {
        return None;
    }
    text = &text[letters..];
    let whole_text = text;
    let mut brackets = 0;
    for _ in 0..MOST_BRACKETS {
        // JDK 9 tells begin and end there, too.
        if text.first() != Some(&b'(') || text.get(1).is_some_and(u8::is_ascii_digit) {
            break;
        }
        bracket(&mut text)?;
        brackets = whole_text.len() - text.len();
        spaces(&mut text);
    }
    let told = sizes(&mut text);
    spaces(&mut text);
    if text.first() == Some(&b'(') {
        bracket(&mut text)?;
        spaces(&mut text);
    }
    let pause_ms = decimal(&mut text)?;
    (text == b"ms").then_some(Event::Pause {
        of,
        name,
        brackets: &whole_text[..brackets],
        sizes: told,
        pause_ms,
        old: None,
    })
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

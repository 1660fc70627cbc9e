//! Waits that are no pauses of a collector: for memory, and for all threads to stop.

use crate::event::Event;
use crate::text::{decimal, milliseconds, whole, word};

pub(crate) const SAFEPOINT: &[u8] = b"Safepoint ";
pub(crate) const STOPPED: &[u8] = b"Total time for which application threads were stopped: ";

pub(crate) fn stalled(text: &[u8]) -> Option<&[u8]> {
    text.strip_prefix(b"Allocation Stall (")
        .or_else(|| text.strip_prefix(b"Relocation Stall ("))
}

/// The duration stands behind the name of a thread in brackets, which may have brackets itself.
pub(crate) fn stall(text: &[u8]) -> Option<Event<'_>> {
    memchr::memrchr_iter(b')', text).find_map(|end| {
        let mut rest = text[end + 1..].strip_prefix(b" ")?;
        let stall_ms = milliseconds(&mut rest)?;
        Some(Event::Stall { stall_ms })
    })
}

pub(crate) fn safepoint(text: &[u8]) -> Option<Event<'_>> {
    let reaching = nanoseconds_behind(text, b"Reaching safepoint: ")?;
    let total = nanoseconds_behind(text, b" Total: ")?;
    Some(Event::Safepoint {
        reaching_ms: reaching as f64 / 1e6,
        total_ms: total as f64 / 1e6,
    })
}

fn nanoseconds_behind(text: &[u8], words: &[u8]) -> Option<u64> {
    let mut rest = &text[memchr::memmem::find(text, words)? + words.len()..];
    let number = whole(&mut rest)?;
    rest.starts_with(b" ns").then_some(number)
}

pub(crate) fn stopped(mut text: &[u8]) -> Option<Event<'_>> {
    let total_s = decimal(&mut text)?;
    word(&mut text, b" seconds, Stopping threads took: ")?;
    let reaching_s = decimal(&mut text)?;
    Some(Event::Safepoint {
        reaching_ms: reaching_s * 1e3,
        total_ms: total_s * 1e3,
    })
}

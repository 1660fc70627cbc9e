//! What a line says happened, behind whatever decorations stand before it.

use crate::collection::{cleanup, cycle, old_use, pause, row, section, CYCLES, OLD, ROWS, SECTIONS};
use crate::event::{Event, Of, OldUse};
use crate::text::{whole, word};
use crate::wait::{safepoint, stall, stalled, stopped, SAFEPOINT, STOPPED};

/// What a collector writes has a few hundred letters.
const LONGEST_LINE: usize = 4096;
const CLEANUP: &[u8] = b"Concurrent cleanup ";
const FACTS: [&[u8]; 13] = [
    b"Using G1",
    b"Using Parallel",
    b"Using Serial",
    b"Using The Z Garbage Collector",
    b"Using Shenandoah",
    b"Using Concurrent Mark Sweep",
    b"Using Epsilon",
    b"Version: ",
    b"Heap Region Size: ",
    b"Heap region size: ",
    b"Heap Max Capacity: ",
    b"Max Capacity: ",
    b"To-space exhausted",
];

/// What a line says.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Said<'a> {
    /// That something happened.
    Happened(Event<'a>),
    /// How the old generation was before and after a collection, whose pause ends with a later line.
    Old(Of, OldUse),
}

/// What a line says; None where that is nothing that is followed here.
pub(crate) fn said(line: &[u8]) -> Option<Said<'_>> {
    if line.len() > LONGEST_LINE {
        return None;
    }
    let line = line.trim_ascii_end();
    if line.first() != Some(&b'[') {
        if let Some((of, text)) = message(line) {
            return read(of, text);
        }
    }
    // Decorations end with a bracket and a space; so may what a container puts before them.
    for end in memchr::memchr_iter(b']', line) {
        if line.get(end + 1) == Some(&b' ') {
            if let Some((of, text)) = message(line[end + 2..].trim_ascii_start()) {
                return read(of, text);
            }
        }
    }
    None
}

/// The message behind the number of its collection, where it begins as one that is followed.
fn message(mut text: &[u8]) -> Option<(Of, &[u8])> {
    let mut of = Of {
        collection: None,
        generation: None,
    };
    if let Some((number, rest)) = numbered(text) {
        of.collection = Some(number);
        text = rest;
    }
    if let [letter @ (b'y' | b'Y' | b'O'), b':', b' ', rest @ ..] = text {
        of.generation = Some(*letter);
        text = rest.trim_ascii_start();
    }
    is_followed(text).then_some((of, text))
}

fn numbered(mut text: &[u8]) -> Option<(u64, &[u8])> {
    word(&mut text, b"GC(")?;
    let number = whole(&mut text)?;
    word(&mut text, b") ")?;
    Some((number, text.trim_ascii_start()))
}

fn is_followed(text: &[u8]) -> bool {
    match text.first() {
        Some(b'P') => text.starts_with(b"Pause ") || begins(text, &OLD) || begins(text, &ROWS),
        Some(b'O' | b'Y') => begins(text, &OLD) || begins(text, &SECTIONS),
        Some(b'G' | b'M') => begins(text, &CYCLES) || begins(text, &FACTS),
        Some(b'T') => begins(text, &OLD) || text.starts_with(b"To-space exhausted") || text.starts_with(STOPPED),
        Some(b'U' | b'H') => begins(text, &ROWS) || begins(text, &FACTS) || begins(text, &SECTIONS),
        Some(b'L') => begins(text, &ROWS),
        Some(b'A' | b'R') => begins(text, &ROWS) || stalled(text).is_some(),
        Some(b'C') => begins(text, &ROWS) || text.starts_with(CLEANUP),
        Some(b'S') => text.starts_with(SAFEPOINT),
        Some(b'V') => begins(text, &FACTS),
        _ => false,
    }
}

fn begins(text: &[u8], words: &[&[u8]]) -> bool {
    words.iter().any(|word| text.starts_with(word))
}

fn read(of: Of, text: &[u8]) -> Option<Said<'_>> {
    if begins(text, &OLD) {
        return old_use(text).map(|old| Said::Old(of, old));
    }
    event(of, text).map(Said::Happened)
}

fn event(of: Of, text: &[u8]) -> Option<Event<'_>> {
    if let Some(rest) = text.strip_prefix(b"Pause ") {
        return pause(of, rest);
    }
    if let Some(rest) = stalled(text) {
        return stall(rest);
    }
    if text.starts_with(SAFEPOINT) {
        return safepoint(text);
    }
    if let Some(rest) = text.strip_prefix(STOPPED) {
        return stopped(rest);
    }
    if let Some(rest) = text.strip_prefix(CLEANUP) {
        return cleanup(of, rest);
    }
    if begins(text, &FACTS) {
        return Some(Event::Fact(text));
    }
    cycle(of, text).or_else(|| section(of, text)).or_else(|| row(of, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event_of(line: &[u8]) -> Option<Event<'_>> {
        match said(line)? {
            Said::Happened(event) => Some(event),
            Said::Old(..) => None,
        }
    }

    type Told<'a> = (Option<u64>, &'a [u8], &'a [u8], f64);

    fn pause_of(line: &[u8]) -> Option<Told<'_>> {
        match event_of(line)? {
            Event::Pause {
                of,
                name,
                brackets,
                pause_ms,
                ..
            } => Some((of.collection, name, brackets, pause_ms)),
            _ => None,
        }
    }

    #[test]
    fn a_pause_is_read_behind_any_decorations() {
        let young = "GC(7) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(250M) 2.503ms";
        let expected = (Some(7), &b"Young"[..], &b"(Normal) (G1 Evacuation Pause)"[..], 2.503);
        for before in [
            "",
            "[0.1s][info][gc] ",
            "[info][gc          ] ",
            "service | [0.1s][gc] ",
            "[a] b [0.1s] ",
        ] {
            let line = format!("{before}{young}\r");
            assert_eq!(pause_of(line.as_bytes()), Some(expected), "{before}");
        }
    }

    #[test]
    fn pauses_have_sizes_times_and_causes_or_not() {
        let full = pause_of(b"[1.0s] GC(1) Pause Full (System.gc()) 30M->5M(32M) 20.1ms");
        assert_eq!(full, Some((Some(1), &b"Full"[..], &b"(System.gc())"[..], 20.1)));
        let of_nine = pause_of(b"GC(1) Pause Young (G1 Evacuation Pause) 4M->3M(6M) (0.1s, 0.2s) 3.5ms");
        assert_eq!(of_nine, Some((Some(1), &b"Young"[..], &b"(G1 Evacuation Pause)"[..], 3.5)));
        let bare = pause_of(b"GC(1) O: Pause Mark End 0.019ms");
        assert_eq!(bare, Some((Some(1), &b"Mark End"[..], &b""[..], 0.019)));
    }

    #[test]
    fn lines_that_tell_nothing_are_passed_over() {
        for line in [
            &b"[1.0s] GC(7) Pause Young (Normal) (G1 Evacuation Pause)"[..],
            b"[1.0s] GC(7) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(250M) 2.5",
            b"[1.0s] Phase: Pause Mark End  0.015 / 0.021 ms",
            b"[1.0s] GC(0) Soft Max Capacity: 4072M(100%)",
            b"[1.0s] GC(0) Using 2 workers of 8 for evacuation",
            b"[1.0s] he said: Pause Young 1.0ms",
            b"Pause",
            b"[",
            b"",
        ] {
            assert_eq!(said(line), None, "{}", String::from_utf8_lossy(line));
        }
        let mut endless = b"[1.0s] GC(1) Pause ".to_vec();
        endless.resize(1_000_000, b'(');
        assert_eq!(said(&endless), None);
    }

    #[test]
    fn rows_of_z_have_columns() {
        let row = event_of(b"[1.0s] GC(1) O:      Live:         -           8M (0%)      8M (0%)      9M (0%)   ");
        let Some(Event::Row { of, name, columns }) = row else {
            panic!("no row");
        };
        assert_eq!((of.generation, name), (Some(b'O'), &b"Live"[..]));
        assert_eq!(columns, [None, Some(8.0), Some(8.0), Some(9.0)]);
    }

    #[test]
    fn what_is_no_pause() {
        assert_eq!(
            event_of(b"[1.0s] Relocation Stall (Worker (3)) 0.5ms"),
            Some(Event::Stall { stall_ms: 0.5 })
        );
        assert_eq!(
            event_of(b"[1.0s] Safepoint \"A\", Time since last: 5 ns, Reaching safepoint: 2000000 ns, Total: 3000000 ns"),
            Some(Event::Safepoint {
                reaching_ms: 2.0,
                total_ms: 3.0
            })
        );
        let old = said(b"[1.0s] GC(1) Tenured: 0K(65536K)->1024K(65536K)");
        assert!(matches!(old, Some(Said::Old(_, old)) if (old.before, old.after) == (0, 1024)));
    }
}

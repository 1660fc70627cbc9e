//! What a line says happened, behind whatever decorations stand before it.

use crate::collection::{cleanup, cycle, old_use, pause, row, section, PauseLine, CYCLES, OLD, ROWS, SECTIONS};
use crate::event::{Event, Of, OldUse};
use crate::text::{whole, word};
use crate::wait::{safepoint, stall, stalled, stopped, SAFEPOINT, STOPPED};

/// What a collector writes has a few hundred letters.
const LONGEST_LINE: usize = 4096;
/// A pause of a collector, where it stands in a line.
pub(crate) const PAUSE: &[u8] = b"Pause ";
const CLEANUP: &[u8] = b"Concurrent cleanup ";
/// Work beside the service: a collection of it alone has no pause, such as an undone cycle of G1.
const CONCURRENT: [&[u8]; 2] = [b"Concurrent ", b"Coalescing "];
const NAMED_SAFEPOINT: &[u8] = b"Safepoint \"";
const NUMBER: &[u8] = b"GC(";
/// Tables of statistics have a row for each phase: `Phase: Pause Mark End`.
const ROW_OF_PHASE: &[u8] = b"hase: ";
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

/// Content of a line.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Said<'a> {
    /// Something happened.
    Happened(Event<'a>),
    /// Use of the old generation before and after a collection, whose pause ends with a later line.
    Old(Of, OldUse),
    /// Start of a pause, by its name; a later line ends it.
    Began(Of, &'a [u8]),
    /// Another line of this collection, which is not followed; true: it is of concurrent work.
    OfCollection(u64, bool),
    /// A line of a pause or of a wait, or what is left of one, in a form that is not known.
    Unread(Option<u64>),
}

/// Content of a line; None if nothing in it is followed here.
pub(crate) fn said(line: &[u8]) -> Option<Said<'_>> {
    if line.len() > LONGEST_LINE {
        return None;
    }
    let line = line.trim_ascii_end();
    if line.first() != Some(&b'[') {
        if let Some(said) = message(line) {
            return Some(said);
        }
    }
    // Decorations end with a bracket and a space; so may what a container puts before them.
    for end in memchr::memchr_iter(b']', line) {
        if line.get(end + 1) == Some(&b' ') {
            if let Some(said) = message(line[end + 2..].trim_ascii_start()) {
                return Some(said);
            }
        }
    }
    is_stub(line).then_some(Said::Unread(None))
}

/// The pause in a line of which `said` makes nothing, with `Pause ` at this place; None if it is another text.
pub(crate) fn pause_at(line: &[u8], place: usize) -> Option<Said<'_>> {
    let (before, text) = line.split_at(place);
    let name = text.get(PAUSE.len())?;
    if !name.is_ascii_uppercase() || before.ends_with(ROW_OF_PHASE) {
        return None;
    }
    let no_number = of_generation(&[], None).0;
    if matches!(pause(no_number, &text[PAUSE.len()..]), PauseLine::OfStatistics) {
        return None;
    }
    let number = memchr::memmem::rfind(before, NUMBER);
    if let Some(number) = number.filter(|_| line.len() <= LONGEST_LINE) {
        if let Some((of, rest)) = numbered_message(line[number..].trim_ascii_end()) {
            if rest.starts_with(PAUSE) {
                return read(of, rest);
            }
        }
    }
    let is_of_collector =
        number.is_some() || memchr::memmem::find(before, b"[gc").is_some() || memchr::memmem::find(text, b"->").is_some();
    is_of_collector.then_some(Said::Unread(None))
}

/// True if a line was decorated as the start of something (`[gc,start]`).
pub(crate) fn is_tagged_start(line: &[u8]) -> bool {
    memchr::memmem::find(&line[..line.len().min(256)], b",start").is_some()
}

/// The content of a message, where it begins as one that is followed or has the number of a collection.
fn message(text: &[u8]) -> Option<Said<'_>> {
    if let Some((of, rest)) = numbered_message(text) {
        if is_followed(rest) {
            return read(of, rest).or(of.collection.map(|number| Said::OfCollection(number, false)));
        }
        let number = of.collection?;
        if !rest.is_empty() && PAUSE.starts_with(rest) {
            return Some(Said::Unread(Some(number)));
        }
        return Some(Said::OfCollection(number, begins(rest, &CONCURRENT)));
    }
    let (of, rest) = of_generation(text, None);
    if is_followed(rest) {
        return read(of, rest);
    }
    None
}

/// The message behind the number of its collection.
fn numbered_message(text: &[u8]) -> Option<(Of, &[u8])> {
    let (number, rest) = numbered(text)?;
    Some(of_generation(rest, Some(number)))
}

fn of_generation(text: &[u8], collection: Option<u64>) -> (Of, &[u8]) {
    match text {
        [letter @ (b'y' | b'Y' | b'O'), b':', b' ', rest @ ..] => {
            let generation = Some(*letter);
            (Of { collection, generation }, rest.trim_ascii_start())
        }
        _ => (
            Of {
                collection,
                generation: None,
            },
            text,
        ),
    }
}

fn numbered(mut text: &[u8]) -> Option<(u64, &[u8])> {
    word(&mut text, NUMBER)?;
    let number = whole(&mut text)?;
    word(&mut text, b")")?;
    // A line that is cut behind the number has no space there.
    if !text.is_empty() {
        word(&mut text, b" ")?;
    }
    Some((number, text.trim_ascii_start()))
}

/// True if a line ends within its decorations, or within the number of its collection: the rest of it is lost.
fn is_stub(line: &[u8]) -> bool {
    let Some(end) = memchr::memrchr(b']', line) else {
        return false;
    };
    if let Some(begin) = memchr::memrchr(b'[', line).filter(|begin| *begin > end) {
        // All of it is decorations, and the last one has no end.
        return begin == end + 1 && line[0] == b'[' && line[1..].first().is_some_and(u8::is_ascii_digit);
    }
    let Some(tail) = line.get(end + 2..) else {
        return false;
    };
    let letters = tail.len().min(NUMBER.len());
    letters > 0 && tail[..letters] == NUMBER[..letters] && tail[letters..].iter().all(u8::is_ascii_digit)
}

fn is_followed(text: &[u8]) -> bool {
    match text.first() {
        Some(b'P') => text.starts_with(PAUSE) || begins(text, &OLD) || begins(text, &ROWS),
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
    if let Some(rest) = text.strip_prefix(PAUSE) {
        return match pause(of, rest) {
            PauseLine::Ended(event) => Some(Said::Happened(event)),
            PauseLine::Began(name) => Some(Said::Began(of, name)),
            PauseLine::OfStatistics => None,
            PauseLine::Unread => Some(Said::Unread(of.collection)),
        };
    }
    if let Some(rest) = stalled(text) {
        return Some(stall(rest).map_or(Said::Unread(of.collection), Said::Happened));
    }
    if text.starts_with(NAMED_SAFEPOINT) {
        return Some(safepoint(text).map_or(Said::Unread(of.collection), Said::Happened));
    }
    if let Some(rest) = text.strip_prefix(STOPPED) {
        return Some(stopped(rest).map_or(Said::Unread(of.collection), Said::Happened));
    }
    event(of, text).map(Said::Happened)
}

fn event(of: Of, text: &[u8]) -> Option<Event<'_>> {
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
            _ => None,
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
    fn a_pause_is_read_before_any_suffix() {
        let young = "[0.1s][info][gc] GC(7) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(250M) 2.503ms";
        let expected = (Some(7), &b"Young"[..], &b"(Normal) (G1 Evacuation Pause)"[..], 2.503);
        for after in [
            " host=node-7",
            " [app=shop]",
            "\"",
            "\\n\",\"stream\":\"stdout\"}",
            "</span>",
            ",node-7",
            "  \t",
        ] {
            let line = format!("{young}{after}");
            assert_eq!(pause_of(line.as_bytes()), Some(expected), "{after}");
        }
        let stall = event_of(b"[1.0s] Allocation Stall (worker (a) 7) 0.5ms [app=(shop)]");
        assert_eq!(stall, Some(Event::Stall { stall_ms: 0.5 }));
    }

    #[test]
    fn the_begin_of_a_pause_is_told_by_its_name() {
        for line in [
            "[1.0s][info][gc,start] GC(7) Pause Young (Normal) (G1 Evacuation Pause)",
            "[1.0s][info][gc,start] GC(7) Pause Young (G1 Evacuation Pause) (1.234s)",
            "[1.0s][info][gc,start] GC(7) Pause Young (Normal) (G1 Evacuation Pause) host=node-7",
            "[1.0s][info][gc,start] GC(7) Pause Young host=node-7",
        ] {
            assert!(
                matches!(said(line.as_bytes()), Some(Said::Began(of, b"Young")) if of.collection == Some(7)),
                "{line}"
            );
        }
    }

    #[test]
    fn lines_of_pauses_in_another_form_are_unread() {
        for line in [
            &b"[1.0s] GC(7) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(250M) 2.5"[..],
            b"[1.0s] GC(7) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(250M) 1.234,567ms",
            b"[1.0s] GC(7) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(250M) 2.5msec",
            b"[1.0s] GC(7) Pause Young (Normal) (G1 Evacu",
            b"[1.0s] GC(7) Pa",
            b"[1.0s][info][gc] GC(1",
            b"[1.0s][info][gc",
            b"[1.0s] Allocation Stall (worker) 0.5",
            b"[1.0s] Safepoint \"A\", Time since last: 5 ns, Reaching",
            b"[1.0s] Total time for which application threads were stopped: 0.0",
        ] {
            assert!(
                matches!(said(line), Some(Said::Unread(_))),
                "{}",
                String::from_utf8_lossy(line)
            );
        }
    }

    #[test]
    fn lines_that_tell_nothing_are_passed_over() {
        for line in [
            &b"[1.0s] Phase: Pause Mark End  0.015 / 0.021 ms"[..],
            b"[1.0s] GC(0) Soft Max Capacity: 4072M(100%)",
            b"[1.0s] GC(0) Using 2 workers of 8 for evacuation",
            b"[1.0s] he said: Pause Young 1.0ms",
            b"[1.0s] Pause Degenerated GC (G)        1296188 us",
            b"[1.0s] Pause Init Mark (G)            =     0.00 s (a =      312 us)",
            b"[1, 2, [3",
            b"Pause",
            b"[",
            b"",
        ] {
            let is_passed = matches!(said(line), None | Some(Said::OfCollection(0, false)));
            assert!(is_passed, "{}", String::from_utf8_lossy(line));
            let place = memchr::memmem::find(line, PAUSE);
            assert_eq!(
                place.and_then(|place| pause_at(line, place)),
                None,
                "{}",
                String::from_utf8_lossy(line)
            );
        }
        let mut endless = b"[1.0s] GC(1) Pause ".to_vec();
        endless.resize(1_000_000, b'(');
        assert_eq!(said(&endless), None);
    }

    #[test]
    fn a_pause_is_found_behind_a_prefix_that_nobody_knows() {
        let line = b"@@ GC(7) O: Pause Mark End 0.019ms";
        let said = pause_at(line, 12);
        assert!(matches!(said, Some(Said::Happened(Event::Pause { of, .. })) if of.generation == Some(b'O')));
        let cut = b"@@ GC(7) Pause Young (Normal) 24M->4M(2";
        assert_eq!(pause_at(cut, 9), Some(Said::Unread(Some(7))));
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

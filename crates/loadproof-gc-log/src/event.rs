//! What a line says happened, behind whatever decorations stand before it.

use crate::text::{bracket, decimal, size, sizes, spaces, whole, word, Sizes};

/// What a collector writes has a few hundred letters.
const LONGEST_LINE: usize = 4096;
const LONGEST_NAME: usize = 40;
const MOST_BRACKETS: usize = 6;
const COLUMNS: usize = 6;
const FEWEST_COLUMNS: usize = 4;

/// Which collection a line is of, by its number and, of generational ZGC, the letter of a generation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Of {
    /// `GC(7)`.
    pub collection: Option<u64>,
    /// `y`, `Y` or `O`.
    pub generation: Option<u8>,
}

/// What happened; texts are as the line has them.
#[derive(Debug, Clone, PartialEq)]
pub enum Event<'a> {
    /// A pause has ended.
    Pause {
        /// Of which collection.
        of: Of,
        /// Such as `Young`.
        name: &'a [u8],
        /// What stands in brackets behind it, with the brackets, such as `(Normal) (G1 Evacuation Pause)`.
        brackets: &'a [u8],
        /// Of the heap.
        sizes: Option<Sizes>,
        /// How long it took.
        pause_ms: f64,
    },
    /// A collection of ZGC begins, or has ended and tells its sizes.
    Cycle {
        /// Of which collection.
        of: Of,
        /// Such as `Major Collection`.
        name: &'a [u8],
        /// Such as `Warmup`.
        cause: &'a [u8],
        /// Of the heap; None where it begins.
        sizes: Option<Sizes>,
    },
    /// Shenandoah has freed what it found empty, beside the service.
    Cleanup {
        /// Of which collection.
        of: Of,
        /// Of the heap.
        sizes: Sizes,
    },
    /// The old generation before and after a collection.
    OldUse {
        /// Of which collection.
        of: Of,
        /// Such as `Old regions`.
        name: &'a [u8],
        /// In regions of G1, else in KiB.
        before: u64,
        /// In the same.
        after: u64,
    },
    /// A table of generational ZGC begins.
    Section {
        /// Of which collection.
        of: Of,
        /// Such as `Young Generation`.
        name: &'a [u8],
    },
    /// A row of a table of ZGC.
    Row {
        /// Of which collection.
        of: Of,
        /// Such as `Used`.
        name: &'a [u8],
        /// MiB at mark start, mark end, relocate start and relocate end, and what follows.
        columns: Vec<Option<f64>>,
    },
    /// A thread had to wait for memory.
    Stall {
        /// How long.
        stall_ms: f64,
    },
    /// All threads were stopped, for whatever reason.
    Safepoint {
        /// How long they took to come to a stop.
        reaching_ms: f64,
        /// How long it took in all.
        total_ms: f64,
    },
    /// What a VM says of itself, as `Using G1`; or that there was no room to move objects to.
    Fact(&'a [u8]),
}

const CYCLES: [&[u8]; 3] = [b"Garbage Collection", b"Major Collection", b"Minor Collection"];
const OLD: [&[u8]; 4] = [b"Old regions", b"ParOldGen", b"PSOldGen", b"Tenured"];
const ROWS: [&[u8]; 5] = [b"Used", b"Live", b"Allocated", b"Promoted", b"Capacity"];
const SECTIONS: [&[u8]; 3] = [b"Heap", b"Young Generation", b"Old Generation"];
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

/// What a line says happened; None where that is nothing that is followed here.
#[must_use]
pub fn of(line: &[u8]) -> Option<Event<'_>> {
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

const CLEANUP: &[u8] = b"Concurrent cleanup ";
const SAFEPOINT: &[u8] = b"Safepoint ";
const STOPPED: &[u8] = b"Total time for which application threads were stopped: ";

fn begins(text: &[u8], words: &[&[u8]]) -> bool {
    words.iter().any(|word| text.starts_with(word))
}

fn stalled(text: &[u8]) -> Option<&[u8]> {
    text.strip_prefix(b"Allocation Stall (")
        .or_else(|| text.strip_prefix(b"Relocation Stall ("))
}

fn read(of: Of, text: &[u8]) -> Option<Event<'_>> {
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
    cycle(of, text)
        .or_else(|| old_use(of, text))
        .or_else(|| section(of, text))
        .or_else(|| row(of, text))
}

fn pause<'a>(of: Of, mut text: &'a [u8]) -> Option<Event<'a>> {
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
    })
}

fn cycle<'a>(of: Of, text: &'a [u8]) -> Option<Event<'a>> {
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

fn cleanup<'a>(of: Of, mut text: &'a [u8]) -> Option<Event<'a>> {
    if text.first() == Some(&b'(') {
        bracket(&mut text)?;
        spaces(&mut text);
    }
    Some(Event::Cleanup {
        of,
        sizes: sizes(&mut text)?,
    })
}

fn old_use<'a>(of: Of, text: &'a [u8]) -> Option<Event<'a>> {
    let name = OLD.iter().find(|name| text.starts_with(name))?;
    let mut rest = &text[name.len()..];
    word(&mut rest, b": ")?;
    let before = part_of_old(&mut rest)?;
    word(&mut rest, b"->")?;
    Some(Event::OldUse {
        of,
        name: &text[..name.len()],
        before,
        after: part_of_old(&mut rest)?,
    })
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

fn section<'a>(of: Of, text: &'a [u8]) -> Option<Event<'a>> {
    let name = SECTIONS.iter().find(|name| text.starts_with(name))?;
    text[name.len()..].starts_with(b" Statistics").then_some(Event::Section {
        of,
        name: &text[..name.len()],
    })
}

fn row<'a>(of: Of, text: &'a [u8]) -> Option<Event<'a>> {
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

fn stall(text: &[u8]) -> Option<Event<'_>> {
    let number = text.iter().rposition(|byte| *byte == b' ')?;
    if !text[..number].ends_with(b")") {
        return None;
    }
    let mut rest = &text[number + 1..];
    let stall_ms = decimal(&mut rest)?;
    (rest == b"ms").then_some(Event::Stall { stall_ms })
}

fn safepoint(text: &[u8]) -> Option<Event<'_>> {
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

fn stopped(mut text: &[u8]) -> Option<Event<'_>> {
    let total_s = decimal(&mut text)?;
    word(&mut text, b" seconds, Stopping threads took: ")?;
    let reaching_s = decimal(&mut text)?;
    Some(Event::Safepoint {
        reaching_ms: reaching_s * 1e3,
        total_ms: total_s * 1e3,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    type Told<'a> = (Option<u64>, &'a [u8], &'a [u8], f64);

    fn pause_of(line: &[u8]) -> Option<Told<'_>> {
        match of(line)? {
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
            assert_eq!(of(line), None, "{}", String::from_utf8_lossy(line));
        }
        let mut endless = b"[1.0s] GC(1) Pause ".to_vec();
        endless.resize(1_000_000, b'(');
        assert_eq!(of(&endless), None);
    }

    #[test]
    fn rows_of_z_have_columns() {
        let row = of(b"[1.0s] GC(1) O:      Live:         -           8M (0%)      8M (0%)      9M (0%)   ");
        let Some(Event::Row { of, name, columns }) = row else {
            panic!("no row");
        };
        assert_eq!((of.generation, name), (Some(b'O'), &b"Live"[..]));
        assert_eq!(columns, [None, Some(8.0), Some(8.0), Some(9.0)]);
    }

    #[test]
    fn what_is_no_pause() {
        assert_eq!(
            of(b"[1.0s] Relocation Stall (Worker (3)) 0.5ms"),
            Some(Event::Stall { stall_ms: 0.5 })
        );
        assert_eq!(
            of(b"[1.0s] Safepoint \"A\", Time since last: 5 ns, Reaching safepoint: 2000000 ns, Total: 3000000 ns"),
            Some(Event::Safepoint {
                reaching_ms: 2.0,
                total_ms: 3.0
            })
        );
        let old = of(b"[1.0s] GC(1) Tenured: 0K(65536K)->1024K(65536K)");
        assert!(matches!(
            old,
            Some(Event::OldUse {
                before: 0,
                after: 1024,
                ..
            })
        ));
    }
}

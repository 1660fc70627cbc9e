//! Lines of unified logs of garbage collections (`-Xlog:gc*`, JDK 9 and later) to what happened: pure, no I/O.
//!
//! # Layout
//! - [`clock`]: when a line was written, by one of its decorations.
//! - [`event`]: what may happen; `line`: what a line says happened, behind whatever stands before it. `collection` reads
//!   what is told of collections, `wait` what is told of threads that wait for something else.
//! - [`unended`]: collections and pauses that lines are of, and that no line ended: their ends could not be read.
//! - `text`: numbers, sizes and brackets, read from the front of a text.

pub mod clock;
mod collection;
pub mod event;
mod line;
mod text;
pub mod unended;
mod wait;

use clock::Clock;
use event::{Event, OldUse};
use line::Said;
use unended::{LineOf, Unended};

/// Collections that go on at the same time.
const MOST_OPEN: usize = 8;

/// A line that says that something happened, and when, where it says that too.
#[derive(Debug, Clone, PartialEq)]
pub struct Found<'a> {
    /// Seconds on the axis of the clock.
    pub at_s: Option<f64>,
    /// What happened.
    pub event: Event<'a>,
    /// Number of the line in its file, from 1.
    pub line: u64,
}

/// Reads a log block by block, and gives each pause what its collection said of the old generation.
#[derive(Debug, Default)]
pub struct Reader {
    old: Vec<(Option<u64>, OldUse)>,
    lines: u64,
    unended: Unended,
}

impl Reader {
    /// All that the lines of the next block say happened; lines end with a line feed, the last with the block.
    pub fn events<'a>(&mut self, block: &'a [u8], clock: Option<Clock>) -> impl Iterator<Item = Found<'a>> + use<'_, 'a> {
        let mut start = 0;
        // Lines that nothing is read of, and that name a pause, are few: their places are looked up in the whole block.
        let mut pauses = memchr::memmem::find_iter(block, line::PAUSE).peekable();
        std::iter::from_fn(move || {
            while start < block.len() {
                let end = memchr::memchr(b'\n', &block[start..]).map_or(block.len(), |length| start + length);
                let (line, begin) = (&block[start..end], start);
                start = end + 1;
                self.lines += 1;
                let said = line::said(line).or_else(|| {
                    while pauses.next_if(|place| *place < begin).is_some() {}
                    std::iter::from_fn(|| pauses.next_if(|place| *place < end))
                        .find_map(|place| line::pause_at(line, place - begin))
                });
                if let Some(event) = said.and_then(|said| self.event_of(said, line)) {
                    let at_s = clock.and_then(|clock| clock.seconds(line));
                    return Some(Found {
                        at_s,
                        event,
                        line: self.lines,
                    });
                }
            }
            None
        })
    }

    /// What follows is of another file: its lines are counted from 1, and its first collection may have begun elsewhere.
    pub fn begin_file(&mut self) {
        self.unended.settle();
        self.lines = 0;
    }

    /// The log has ended: the number of collections and pauses that lines are of, and that no line ended; and the first.
    pub fn finish(&mut self) -> (u64, Option<&LineOf>) {
        self.unended.settle();
        self.unended.found()
    }

    fn event_of<'a>(&mut self, said: Said<'a>, line: &'a [u8]) -> Option<Event<'a>> {
        let at = (self.lines, line);
        match said {
            Said::Old(of, old) => {
                self.unended.collection(of.collection, false, at);
                self.hold(of.collection, old);
                None
            }
            Said::Happened(mut event) => {
                match &mut event {
                    Event::Pause { of, old, name, .. } => {
                        *old = self.take(of.collection);
                        self.unended.collection(of.collection, true, at);
                        self.unended.pause_ended(of.collection, name, at.0);
                    }
                    Event::Cycle { of, .. } | Event::Cleanup { of, .. } => self.unended.collection(of.collection, true, at),
                    Event::Row { of, .. } | Event::Section { of, .. } => self.unended.collection(of.collection, false, at),
                    Event::Fact(text) if text.starts_with(b"Using ") => self.unended.settle(),
                    _ => {}
                }
                Some(event)
            }
            Said::Began(of, name) => {
                self.unended.collection(of.collection, false, at);
                let is_first = self.unended.pause_began(of.collection, name, at);
                (!is_first).then_some(Event::Unread(line))
            }
            Said::OfCollection(number, is_concurrent) => {
                self.unended.collection(Some(number), is_concurrent, at);
                None
            }
            Said::Unread(number) => {
                self.unended.collection(number, true, at);
                Some(Event::Unread(line))
            }
        }
    }

    fn hold(&mut self, collection: Option<u64>, old: OldUse) {
        self.take(collection);
        if self.old.len() >= MOST_OPEN {
            self.old.clear();
        }
        self.old.push((collection, old));
    }

    fn take(&mut self, collection: Option<u64>) -> Option<OldUse> {
        let place = self.old.iter().position(|(of, _)| *of == collection)?;
        Some(self.old.swap_remove(place).1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_old_generation_goes_with_the_pause_of_its_collection_over_blocks() {
        let mut reader = Reader::default();
        let begin = b"[1.0s] GC(3) Tenured: 10K(64K)->10K(64K)\n[1.1s] GC(4) Tenured: 10K(64K)->20K(64K)\n";
        assert_eq!(reader.events(begin, Some(Clock::Uptime)).count(), 0);
        let end = b"[1.2s] GC(4) Pause Full (System.gc()) 30M->5M(32M) 20.1ms\n\
            [1.3s] GC(3) Pause Young (Allocation Failure) 30M->5M(32M) 20.1ms\n\
            [1.4s] GC(3) Pause Young (Allocation Failure) 30M->5M(32M) 20.1ms\n";
        let told: Vec<_> = reader
            .events(end, Some(Clock::Uptime))
            .filter_map(|found| match found.event {
                Event::Pause { old, .. } => Some((found.at_s, old.map(|old| old.after))),
                _ => None,
            })
            .collect();
        assert_eq!(told, [(Some(1.2), Some(20)), (Some(1.3), Some(10)), (Some(1.4), None)]);
    }

    #[test]
    fn collections_without_an_end_are_not_kept_for_ever() {
        let mut reader = Reader::default();
        for collection in 0..1000 {
            let line = format!("[1.0s] GC({collection}) Old regions: 4->6");
            assert_eq!(reader.events(line.as_bytes(), None).count(), 0);
        }
        assert!(reader.old.len() <= MOST_OPEN);
    }

    #[test]
    fn lines_of_a_block_are_read_in_order_with_their_times() {
        let block = b"[0.5s][info][gc] Using G1\n[1.5s][gc,cpu] GC(0) User=0.01s\n[2.5s][gc] GC(0) Pause Full 2M->1M(4M) 1.5ms";
        let mut reader = Reader::default();
        let found: Vec<_> = reader.events(block, Some(Clock::Uptime)).collect();
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].event, Event::Fact(b"Using G1"));
        assert_eq!((found[0].at_s, found[1].at_s), (Some(0.5), Some(2.5)));
    }

    fn lost(lines: &[&str]) -> (u64, Option<u64>) {
        let mut reader = Reader::default();
        reader.events(lines.join("\n").as_bytes(), None).for_each(drop);
        let (number, first) = reader.finish();
        (number, first.map(|line| line.number))
    }

    #[test]
    fn a_collection_whose_pause_was_not_read_is_lost() {
        let pause = |number: u64| format!("[1.0s][info][gc] GC({number}) Pause Young (Normal) 2M->1M(4M) 1.5ms");
        let other = |number: u64| format!("[1.0s][info][gc,heap] GC({number}) Eden regions: 2->0(2)");
        let all: Vec<String> = (3..9)
            .map(|number| if number == 5 { other(5) } else { pause(number) })
            .collect();
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        assert_eq!(lost(&all), (1, Some(3)));
        // A file may begin and end within a collection.
        assert_eq!(lost(&all[2..]), (0, None));
        assert_eq!(lost(&all[..3]), (0, None));
        let concurrent = all.join("\n").replace("Eden regions", "Concurrent Undo Cycle");
        assert_eq!(lost(&[&concurrent]), (0, None));
    }

    #[test]
    fn a_pause_that_begins_and_never_ends_is_lost() {
        let begin = |number: u64| format!("[1.0s][info][gc,start] GC({number}) Pause Full (System.gc())");
        let end = |number: u64| format!("[1.0s][info][gc] GC({number}) Pause Full (System.gc()) 2M->1M(4M) 1.5ms");
        assert_eq!(lost(&[&begin(1), &end(1), &begin(2)]), (0, None));
        assert_eq!(lost(&[&begin(1), &begin(2), &end(2), &begin(3), &end(3)]), (1, Some(1)));
        let many: Vec<String> = (0..40).map(begin).collect();
        assert_eq!(lost(&many.iter().map(String::as_str).collect::<Vec<_>>()).1, Some(1));
        let twice = [begin(1), begin(1)].join("\n");
        let events: Vec<_> = Reader::default()
            .events(twice.as_bytes(), None)
            .map(|found| found.line)
            .collect();
        assert_eq!(events, [2]);
    }

    proptest::proptest! {
        #[test]
        fn any_bytes_are_read(block: Vec<u8>, clock in 0usize..4) {
            let all = [Clock::Uptime, Clock::Millis, Clock::Nanos, Clock::Date];
            let lines = block.iter().filter(|&&byte| byte == b'\n').count() + 1;
            proptest::prop_assert!(Reader::default().events(&block, Some(all[clock])).count() <= lines);
        }
    }
}

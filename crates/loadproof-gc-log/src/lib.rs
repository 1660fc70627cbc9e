//! Lines of unified logs of garbage collections (`-Xlog:gc*`, JDK 9 and later) to what happened: pure, no I/O.
//!
//! # Layout
//! - [`clock`]: when a line was written, by one of its decorations.
//! - [`event`]: what may happen; `line`: what a line says happened, behind whatever stands before it. `collection` reads
//!   what is told of collections, `wait` what is told of threads that wait for something else.
//! - `text`: numbers, sizes and brackets, read from the front of a text.

pub mod clock;
mod collection;
pub mod event;
mod line;
mod text;
mod wait;

use clock::Clock;
use event::{Event, OldUse};
use line::Said;

/// Collections that go on at the same time.
const MOST_OPEN: usize = 8;

/// A line that says that something happened, and when, where it says that too.
#[derive(Debug, Clone, PartialEq)]
pub struct Found<'a> {
    /// Seconds on the axis of the clock.
    pub at_s: Option<f64>,
    /// What happened.
    pub event: Event<'a>,
}

/// Reads a log block by block, and gives each pause what its collection said of the old generation.
#[derive(Debug, Default)]
pub struct Reader {
    old: Vec<(Option<u64>, OldUse)>,
}

impl Reader {
    /// All that the lines of the next block say happened; lines end with a line feed, the last with the block.
    pub fn events<'a>(&mut self, block: &'a [u8], clock: Option<Clock>) -> impl Iterator<Item = Found<'a>> + use<'_, 'a> {
        let mut rest = block;
        std::iter::from_fn(move || {
            while !rest.is_empty() {
                let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
                let line = &rest[..end];
                rest = rest.get(end + 1..).unwrap_or(&[]);
                if let Some(event) = self.event_of(line) {
                    let at_s = clock.and_then(|clock| clock.seconds(line));
                    return Some(Found { at_s, event });
                }
            }
            None
        })
    }

    fn event_of<'a>(&mut self, line: &'a [u8]) -> Option<Event<'a>> {
        match line::said(line)? {
            Said::Old(of, old) => {
                self.hold(of.collection, old);
                None
            }
            Said::Happened(mut event) => {
                if let Event::Pause { of, old, .. } = &mut event {
                    *old = self.take(of.collection);
                }
                Some(event)
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

    proptest::proptest! {
        #[test]
        fn any_bytes_are_read(block: Vec<u8>, clock in 0usize..4) {
            let all = [Clock::Uptime, Clock::Millis, Clock::Nanos, Clock::Date];
            let lines = block.iter().filter(|&&byte| byte == b'\n').count() + 1;
            proptest::prop_assert!(Reader::default().events(&block, Some(all[clock])).count() <= lines);
        }
    }
}

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
use event::Event;

/// A line that says that something happened, and when, where it says that too.
#[derive(Debug, Clone, PartialEq)]
pub struct Found<'a> {
    /// Seconds on the axis of the clock.
    pub at_s: Option<f64>,
    /// What happened.
    pub event: Event<'a>,
}

/// All that the lines of a block say; lines end with a line feed, the last with the block.
pub fn events(block: &[u8], clock: Option<Clock>) -> impl Iterator<Item = Found<'_>> {
    let mut rest = block;
    std::iter::from_fn(move || {
        while !rest.is_empty() {
            let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
            let line = &rest[..end];
            rest = rest.get(end + 1..).unwrap_or(&[]);
            if let Some(event) = line::event_of(line) {
                let at_s = clock.and_then(|clock| clock.seconds(line));
                return Some(Found { at_s, event });
            }
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_block_are_read_in_order_with_their_times() {
        let block = b"[0.5s][info][gc] Using G1\n[1.5s][gc,cpu] GC(0) User=0.01s\n[2.5s][gc] GC(0) Pause Full 2M->1M(4M) 1.5ms";
        let found: Vec<_> = events(block, Some(Clock::Uptime)).collect();
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].event, Event::Fact(b"Using G1"));
        assert_eq!((found[0].at_s, found[1].at_s), (Some(0.5), Some(2.5)));
    }

    proptest::proptest! {
        #[test]
        fn any_bytes_are_read(block: Vec<u8>, clock in 0usize..4) {
            let all = [Clock::Uptime, Clock::Millis, Clock::Nanos, Clock::Date];
            let lines = block.iter().filter(|&&byte| byte == b'\n').count() + 1;
            proptest::prop_assert!(events(&block, Some(all[clock])).count() <= lines);
        }
    }
}

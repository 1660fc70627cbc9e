//! Any bytes are lines of a log or are passed over; what is told of one is finite, and the same lines one by one tell it too.
//!
//! Input: a byte that the clock is chosen by, a block of a log.

use loadproof_gc_log::clock::Clock;
use loadproof_gc_log::event::Event;
use loadproof_gc_log::{Found, Reader};

const CLOCKS: [Clock; 4] = [Clock::Uptime, Clock::Millis, Clock::Nanos, Clock::Date];

/// What must hold of this input; panics where it does not.
pub fn check(input: &[u8]) {
    let Some((clock, block)) = input.split_first() else {
        return;
    };
    let clock = CLOCKS[usize::from(*clock) % CLOCKS.len()];
    let mut reader = Reader::default();
    let whole: Vec<Found<'_>> = reader.events(block, Some(clock)).collect();
    let mut reader = Reader::default();
    let mut alone: Vec<Found<'_>> = Vec::new();
    for line in block.split(|byte| *byte == b'\n') {
        alone.extend(reader.events(line, Some(clock)).collect::<Vec<_>>());
    }
    // Each call counts lines of its own.
    assert_eq!(whole.len(), alone.len());
    for (one, other) in whole.iter().zip(&alone) {
        assert_eq!((one.at_s, &one.event), (other.at_s, &other.event));
    }
    let (lost, first) = reader.finish();
    assert_eq!(lost == 0, first.is_none());
    for found in &whole {
        assert!(found.at_s.is_none_or(f64::is_finite));
        match &found.event {
            Event::Pause { sizes, pause_ms, .. } => {
                assert!(pause_ms.is_finite() && *pause_ms >= 0.0);
                assert!(sizes.is_none_or(|sizes| sizes.before_mib.is_finite() && sizes.after_mib.is_finite()));
            }
            Event::Stall { stall_ms } => assert!(stall_ms.is_finite() && *stall_ms >= 0.0),
            Event::Safepoint { reaching_ms, total_ms } => assert!(reaching_ms.is_finite() && total_ms.is_finite()),
            Event::Row { columns, .. } => assert!((4..=6).contains(&columns.len())),
            _ => {}
        }
    }
}

//! Time that moves only when the run loop waits.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Arc;

use loadproof_engine::Clock;

/// Nanoseconds from 1970 to the instant at which every simulation begins: 2026-01-01 00:00 UTC.
const BEGIN_UNIX_NS: u64 = 1_767_225_600_000_000_000;

/// Virtual time from 0, shared by a shard and its transport; nothing costs CPU time.
#[derive(Clone, Debug, Default)]
pub struct VirtualClock(Arc<AtomicU64>);

impl VirtualClock {
    /// Goes on to an instant that is not in the past.
    #[inline]
    pub(crate) fn set(&self, now_ns: u64) {
        self.0.store(now_ns, Ordering::Relaxed);
    }
}

impl Clock for VirtualClock {
    #[inline]
    fn now_ns(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    fn unix_ns(&self) -> u64 {
        BEGIN_UNIX_NS + self.now_ns()
    }

    fn cpu_ns(&self) -> u64 {
        0
    }
}

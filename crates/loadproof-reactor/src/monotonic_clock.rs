//! Real time.

use loadproof_engine::Clock;
use rustix::time::{clock_gettime, ClockId, Timespec};

/// CLOCK_MONOTONIC: the same for all threads, never set back.
#[derive(Clone, Copy, Debug, Default)]
pub struct MonotonicClock;

fn nanoseconds(time: Timespec) -> u64 {
    (time.tv_sec as u64)
        .saturating_mul(1_000_000_000)
        .saturating_add(time.tv_nsec as u64)
}

impl Clock for MonotonicClock {
    #[inline]
    fn now_ns(&self) -> u64 {
        nanoseconds(clock_gettime(ClockId::Monotonic))
    }

    fn unix_ns(&self) -> u64 {
        nanoseconds(clock_gettime(ClockId::Realtime))
    }

    fn cpu_ns(&self) -> u64 {
        nanoseconds(clock_gettime(ClockId::ThreadCPUTime))
    }

    /// The second number of schedstat (proc_pid_schedstat(5)).
    fn run_delay_ns(&self) -> Option<u64> {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        text.split_ascii_whitespace().nth(1)?.parse().ok()
    }
}

//! The monotonic clock in nanoseconds, the one clock of every time here.

use rustix::time::{clock_gettime, ClockId};

pub const NS_PER_US: u64 = 1_000;
pub const NS_PER_MS: u64 = 1_000_000;
pub const NS_PER_S: u64 = 1_000_000_000;

/// CLOCK_MONOTONIC now.
pub fn now_ns() -> u64 {
    let now = clock_gettime(ClockId::Monotonic);
    now.tv_sec as u64 * NS_PER_S + now.tv_nsec as u64
}

/// Time since 1970, for the kernel's notes alone.
pub fn unix_ns() -> u64 {
    let now = clock_gettime(ClockId::Realtime);
    now.tv_sec as u64 * NS_PER_S + now.tv_nsec as u64
}

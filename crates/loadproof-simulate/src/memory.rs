//! Garbage, collections, leaks.

use serde::Deserialize;

use crate::bounds::{within, SpecError, LONGEST_NS};

const BYTES_PER_MIB: f64 = 1_048_576.0;
const NANOS_PER_SECOND: f64 = 1e9;
/// Most bytes of anything: far above every machine, far below what is counted exactly.
const MOST_BYTES: f64 = 1e15;

/// The memory of a service with a garbage collector; what is left out is 0, limits that are left out do not exist.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MemorySpec {
    /// Live set of a service that has just started.
    #[serde(default)]
    pub base_bytes: f64,
    /// The service dies once base and leaks are above this.
    #[serde(default)]
    pub limit_bytes: Option<f64>,
    /// Garbage that a call leaves, made as it begins.
    #[serde(default)]
    pub garbage_bytes_per_call: f64,
    /// What a call adds to the live set for good, as it begins.
    #[serde(default)]
    pub leak_bytes_per_call: f64,
    /// What a second adds to the live set for good.
    #[serde(default)]
    pub leak_bytes_per_s: f64,
    /// Garbage at which it is collected, by a pause; None: never.
    #[serde(default)]
    pub collect_bytes: Option<f64>,
    /// Length of that pause for each MiB of the live set.
    #[serde(default)]
    pub pause_ns_per_live_mib: f64,
}

impl MemorySpec {
    pub(crate) fn check(&self) -> Result<(), SpecError> {
        let bytes = |key: &str, value| within(format!("memory.{key}"), value, 0.0, MOST_BYTES);
        bytes("base_bytes", self.base_bytes)?;
        bytes("garbage_bytes_per_call", self.garbage_bytes_per_call)?;
        bytes("leak_bytes_per_call", self.leak_bytes_per_call)?;
        bytes("leak_bytes_per_s", self.leak_bytes_per_s)?;
        if let Some(limit) = self.limit_bytes {
            within("memory.limit_bytes", limit, self.base_bytes, MOST_BYTES)?;
        }
        if let Some(collect) = self.collect_bytes {
            within("memory.collect_bytes", collect, 1.0, MOST_BYTES)?;
        }
        within("memory.pause_ns_per_live_mib", self.pause_ns_per_live_mib, 0.0, 1e12)
    }
}

/// The memory of one start of a service; instants are ages.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    spec: MemorySpec,
    calls: u64,
    garbage_bytes: f64,
    /// Live set after the last collection.
    collected_bytes: f64,
    /// When the limit is passed if no further call comes.
    dies_ns: u64,
}

impl Memory {
    pub(crate) fn new(spec: MemorySpec) -> Self {
        let mut memory = Self {
            spec,
            calls: 0,
            garbage_bytes: 0.0,
            collected_bytes: spec.base_bytes,
            dies_ns: u64::MAX,
        };
        memory.look_ahead();
        memory
    }

    /// Base and leaks.
    pub(crate) fn live_bytes(&self, age_ns: u64) -> f64 {
        let by_time = self.spec.leak_bytes_per_s * (age_ns as f64 / NANOS_PER_SECOND);
        self.spec.base_bytes + self.calls as f64 * self.spec.leak_bytes_per_call + by_time
    }

    /// Live set and garbage.
    pub(crate) fn used_bytes(&self, age_ns: u64) -> f64 {
        self.live_bytes(age_ns) + self.garbage_bytes
    }

    /// Live set after the last collection.
    pub(crate) fn collected_bytes(&self) -> f64 {
        self.collected_bytes
    }

    /// When the limit is passed.
    #[inline]
    pub(crate) fn dies_ns(&self) -> u64 {
        self.dies_ns
    }

    /// Makes the memory of a call that begins, and gives the length of the pause of the collection that it sets off.
    pub(crate) fn begin_call(&mut self, age_ns: u64) -> Option<u64> {
        self.calls += 1;
        if self.spec.leak_bytes_per_call > 0.0 {
            self.look_ahead();
        }
        self.garbage_bytes += self.spec.garbage_bytes_per_call;
        let collects = self.spec.collect_bytes.is_some_and(|collect| self.garbage_bytes >= collect);
        if !collects {
            return None;
        }
        self.garbage_bytes = 0.0;
        self.collected_bytes = self.live_bytes(age_ns);
        let pause_ns = self.collected_bytes / BYTES_PER_MIB * self.spec.pause_ns_per_live_mib;
        Some(pause_ns.min(LONGEST_NS) as u64)
    }

    fn look_ahead(&mut self) {
        let Some(limit) = self.spec.limit_bytes else { return };
        let left = limit - self.live_bytes(0);
        let seconds = left / self.spec.leak_bytes_per_s;
        if left < 0.0 {
            self.dies_ns = 0;
        } else if self.spec.leak_bytes_per_s > 0.0 && seconds < LONGEST_NS / NANOS_PER_SECOND {
            // The first whole nanosecond at which it is above.
            self.dies_ns = (seconds * NANOS_PER_SECOND) as u64 + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memory(text: &str) -> Memory {
        let spec: MemorySpec = serde_json::from_str(text).unwrap();
        spec.check().unwrap();
        Memory::new(spec)
    }

    #[test]
    fn garbage_is_collected_at_the_call_that_reaches_the_bound() {
        let mut memory = memory(
            r#"{"base_bytes": 104857600, "garbage_bytes_per_call": 300, "collect_bytes": 1000,
                "pause_ns_per_live_mib": 1000, "leak_bytes_per_call": 1048576}"#,
        );
        let pauses: Vec<_> = (0..9).map(|_| memory.begin_call(0)).collect();
        // 4 calls of 300 reach 1,000: the live set is 100 MiB and one for each call so far.
        let (first, second) = (Some(104_000), Some(108_000));
        assert_eq!(pauses, [None, None, None, first, None, None, None, second, None]);
        assert_eq!((memory.collected_bytes() / BYTES_PER_MIB).round(), 108.0);
        assert_eq!(memory.used_bytes(0), 109.0 * BYTES_PER_MIB + 300.0);
    }

    #[test]
    fn a_service_dies_when_its_leaks_pass_the_limit_and_not_before() {
        let mut by_call = memory(r#"{"base_bytes": 10, "limit_bytes": 12, "leak_bytes_per_call": 1}"#);
        assert_eq!(
            (by_call.begin_call(5), by_call.begin_call(6), by_call.dies_ns()),
            (None, None, u64::MAX)
        );
        by_call.begin_call(7);
        assert!(by_call.dies_ns() <= 7);
        let by_time = memory(r#"{"base_bytes": 10, "limit_bytes": 12, "leak_bytes_per_s": 4}"#);
        assert_eq!(by_time.dies_ns(), 500_000_001);
        let mut both = memory(r#"{"base_bytes": 10, "limit_bytes": 12, "leak_bytes_per_s": 4, "leak_bytes_per_call": 1}"#);
        both.begin_call(1);
        assert_eq!(both.dies_ns(), 250_000_001);
        assert_eq!(memory(r#"{"leak_bytes_per_s": 4}"#).dies_ns(), u64::MAX);
    }
}

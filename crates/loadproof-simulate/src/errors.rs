//! Calls that are answered by an error.

use std::collections::VecDeque;

use serde::Deserialize;

use crate::bounds::{within, SpecError};
use crate::random::Random;

/// The stretch over which arrivals are counted.
const COUNTED_NS: u64 = 1_000_000_000;

/// A share of calls that are answered by an error, after their service time.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ErrorsSpec {
    /// Share of the calls.
    pub share: f64,
    /// Status of the answer.
    #[serde(default = "internal_server_error")]
    pub status: u16,
    /// Only while more than so many calls arrived over the last second.
    #[serde(default)]
    pub above_per_s: Option<f64>,
    /// Only from this age on.
    #[serde(default)]
    pub from_ns: u64,
}

fn internal_server_error() -> u16 {
    500
}

impl ErrorsSpec {
    pub(crate) fn check(&self) -> Result<(), SpecError> {
        within("errors.share", self.share, 0.0, 1.0)?;
        within("errors.status", f64::from(self.status), 400.0, 599.0)?;
        within("errors.above_per_s", self.above_per_s.unwrap_or(0.0), 0.0, 1e9)
    }
}

/// The errors of one start of a service; instants are ages.
#[derive(Clone, Debug)]
pub(crate) struct Errors {
    spec: ErrorsSpec,
    random: Random,
    /// When the calls of the last second arrived; empty where the rate does not matter.
    arrivals: VecDeque<u64>,
}

impl Errors {
    pub(crate) fn new(spec: ErrorsSpec, random: Random) -> Self {
        Self {
            spec,
            random,
            arrivals: VecDeque::new(),
        }
    }

    /// Notes a call that arrives.
    #[inline]
    pub(crate) fn arrive(&mut self, age_ns: u64) {
        if self.spec.above_per_s.is_some() {
            self.arrivals.push_back(age_ns);
            self.forget(age_ns);
        }
    }

    fn forget(&mut self, age_ns: u64) {
        while self.arrivals.front().is_some_and(|arrived| arrived + COUNTED_NS <= age_ns) {
            self.arrivals.pop_front();
        }
    }

    /// The status of a call that begins, if it is to fail.
    pub(crate) fn draw(&mut self, age_ns: u64) -> Option<u16> {
        // Drawn always, so that a different load changes which calls fail by its rate alone.
        let fails = self.random.share() < self.spec.share;
        if age_ns < self.spec.from_ns || !fails {
            return None;
        }
        if let Some(above) = self.spec.above_per_s {
            self.forget(age_ns);
            if self.arrivals.len() as f64 <= above {
                return None;
            }
        }
        Some(self.spec.status)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Purpose;

    fn errors(text: &str) -> Errors {
        let spec: ErrorsSpec = serde_json::from_str(text).unwrap();
        spec.check().unwrap();
        Errors::new(spec, Random::new(1, 0, Purpose::Errors, 0))
    }

    #[test]
    fn a_share_fails_from_an_age_on() {
        let mut some = errors(r#"{"share": 0.05, "status": 502, "from_ns": 100}"#);
        assert!((0..1_000).all(|_| some.draw(99).is_none()));
        let failed = (0..100_000).filter(|_| some.draw(100) == Some(502)).count();
        // 5 standard errors: 5 · √(0.05 · 0.95 · 100,000).
        assert!(failed.abs_diff(5_000) < 345, "{failed}");
    }

    #[test]
    fn errors_of_overload_come_while_more_than_so_many_arrived_over_the_last_second() {
        let mut overload = errors(r#"{"share": 1, "above_per_s": 3}"#);
        let mut fails = |age_ns| {
            overload.arrive(age_ns);
            overload.draw(age_ns).is_some()
        };
        let ages = [0, 10, 20, 30, COUNTED_NS - 1, COUNTED_NS + 29, COUNTED_NS + 31];
        // The fourth within a second; a fifth; then 30, the end of that second and itself; then two and itself.
        assert_eq!(ages.map(&mut fails), [false, false, false, true, true, false, false]);
    }
}

//! A periodic job that takes power from the calls.

use serde::Deserialize;

use crate::bounds::{factor, lasting, within, SpecError};

/// A job that begins at every multiple of `every_ns` of age, and slows down the calls that begin while it lasts.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BackgroundSpec {
    /// From begin to begin; the first comes at this age.
    pub every_ns: u64,
    /// How long it lasts.
    pub lasts_ns: u64,
    /// How many times longer service times are.
    pub slowdown: f64,
}

impl BackgroundSpec {
    pub(crate) fn check(&self) -> Result<(), SpecError> {
        lasting("background.every_ns", self.every_ns)?;
        within("background.lasts_ns", self.lasts_ns as f64, 1.0, self.every_ns as f64)?;
        factor("background.slowdown", self.slowdown)
    }

    pub(crate) fn factor(&self, age_ns: u64) -> f64 {
        if age_ns >= self.every_ns && age_ns % self.every_ns < self.lasts_ns {
            self.slowdown
        } else {
            1.0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_job_runs_at_multiples_of_its_period() {
        let job = BackgroundSpec {
            every_ns: 100,
            lasts_ns: 10,
            slowdown: 2.0,
        };
        let factors = [0, 9, 99, 100, 109, 110, 199, 205].map(|age_ns| job.factor(age_ns));
        assert_eq!(factors, [1.0, 1.0, 1.0, 2.0, 2.0, 1.0, 1.0, 2.0]);
    }
}

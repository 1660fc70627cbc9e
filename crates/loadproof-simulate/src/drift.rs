//! A service that grows slower with its age.

use serde::Deserialize;

use crate::bounds::{within, SpecError, MOST_SLOWDOWN};

const NANOS_PER_HOUR: f64 = 3.6e12;

/// Service times × (1 + per_hour · age in hours).
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DriftSpec {
    /// What one hour adds, as a share of the service time at the start.
    pub per_hour: f64,
}

impl DriftSpec {
    pub(crate) fn check(&self) -> Result<(), SpecError> {
        within("drift.per_hour", self.per_hour, 0.0, MOST_SLOWDOWN)
    }

    pub(crate) fn factor(&self, age_ns: u64) -> f64 {
        1.0 + self.per_hour * (age_ns as f64 / NANOS_PER_HOUR)
    }
}

//! Calls that stand in each other's way.

use serde::Deserialize;

use crate::bounds::{within, SpecError};

/// Service times × (1 + serial · (n − 1) + coherence · n · (n − 1)) with n calls in service when one begins, itself included: with n workers busy the
/// throughput is Gunther's universal scalability law (*Guerrilla Capacity Planning*, 2007).
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContentionSpec {
    /// Share of the work that only one can do at a time.
    #[serde(default)]
    pub serial: f64,
    /// Cost of each pair that has to agree.
    #[serde(default)]
    pub coherence: f64,
}

impl ContentionSpec {
    pub(crate) fn check(&self) -> Result<(), SpecError> {
        within("contention.serial", self.serial, 0.0, 1000.0)?;
        within("contention.coherence", self.coherence, 0.0, 1000.0)
    }

    #[inline]
    pub(crate) fn factor(&self, in_service: usize) -> f64 {
        let (all, others) = (in_service as f64, in_service as f64 - 1.0);
        1.0 + self.serial * others + self.coherence * all * others
    }
}

//! A service that is slow while it is young.

use serde::Deserialize;

use crate::bounds::{factor, lasting, SpecError};

/// After so many decays less than 10⁻¹⁷ of any factor is left.
const LONGEST_DECAYS: f64 = 54.0;

/// Service times × (1 + (factor − 1) · exp(−age / decay)).
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WarmUpSpec {
    /// How many times slower the first call is.
    pub factor: f64,
    /// Age at which 1/e of that is left.
    pub decay_ns: u64,
}

impl WarmUpSpec {
    pub(crate) fn check(&self) -> Result<(), SpecError> {
        factor("warm_up.factor", self.factor)?;
        lasting("warm_up.decay_ns", self.decay_ns)
    }

    pub(crate) fn factor(&self, age_ns: u64) -> f64 {
        let decays = age_ns as f64 / self.decay_ns as f64;
        if decays > LONGEST_DECAYS {
            return 1.0;
        }
        1.0 + (self.factor - 1.0) * (-decays).exp()
    }
}

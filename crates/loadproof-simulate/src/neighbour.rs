//! A noisy neighbour on the same machine.

use serde::Deserialize;

use crate::bounds::{factor, lasting, SpecError};
use crate::random::Random;

/// A neighbour that is busy and quiet by turns, quiet at first; calls that begin while it is busy take longer.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NeighbourSpec {
    /// Mean of the exponential times in which it is busy.
    pub busy_ns: u64,
    /// Mean of the exponential times in which it is quiet.
    pub quiet_ns: u64,
    /// How many times longer service times are.
    pub slowdown: f64,
}

impl NeighbourSpec {
    pub(crate) fn check(&self) -> Result<(), SpecError> {
        lasting("neighbour.busy_ns", self.busy_ns)?;
        lasting("neighbour.quiet_ns", self.quiet_ns)?;
        factor("neighbour.slowdown", self.slowdown)
    }
}

/// The neighbour from turn to turn.
#[derive(Clone, Debug)]
pub(crate) struct Neighbour {
    spec: NeighbourSpec,
    random: Random,
    busy: bool,
    /// Age at which its turn ends.
    until_ns: u64,
}

impl Neighbour {
    pub(crate) fn new(spec: NeighbourSpec, random: Random) -> Self {
        let mut neighbour = Self {
            spec,
            random,
            busy: true,
            until_ns: 0,
        };
        neighbour.turn();
        neighbour
    }

    fn turn(&mut self) {
        self.busy = !self.busy;
        let mean_ns = if self.busy { self.spec.busy_ns } else { self.spec.quiet_ns };
        let length_ns = self.random.exponential() * mean_ns as f64;
        self.until_ns = self.until_ns.saturating_add((length_ns as u64).max(1));
    }

    pub(crate) fn factor(&mut self, age_ns: u64) -> f64 {
        while age_ns >= self.until_ns {
            self.turn();
        }
        if self.busy {
            self.spec.slowdown
        } else {
            1.0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Purpose;

    #[test]
    fn a_neighbour_is_busy_for_its_share_of_time_and_quiet_at_first() {
        let spec = NeighbourSpec {
            busy_ns: 1_000,
            quiet_ns: 3_000,
            slowdown: 1.5,
        };
        let mut neighbour = Neighbour::new(spec, Random::new(2, 0, Purpose::Neighbour, 0));
        assert_eq!(neighbour.factor(0).to_bits(), 1f64.to_bits());
        let looks = 400_000;
        let busy = (0..looks).filter(|look| neighbour.factor(look * 250) > 1.0).count();
        assert!((busy as f64 / looks as f64 - 0.25).abs() < 0.01, "{busy}");
    }
}

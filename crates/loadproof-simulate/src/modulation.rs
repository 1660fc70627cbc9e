//! Service times that rise and fall together.

use serde::Deserialize;

use crate::bounds::{within, SpecError, LONGEST_NS};
use crate::random::Random;

/// Shortest step: each costs a random number, whatever the load.
const SHORTEST_STEP_NS: f64 = 1e6;

/// Service times × exp(x − deviation² / 2), x a first-order autoregressive series with a new value each `every_ns`: its mean over time is 1.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModulationSpec {
    /// How much of a value is left in the next.
    pub coefficient: f64,
    /// Standard deviation of x.
    pub deviation: f64,
    /// Time between values.
    pub every_ns: u64,
}

impl ModulationSpec {
    pub(crate) fn check(&self) -> Result<(), SpecError> {
        within("modulation.coefficient", self.coefficient, -0.999_999, 0.999_999)?;
        within("modulation.deviation", self.deviation, 0.0, 5.0)?;
        within("modulation.every_ns", self.every_ns as f64, SHORTEST_STEP_NS, LONGEST_NS)
    }
}

/// The series from value to value.
#[derive(Clone, Debug)]
pub(crate) struct Modulation {
    spec: ModulationSpec,
    random: Random,
    x: f64,
    factor: f64,
    /// Age at which the next value comes.
    until_ns: u64,
}

impl Modulation {
    /// The series; its first value is drawn from the stationary law.
    pub(crate) fn new(spec: ModulationSpec, mut random: Random) -> Self {
        let x = spec.deviation * random.normal();
        Self {
            spec,
            random,
            x,
            factor: (x - spec.deviation * spec.deviation / 2.0).exp(),
            until_ns: spec.every_ns,
        }
    }

    pub(crate) fn factor(&mut self, age_ns: u64) -> f64 {
        while age_ns >= self.until_ns {
            let ModulationSpec {
                coefficient, deviation, ..
            } = self.spec;
            // Var x = c² Var x + s²(1 − c²): the deviation stays what it is.
            let fresh = deviation * (1.0 - coefficient * coefficient).sqrt();
            self.x = coefficient * self.x + fresh * self.random.normal();
            self.factor = (self.x - deviation * deviation / 2.0).exp();
            self.until_ns = self.until_ns.saturating_add(self.spec.every_ns);
        }
        self.factor
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Purpose;

    #[test]
    fn the_series_has_the_deviation_and_the_memory_that_it_should_and_a_mean_of_1() {
        let spec = ModulationSpec {
            coefficient: 0.9,
            deviation: 0.3,
            every_ns: 1_000_000,
        };
        let mut series = Modulation::new(spec, Random::new(1, 0, Purpose::Modulation, 0));
        let factors: Vec<f64> = (0..400_000).map(|step| series.factor(step * 1_000_000 + 999_999)).collect();
        let logs: Vec<f64> = factors.iter().map(|factor| factor.ln() + 0.045).collect();
        let mean = |values: &mut dyn Iterator<Item = f64>| values.sum::<f64>() / factors.len() as f64;
        let variance = mean(&mut logs.iter().map(|x| x * x));
        let next = mean(&mut logs.windows(2).map(|pair| pair[0] * pair[1]));
        assert!((mean(&mut factors.iter().copied()) - 1.0).abs() < 0.012);
        assert!((variance.sqrt() - 0.3).abs() < 0.006, "{}", variance.sqrt());
        assert!((next / variance - 0.9).abs() < 0.005, "{}", next / variance);
    }
}

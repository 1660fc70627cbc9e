//! Everything that makes service times longer, in one factor.

use crate::background::BackgroundSpec;
use crate::contention::ContentionSpec;
use crate::drift::DriftSpec;
use crate::modulation::Modulation;
use crate::neighbour::Neighbour;
use crate::random::{Purpose, Random};
use crate::warm_up::WarmUpSpec;
use crate::ServiceSpec;

/// What makes the service times of one start of a service longer.
#[derive(Clone, Debug)]
pub(crate) struct Slowdown {
    warm_up: Option<WarmUpSpec>,
    contention: Option<ContentionSpec>,
    background: Option<BackgroundSpec>,
    neighbour: Option<Neighbour>,
    modulation: Option<Modulation>,
    drift: Option<DriftSpec>,
    /// Something does.
    any: bool,
    /// Factor that the outside asked for.
    asked: f64,
}

impl Slowdown {
    pub(crate) fn new(spec: &ServiceSpec, start: u64) -> Self {
        let random = |purpose| Random::new(spec.seed, start, purpose, 0);
        let (neighbour, modulation) = (
            spec.neighbour.map(|spec| Neighbour::new(spec, random(Purpose::Neighbour))),
            spec.modulation.map(|spec| Modulation::new(spec, random(Purpose::Modulation))),
        );
        Self {
            any: neighbour.is_some()
                || modulation.is_some()
                || spec.warm_up.is_some()
                || spec.contention.is_some()
                || spec.background.is_some()
                || spec.drift.is_some(),
            warm_up: spec.warm_up,
            contention: spec.contention,
            background: spec.background,
            neighbour,
            modulation,
            drift: spec.drift,
            asked: 1.0,
        }
    }

    /// Sets the factor that the outside asks for; 1 asks for nothing.
    pub(crate) fn ask(&mut self, factor: f64) {
        self.asked = factor;
    }

    /// The factor for a call that begins at an age with so many calls in service, itself included.
    #[inline]
    pub(crate) fn factor(&mut self, age_ns: u64, in_service: usize) -> f64 {
        if self.any {
            self.asked * self.product(age_ns, in_service)
        } else {
            self.asked
        }
    }

    fn product(&mut self, age_ns: u64, in_service: usize) -> f64 {
        let factors = [
            self.warm_up.map(|warm_up| warm_up.factor(age_ns)),
            self.contention.map(|contention| contention.factor(in_service)),
            self.background.map(|background| background.factor(age_ns)),
            self.neighbour.as_mut().map(|neighbour| neighbour.factor(age_ns)),
            self.modulation.as_mut().map(|modulation| modulation.factor(age_ns)),
            self.drift.map(|drift| drift.factor(age_ns)),
        ];
        factors.into_iter().flatten().product()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn causes_multiply() {
        let spec = r#"{"workers": 1, "service_time": {"fixed": 1}, "warm_up": {"factor": 3, "decay_ns": 1000},
            "background": {"every_ns": 7200000000000, "lasts_ns": 10, "slowdown": 5}, "drift": {"per_hour": 0.25},
            "contention": {"serial": 0.1, "coherence": 0.01}}"#;
        let mut slowdown = Slowdown::new(&serde_json::from_str(spec).unwrap(), 0);
        assert_eq!(slowdown.factor(0, 1), 3.0);
        // Two hours, the job running, four in service: 1.5 · 5 · (1 + 0.3 + 0.12).
        assert!((slowdown.factor(7_200_000_000_000, 4) - 10.65).abs() < 1e-9);
        let nothing = r#"{"workers": 1, "service_time": {"fixed": 1}}"#;
        let mut nothing = Slowdown::new(&serde_json::from_str(nothing).unwrap(), 0);
        assert_eq!(nothing.factor(5, 7), 1.0);
        for slowdown in [&mut slowdown, &mut nothing] {
            let before = slowdown.factor(60, 1);
            slowdown.ask(1.5);
            assert_eq!(slowdown.factor(60, 1), 1.5 * before);
        }
    }
}

//! Laws of service times.

use serde::Deserialize;

use crate::bounds::{within, SpecError, LONGEST_NS};
use crate::random::Random;

/// A law of service times, in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum ServiceTimeSpec {
    /// Always the same.
    Fixed(f64),
    /// Exponential with this mean.
    Exponential(f64),
    /// Its logarithm is normal.
    LogNormal {
        /// Mean of the time itself.
        mean_ns: f64,
        /// Standard deviation of its logarithm.
        sigma: f64,
    },
    /// One of two times.
    TwoPoint {
        /// The time of most calls.
        low_ns: f64,
        /// The time of the others.
        high_ns: f64,
        /// The share of the others.
        high_share: f64,
    },
    /// P(S > s) = (least / s)^shape: heavy tails.
    Pareto {
        /// The shortest time.
        least_ns: f64,
        /// How fast the tail falls; the mean is least · shape / (shape − 1) above 1, and infinite below.
        shape: f64,
    },
}

impl ServiceTimeSpec {
    /// Refuses numbers that no service time has.
    pub(crate) fn check(&self, place: &str) -> Result<(), SpecError> {
        let time = |key: &str, value_ns| within(format!("{place}.{key}"), value_ns, 1.0, LONGEST_NS);
        match *self {
            Self::Fixed(time_ns) => time("fixed", time_ns),
            Self::Exponential(mean_ns) => time("exponential", mean_ns),
            Self::LogNormal { mean_ns, sigma } => {
                time("log_normal.mean_ns", mean_ns)?;
                within(format!("{place}.log_normal.sigma"), sigma, 0.0, 10.0)
            }
            Self::TwoPoint {
                low_ns,
                high_ns,
                high_share,
            } => {
                time("two_point.low_ns", low_ns)?;
                time("two_point.high_ns", high_ns)?;
                within(format!("{place}.two_point.high_share"), high_share, 0.0, 1.0)
            }
            Self::Pareto { least_ns, shape } => {
                time("pareto.least_ns", least_ns)?;
                within(format!("{place}.pareto.shape"), shape, 0.1, 1e6)
            }
        }
    }
}

/// A law ready to be drawn from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ServiceTime {
    Fixed(f64),
    Exponential(f64),
    LogNormal { location: f64, sigma: f64 },
    TwoPoint { low_ns: f64, high_ns: f64, high_share: f64 },
    Pareto { least_ns: f64, exponent: f64 },
}

impl ServiceTime {
    pub(crate) fn new(spec: &ServiceTimeSpec) -> Self {
        match *spec {
            ServiceTimeSpec::Fixed(time_ns) => Self::Fixed(time_ns),
            ServiceTimeSpec::Exponential(mean_ns) => Self::Exponential(mean_ns),
            // E[exp(N(m, s²))] = exp(m + s²/2).
            ServiceTimeSpec::LogNormal { mean_ns, sigma } => Self::LogNormal {
                location: mean_ns.ln() - sigma * sigma / 2.0,
                sigma,
            },
            ServiceTimeSpec::TwoPoint {
                low_ns,
                high_ns,
                high_share,
            } => Self::TwoPoint {
                low_ns,
                high_ns,
                high_share,
            },
            ServiceTimeSpec::Pareto { least_ns, shape } => Self::Pareto {
                least_ns,
                exponent: 1.0 / shape,
            },
        }
    }

    /// A service time in nanoseconds.
    #[inline]
    pub(crate) fn draw_ns(&self, random: &mut Random) -> f64 {
        match *self {
            Self::Fixed(time_ns) => time_ns,
            Self::Exponential(mean_ns) => mean_ns * random.exponential(),
            Self::LogNormal { location, sigma } => (location + sigma * random.normal()).exp(),
            Self::TwoPoint {
                low_ns,
                high_ns,
                high_share,
            } => {
                if random.share() < high_share {
                    high_ns
                } else {
                    low_ns
                }
            }
            Self::Pareto { least_ns, exponent } => least_ns * (random.exponential() * exponent).exp(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Purpose;

    const DRAWS: usize = 400_000;

    fn drawn(text: &str) -> Vec<f64> {
        let spec: ServiceTimeSpec = serde_json::from_str(text).unwrap();
        spec.check("service_time").unwrap();
        let law = ServiceTime::new(&spec);
        let mut random = Random::new(3, 0, Purpose::ServiceTimes, 0);
        (0..DRAWS).map(|_| law.draw_ns(&mut random)).collect()
    }

    /// The share of times above a limit, beside the one expected, as standard errors between them.
    fn off(times: &[f64], limit: f64, expected: f64) -> f64 {
        let share = times.iter().filter(|time| **time > limit).count() as f64 / times.len() as f64;
        (share - expected).abs() / (expected * (1.0 - expected) / times.len() as f64).sqrt()
    }

    #[test]
    fn shares_above_a_limit_are_those_of_the_laws() {
        let exponential = drawn(r#"{"exponential": 1e6}"#);
        assert!(off(&exponential, 2e6, (-2.0f64).exp()) < 4.0);
        let pareto = drawn(r#"{"pareto": {"least_ns": 1e6, "shape": 1.5}}"#);
        assert!(off(&pareto, 4e6, 0.125) < 4.0);
        assert!(pareto.iter().all(|time| *time >= 1e6));
        let two_point = drawn(r#"{"two_point": {"low_ns": 1e6, "high_ns": 9e6, "high_share": 0.03}}"#);
        assert!(off(&two_point, 5e6, 0.03) < 4.0);
        let log_normal = drawn(r#"{"log_normal": {"mean_ns": 1e6, "sigma": 0.5}}"#);
        // Half of all lie above the median exp(m) = mean · exp(−s²/2); 2.275 % above m + 2s.
        let median = 1e6 * (-0.125f64).exp();
        assert!(off(&log_normal, median, 0.5) < 4.0);
        assert!(off(&log_normal, median * 1f64.exp(), 0.022_750) < 4.0);
        let mean = log_normal.iter().sum::<f64>() / DRAWS as f64;
        assert!((mean / 1e6 - 1.0).abs() < 0.004, "{mean}");
        assert!(drawn(r#"{"fixed": 5000}"#).iter().all(|time| *time == 5e3));
    }

    #[test]
    fn numbers_that_no_time_has_are_refused_by_name() {
        for (text, place) in [
            (r#"{"fixed": 0}"#, "service_time.fixed is 0"),
            (r#"{"exponential": -1}"#, "service_time.exponential is -1"),
            (
                r#"{"log_normal": {"mean_ns": 1, "sigma": 11}}"#,
                "service_time.log_normal.sigma is 11",
            ),
            (
                r#"{"two_point": {"low_ns": 1, "high_ns": 1, "high_share": 2}}"#,
                "service_time.two_point.high_share is 2",
            ),
            (
                r#"{"pareto": {"least_ns": 1e16, "shape": 1}}"#,
                "service_time.pareto.least_ns is 1",
            ),
        ] {
            let spec: ServiceTimeSpec = serde_json::from_str(text).unwrap();
            let error = spec.check("service_time").unwrap_err().to_string();
            assert!(error.contains(place) && error.contains("give it"), "{error}");
        }
        assert!(serde_json::from_str::<ServiceTimeSpec>(r#"{"pareto": {"least_ns": 1, "shape": 1, "x": 1}}"#).is_err());
    }
}

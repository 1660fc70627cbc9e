//! An office application: several operations, each with a known distribution of its service times.

use std::f64::consts::TAU;
use std::str::FromStr;

use crate::behaviour::{Plan, Reaction, OK};
use crate::clock::NS_PER_MS;
use crate::random::Random;
use crate::share::Share;

const UNKNOWN: Reaction = Reaction::Answer {
    status: 404,
    close: false,
};
const FAILED: Reaction = Reaction::Answer {
    status: 500,
    close: false,
};

/// Longest time of a distribution, and longest median.
const MOST_MS: f64 = 600_000.0;
/// Largest sigma. The longest lognormal time, some 8.6 sigma above the median, still fits into 64 bits of nanoseconds.
const MOST_SIGMA: f64 = 2.0;
/// Largest number of operations: each request compares its path with their names.
const MOST_OPERATIONS: usize = 100;

/// Distribution of the service times of one operation, nanoseconds.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Distribution {
    /// Median, and standard deviation of the natural logarithm.
    Lognormal { median_ns: f64, sigma: f64 },
    /// Least (inclusive) and most (exclusive).
    Uniform { least_ns: f64, most_ns: f64 },
    /// The same time for each request.
    Constant { time_ns: f64 },
}

impl Distribution {
    fn draw_ns(self, random: &mut Random) -> u64 {
        let time_ns = match self {
            Self::Lognormal { median_ns, sigma } => median_ns * (sigma * normal_deviate(random)).exp(),
            Self::Uniform { least_ns, most_ns } => least_ns + (most_ns - least_ns) * random.next_share(),
            Self::Constant { time_ns } => time_ns,
        };
        time_ns.round() as u64
    }
}

/// Standard normal deviate by the transform of Box and Muller (Annals of Mathematical Statistics 29, 1958).
fn normal_deviate(random: &mut Random) -> f64 {
    // In (0, 1]: the logarithm of 0 has no value.
    let radius = (-2.0 * (1.0 - random.next_share()).ln()).sqrt();
    radius * (TAU * random.next_share()).cos()
}

/// One operation: its name, the distribution of its times, and its failures.
#[derive(Debug)]
pub struct Operation {
    name: String,
    distribution: Distribution,
    failures: Share,
    random: Random,
}

impl Operation {
    fn next(&mut self) -> (u64, Reaction) {
        let time_ns = self.distribution.draw_ns(&mut self.random);
        (time_ns, if self.failures.hits_next() { FAILED } else { OK })
    }
}

/// Parses `NAME=lognormal:MEDIAN:SIGMA`, `NAME=uniform:LEAST:MOST` or `NAME=constant:TIME`, each with `:errors=P` or without.
impl FromStr for Operation {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let fault = |cause: String| format!("--operation {text}: {cause}");
        let (name, rest) = text
            .split_once('=')
            .ok_or_else(|| fault("give NAME=DISTRIBUTION".to_owned()))?;
        if !is_name(name) {
            return Err(fault("give a name of letters, digits, '-', '_' and '.'".to_owned()));
        }
        let (distribution, errors) = match rest.split_once(":errors=") {
            Some((distribution, share)) => (distribution, number("errors", share, 0.0, 1.0).map_err(fault)?),
            None => (rest, 0.0),
        };
        Ok(Self {
            name: name.to_owned(),
            distribution: distribution_of(distribution).map_err(fault)?,
            failures: Share::new(errors),
            random: Random::new(seed_of(name)),
        })
    }
}

/// True for a name that is one segment of a path and needs no quotes in a CSV file.
fn is_name(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    !text.is_empty() && text.bytes().all(is_plain)
}

/// FNV-1a hash of the name (Fowler, Noll, Vo), so that an operation draws the same times beside any other operations.
fn seed_of(name: &str) -> u64 {
    name.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}

fn distribution_of(text: &str) -> Result<Distribution, String> {
    let time_ns = |what, text, least_ms| number(what, text, least_ms, MOST_MS).map(|time_ms| time_ms * NS_PER_MS as f64);
    let words: Vec<&str> = text.split(':').collect();
    match words[..] {
        ["lognormal", median, sigma] => Ok(Distribution::Lognormal {
            median_ns: time_ns("the median", median, 0.0)?,
            sigma: number("sigma", sigma, 0.0, MOST_SIGMA)?,
        }),
        ["uniform", least, most] => {
            let least_ns = time_ns("the least time", least, 0.0)?;
            let most_ns = time_ns("the most time", most, least_ns / NS_PER_MS as f64)?;
            Ok(Distribution::Uniform { least_ns, most_ns })
        }
        ["constant", time] => Ok(Distribution::Constant {
            time_ns: time_ns("the time", time, 0.0)?,
        }),
        _ => Err("give lognormal:MEDIAN:SIGMA, uniform:LEAST:MOST or constant:TIME".to_owned()),
    }
}

fn number(what: &str, text: &str, least: f64, most: f64) -> Result<f64, String> {
    match text.parse() {
        Ok(number) if (least..=most).contains(&number) => Ok(number),
        _ => Err(format!("{what} {text} is out of range: give {least} to {most}")),
    }
}

/// Operations by their place; each request takes a time of its own operation, however many requests there are.
#[derive(Debug)]
pub struct Office {
    names: Vec<String>,
    operations: Vec<Operation>,
}

impl Office {
    /// Fails if there are no operations, too many, or two of the same name.
    pub fn new(operations: Vec<Operation>) -> Result<Self, String> {
        if !(1..=MOST_OPERATIONS).contains(&operations.len()) {
            return Err(format!("give 1 to {MOST_OPERATIONS} times --operation NAME=DISTRIBUTION"));
        }
        let mut names = Vec::new();
        for operation in &operations {
            if names.contains(&operation.name) {
                return Err(format!("--operation {} was given twice: give each name once", operation.name));
            }
            names.push(operation.name.clone());
        }
        Ok(Self { names, operations })
    }

    /// Names of the operations, by their place.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Plans a request of the operation at this place; a request of no operation is answered 404 at once.
    pub fn plan(&mut self, arrival_ns: u64, place: Option<usize>) -> Plan {
        match place.and_then(|place| self.operations.get_mut(place)) {
            Some(operation) => {
                let (time_ns, reaction) = operation.next();
                Plan {
                    end_ns: arrival_ns.saturating_add(time_ns),
                    operation: place,
                    ..Plan::at(arrival_ns, reaction)
                }
            }
            None => Plan::at(arrival_ns, UNKNOWN),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MANY: usize = 100_000;

    fn office(operations: &[&str]) -> Office {
        Office::new(operations.iter().map(|text| text.parse().unwrap()).collect()).unwrap()
    }

    /// Times of so many requests of the only operation, milliseconds, in ascending order.
    fn sorted_ms(operation: &str) -> Vec<f64> {
        let mut office = office(&[operation]);
        let mut times_ms: Vec<f64> = (0..MANY).map(|_| office.plan(0, Some(0)).end_ns as f64 / 1e6).collect();
        times_ms.sort_by(f64::total_cmp);
        times_ms
    }

    #[test]
    fn a_lognormal_has_its_quantiles() {
        let times_ms = sorted_ms("form=lognormal:300:0.5");
        for (quantile, deviate) in [(0.0228, -2.0), (0.1587, -1.0), (0.5, 0.0), (0.8413, 1.0), (0.9772, 2.0)] {
            let (drawn_ms, true_ms) = (times_ms[(quantile * MANY as f64) as usize], 300.0 * (0.5_f64 * deviate).exp());
            assert!(
                (drawn_ms / true_ms - 1.0).abs() < 0.015,
                "{quantile}: {drawn_ms} of {true_ms} ms"
            );
        }
    }

    #[test]
    fn a_uniform_fills_its_bounds_and_a_constant_is_one_time() {
        let times_ms = sorted_ms("report=uniform:2000:9000");
        assert!((2000.0..2001.0).contains(&times_ms[0]) && (8999.0..=9000.0).contains(&times_ms[MANY - 1]));
        assert!((times_ms.iter().sum::<f64>() / MANY as f64 - 5500.0).abs() < 30.0);
        let times_ms = sorted_ms("login=constant:0.25");
        assert_eq!((times_ms[0], times_ms[MANY - 1]), (0.25, 0.25));
    }

    #[test]
    fn an_operation_draws_the_same_times_beside_any_other() {
        let mut alone = office(&["form=lognormal:300:0.5"]);
        let mut second = office(&["login=lognormal:300:0.5", "form=lognormal:300:0.5"]);
        for _ in 0..100 {
            let login = second.plan(7, Some(0));
            let form = second.plan(7, Some(1));
            assert_eq!(form.end_ns, alone.plan(7, Some(0)).end_ns);
            assert_ne!(form.end_ns, login.end_ns);
        }
    }

    #[test]
    fn errors_are_spread_evenly_over_the_requests_of_their_operation() {
        let mut office = office(&["form=constant:1", "save=constant:2:errors=0.25"]);
        let failed: Vec<usize> = (1..=12)
            .filter(|_| {
                assert_eq!(office.plan(0, Some(0)).reaction, OK);
                office.plan(0, Some(1)).reaction == FAILED
            })
            .collect();
        assert_eq!(failed, [4, 8, 12]);
    }

    #[test]
    fn a_request_of_no_operation_is_not_found_at_once() {
        assert_eq!(office(&["form=constant:1"]).plan(7, None), Plan::at(7, UNKNOWN));
    }

    #[test]
    fn the_longest_time_fits() {
        let mut random = Random::new(1);
        let longest = (0..MANY).map(|_| normal_deviate(&mut random)).fold(0.0, f64::max);
        assert!((3.5..8.6).contains(&longest), "{longest}");
        let limit_ns = MOST_MS * NS_PER_MS as f64 * (8.6 * MOST_SIGMA).exp();
        assert!(limit_ns < u64::MAX as f64);
    }
}

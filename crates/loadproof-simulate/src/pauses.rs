//! What stops the world: nothing begins and nothing ends.

use serde::Deserialize;

use crate::bounds::{lasting, within, SpecError};
use crate::random::{Purpose, Random};
use crate::ServiceSpec;

/// Most entries of `pauses`.
const MOST_PAUSES: usize = 16;

/// Pauses that come again and again.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PauseSpec {
    /// From begin to begin, the first at this age; random: mean of the gap from the end of one to the begin of the next.
    pub every_ns: u64,
    /// How long one lasts; random: the mean.
    pub lasts_ns: u64,
    /// Gaps and lengths are exponential.
    #[serde(default)]
    pub random: bool,
}

impl PauseSpec {
    /// Refuses pauses that leave no time between them.
    pub(crate) fn check(specs: &[Self]) -> Result<(), SpecError> {
        within("the number of pauses", specs.len() as f64, 0.0, MOST_PAUSES as f64)?;
        for (number, spec) in specs.iter().enumerate() {
            lasting(format!("pauses[{number}].every_ns"), spec.every_ns)?;
            lasting(format!("pauses[{number}].lasts_ns"), spec.lasts_ns)?;
            if !spec.random {
                let most = spec.every_ns as f64 - 1.0;
                within(format!("pauses[{number}].lasts_ns"), spec.lasts_ns as f64, 1.0, most)?;
            }
        }
        Ok(())
    }
}

/// The pauses of one entry, one after another.
#[derive(Clone, Debug)]
struct Series {
    spec: PauseSpec,
    random: Random,
    next_ns: u64,
    length_ns: u64,
}

impl Series {
    fn new(spec: PauseSpec, random: Random) -> Self {
        let mut series = Self {
            spec,
            random,
            next_ns: 0,
            length_ns: 0,
        };
        series.go_on();
        series
    }

    /// Goes on from the pause that has begun to the next.
    fn go_on(&mut self) {
        let PauseSpec {
            every_ns,
            lasts_ns,
            random,
        } = self.spec;
        if random {
            let gap_ns = self.draw_ns(every_ns);
            self.next_ns = self.next_ns.saturating_add(self.length_ns).saturating_add(gap_ns);
            self.length_ns = self.draw_ns(lasts_ns);
        } else {
            self.next_ns = self.next_ns.saturating_add(every_ns);
            self.length_ns = lasts_ns;
        }
    }

    fn draw_ns(&mut self, mean_ns: u64) -> u64 {
        ((self.random.exponential() * mean_ns as f64) as u64).max(1)
    }
}

/// The time of the service's own work, which stands still while the world is stopped; instants are ages of the service.
///
/// What is in service ends at an instant of this time, so that a pause moves every end at once.
#[derive(Clone, Debug)]
pub(crate) struct Pauses {
    series: Vec<Series>,
    /// When the next pause of a series begins; the end of time when there is none.
    next_ns: u64,
    /// All the time that was or is being stood still.
    stood_ns: u64,
    /// When the world goes on: in the future while it is stopped.
    until_ns: u64,
}

impl Pauses {
    pub(crate) fn new(spec: &ServiceSpec, start: u64) -> Self {
        let series = spec.pauses.iter().zip(0u64..);
        let series: Vec<_> = series
            .map(|(pause, number)| Series::new(*pause, Random::new(spec.seed, start, Purpose::Pauses, number)))
            .collect();
        let mut pauses = Self {
            series,
            next_ns: 0,
            stood_ns: 0,
            until_ns: 0,
        };
        pauses.look_ahead();
        pauses
    }

    /// A world that nothing stops any more.
    pub(crate) fn none() -> Self {
        Self {
            series: Vec::new(),
            next_ns: u64::MAX,
            stood_ns: 0,
            until_ns: 0,
        }
    }

    fn look_ahead(&mut self) {
        let begins = self.series.iter().map(|series| series.next_ns);
        self.next_ns = begins.min().unwrap_or(u64::MAX);
    }

    /// When the next pause of a series begins.
    #[inline]
    pub(crate) fn next_ns(&self) -> u64 {
        self.next_ns
    }

    /// Begins the pauses that are due by now.
    pub(crate) fn begin(&mut self, now_ns: u64) {
        for number in 0..self.series.len() {
            while self.series[number].next_ns <= now_ns {
                let Series { next_ns, length_ns, .. } = self.series[number];
                self.stop(next_ns, length_ns);
                self.series[number].go_on();
            }
        }
        self.look_ahead();
    }

    /// Stops the world from an instant on; where it is stopped already, the later end counts.
    pub(crate) fn stop(&mut self, from_ns: u64, length_ns: u64) {
        let until_ns = from_ns.saturating_add(length_ns);
        if until_ns > self.until_ns {
            self.stood_ns += until_ns - self.until_ns.max(from_ns);
            self.until_ns = until_ns;
        }
    }

    /// When what comes at an instant can begin: then, or when the world goes on.
    #[inline]
    pub(crate) fn goes_on_ns(&self, at_ns: u64) -> u64 {
        at_ns.max(self.until_ns)
    }

    /// An instant in the time of the service's own work.
    #[inline]
    pub(crate) fn work_ns(&self, at_ns: u64) -> u64 {
        self.goes_on_ns(at_ns) - self.stood_ns
    }

    /// When that time comes, if no further pause begins before.
    #[inline]
    pub(crate) fn instant_ns(&self, work_ns: u64) -> u64 {
        work_ns.saturating_add(self.stood_ns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pauses(text: &str) -> Pauses {
        let spec = format!(r#"{{"workers": 1, "service_time": {{"fixed": 1}}, "pauses": {text}}}"#);
        Pauses::new(&serde_json::from_str(&spec).unwrap(), 0)
    }

    #[test]
    fn work_stands_still_while_the_world_does() {
        let mut world = pauses("[]");
        assert_eq!((world.next_ns(), world.work_ns(100)), (u64::MAX, 100));
        world.stop(100, 50);
        assert_eq!([world.work_ns(100), world.work_ns(149), world.work_ns(160)], [100, 100, 110]);
        assert_eq!(
            (world.goes_on_ns(120), world.instant_ns(100), world.instant_ns(130)),
            (150, 150, 180)
        );
        // One inside another changes nothing; one that lasts longer adds what it lasts longer.
        world.stop(110, 20);
        assert_eq!(world.instant_ns(100), 150);
        world.stop(120, 50);
        assert_eq!((world.instant_ns(100), world.work_ns(180)), (170, 110));
    }

    #[test]
    fn periodic_pauses_begin_at_multiples_of_their_period() {
        let mut world = pauses(r#"[{"every_ns": 1000, "lasts_ns": 100}, {"every_ns": 700, "lasts_ns": 10}]"#);
        let mut begins = Vec::new();
        while world.next_ns() <= 2_800 {
            begins.push(world.next_ns());
            world.begin(world.next_ns());
        }
        assert_eq!(begins, [700, 1000, 1400, 2000, 2100, 2800]);
        // Four short ones, of which that at 2100 begins as the second long one ends.
        assert_eq!(world.work_ns(3_000), 3_000 - 2 * 100 - 4 * 10);
    }

    #[test]
    fn random_pauses_take_their_share_of_time() {
        let mut world = pauses(r#"[{"every_ns": 9000, "lasts_ns": 1000, "random": true}]"#);
        let end_ns = 2_000_000_000;
        let mut count = 0;
        while world.next_ns() < end_ns {
            world.begin(world.next_ns());
            count += 1;
        }
        let stood = 1.0 - world.work_ns(end_ns) as f64 / end_ns as f64;
        assert!((stood - 0.1).abs() < 0.002, "{stood}");
        assert!((f64::from(count) / 200_000.0 - 1.0).abs() < 0.02, "{count}");
    }

    #[test]
    fn pauses_that_leave_no_time_between_them_are_refused() {
        let check = |every_ns, lasts_ns, random| {
            PauseSpec::check(&[PauseSpec {
                every_ns,
                lasts_ns,
                random,
            }])
        };
        assert!(check(100, 99, false).is_ok() && check(100, 1000, true).is_ok());
        let error = check(100, 100, false).unwrap_err().to_string();
        assert!(error.contains("pauses[0].lasts_ns is 100"), "{error}");
        assert!(check(0, 1, true).is_err() && check(1, 0, true).is_err());
        let one = PauseSpec {
            every_ns: 10,
            lasts_ns: 1,
            random: false,
        };
        assert!(PauseSpec::check(&[one; 16]).is_ok() && PauseSpec::check(&[one; 17]).is_err());
    }
}

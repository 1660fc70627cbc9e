//! The due times of one shard.

use crate::Segment;

/// How calls fall around the rate of the shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrivals {
    /// Independent users: exponential gaps. Streams of several shards add up exactly.
    Poisson,
    /// Equal gaps.
    Constant,
}

/// The due times of one shard, in nanoseconds from the start of the trial, ascending.
///
/// Calls are counted on the integral of the rate and mapped back to time (time rescaling: a Poisson process of any rate is
/// one of rate 1 on that axis; see Cox and Lewis 1966). Of `shards` shards each takes its share: every `shards`-th call of a constant
/// stream, a thinner Poisson stream of its own.
///
/// ```
/// use loadproof_schedule::{Arrivals, Schedule, Segment};
/// let hold = Segment::new(4.0, 4.0, 1_000_000_000).unwrap();
/// let due: Vec<u64> = Schedule::new(vec![hold], Arrivals::Constant, 1, 0, 1).collect();
/// assert_eq!(due, [0, 250_000_000, 500_000_000, 750_000_000]);
/// ```
#[derive(Clone, Debug)]
pub struct Schedule {
    segments: Vec<Segment>,
    arrivals: Arrivals,
    random: fastrand::Rng,
    /// Streams that add up to the whole.
    streams: f64,
    /// So many shards take the calls of one stream in turn.
    turns: usize,
    /// The next call, on the integral of the rate.
    next_call: f64,
    /// The segment that the next call may fall in, where it starts in time, and how many calls came before it.
    segment: usize,
    segment_start_ns: u64,
    segment_start_calls: f64,
}

impl Schedule {
    /// The due times of shard number `shard` (0-based) of `shards`; the same arguments always give the same times.
    pub fn new(segments: Vec<Segment>, arrivals: Arrivals, seed: u64, shard: usize, shards: usize) -> Self {
        Self::in_turns(segments, arrivals, seed, (shard, shards), 1)
    }

    /// The due times of a shard (its number and how many there are) that takes every `turns`-th call of its stream: the `turns` shards
    /// with neighbouring numbers share one stream, so that its calls go round them.
    ///
    /// ```
    /// use loadproof_schedule::{Arrivals, Schedule, Segment};
    /// let hold = || vec![Segment::new(100.0, 100.0, 1_000_000_000).unwrap()];
    /// let whole: Vec<u64> = Schedule::new(hold(), Arrivals::Poisson, 1, 0, 1).collect();
    /// let second: Vec<u64> = Schedule::in_turns(hold(), Arrivals::Poisson, 1, (1, 2), 2).collect();
    /// assert_eq!(second[..2], [whole[1], whole[3]]);
    /// ```
    pub fn in_turns(
        segments: Vec<Segment>,
        arrivals: Arrivals,
        seed: u64,
        (shard, shards): (usize, usize),
        turns: usize,
    ) -> Self {
        let turns = turns.max(1);
        let (stream, turn) = (shard / turns, shard % turns);
        let mut random = fastrand::Rng::with_seed(seed ^ (stream as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let streams = (shards / turns).max(1) as f64;
        let next_call = match arrivals {
            Arrivals::Poisson => streams * exponentials(&mut random, turn + 1),
            Arrivals::Constant => shard as f64,
        };
        Self {
            segments,
            arrivals,
            random,
            streams,
            turns,
            next_call,
            segment: 0,
            segment_start_ns: 0,
            segment_start_calls: 0.0,
        }
    }

    /// When the shape ends, in nanoseconds from the start of the trial.
    pub fn end_ns(&self) -> u64 {
        self.segments.iter().map(Segment::duration_ns).sum()
    }
}

impl Iterator for Schedule {
    type Item = u64;

    #[inline]
    fn next(&mut self) -> Option<u64> {
        loop {
            let segment = self.segments.get(self.segment)?;
            let calls = segment.calls();
            let within = self.next_call - self.segment_start_calls;
            if within < calls {
                let due_ns = self.segment_start_ns + segment.time_of_ns(within);
                self.next_call += self.streams
                    * match self.arrivals {
                        Arrivals::Poisson => exponentials(&mut self.random, self.turns),
                        Arrivals::Constant => self.turns as f64,
                    };
                return Some(due_ns);
            }
            self.segment_start_calls += calls;
            self.segment_start_ns += segment.duration_ns();
            self.segment += 1;
        }
    }
}

/// The sum of so many exponential gaps.
#[inline]
fn exponentials(random: &mut fastrand::Rng, gaps: usize) -> f64 {
    (0..gaps).map(|_| exponential(random)).sum()
}

/// An exponential gap of mean 1, by inversion; 1 − u is never zero.
#[inline]
fn exponential(random: &mut fastrand::Rng) -> f64 {
    -(1.0 - random.f64()).ln()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SECOND: u64 = 1_000_000_000;

    fn shape() -> Vec<Segment> {
        vec![
            Segment::new(0.0, 1000.0, 10 * SECOND).unwrap(),
            Segment::new(1000.0, 1000.0, 20 * SECOND).unwrap(),
        ]
    }

    #[test]
    fn a_ramp_sends_its_integral() {
        let due: Vec<u64> = Schedule::new(shape(), Arrivals::Constant, 1, 0, 1).collect();
        assert_eq!(due.len(), 25_000);
        let half = due.iter().filter(|due_ns| **due_ns < 5 * SECOND).count();
        assert!((1249..=1251).contains(&half), "{half}");
    }

    #[test]
    fn a_ramp_from_nothing_begins_with_its_first_call() {
        let due: Vec<u64> = Schedule::new(shape(), Arrivals::Constant, 1, 0, 1).collect();
        assert_eq!(due[0], 0);
        assert!(due.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn poisson_gaps_have_mean_and_variance_of_an_exponential() {
        let hold = vec![Segment::new(1000.0, 1000.0, 200 * SECOND).unwrap()];
        let due: Vec<u64> = Schedule::new(hold, Arrivals::Poisson, 7, 0, 1).collect();
        let gaps: Vec<f64> = due.windows(2).map(|pair| (pair[1] - pair[0]) as f64 / 1e6).collect();
        let mean = gaps.iter().sum::<f64>() / gaps.len() as f64;
        let variance = gaps.iter().map(|gap| (gap - mean).powi(2)).sum::<f64>() / gaps.len() as f64;
        assert!((mean - 1.0).abs() < 0.01, "mean {mean}");
        assert!((variance - 1.0).abs() < 0.03, "variance {variance}");
    }

    proptest! {
        #[test]
        fn shards_of_a_constant_stream_together_are_the_stream(shards in 1usize..5, rate in 1.0f64..5000.0) {
            let hold = vec![Segment::new(rate, rate, 2 * SECOND).unwrap()];
            let mut together: Vec<u64> = (0..shards)
                .flat_map(|shard| Schedule::new(hold.clone(), Arrivals::Constant, 3, shard, shards))
                .collect();
            together.sort_unstable();
            let alone: Vec<u64> = Schedule::new(hold, Arrivals::Constant, 3, 0, 1).collect();
            prop_assert_eq!(together, alone);
        }

        #[test]
        fn due_times_ascend_and_stay_in_the_shape(seed in any::<u64>(), rate in 0.0f64..3000.0, to in 0.0f64..3000.0, poisson in any::<bool>()) {
            let segments = vec![Segment::new(rate, to, SECOND).unwrap(), Segment::new(to, to, SECOND).unwrap()];
            let arrivals = if poisson { Arrivals::Poisson } else { Arrivals::Constant };
            let due: Vec<u64> = Schedule::new(segments, arrivals, seed, 0, 1).collect();
            prop_assert!(due.windows(2).all(|pair| pair[0] <= pair[1]));
            prop_assert!(due.iter().all(|due_ns| *due_ns <= 2 * SECOND));
            prop_assert_eq!(Schedule::new(vec![Segment::new(rate, to, SECOND).unwrap()], arrivals, seed, 0, 1).count(),
                due.iter().filter(|due_ns| **due_ns < SECOND).count());
        }
    }
}

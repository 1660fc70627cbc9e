//! Times drawn evenly between two, for slow first bytes and slow bodies.

use crate::random::Random;

const SEED: u64 = 30;

/// An even distribution.
#[derive(Debug)]
pub struct Spread {
    from_ns: u64,
    to_ns: u64,
    random: Random,
}

impl Spread {
    /// `to_ns` is not before `from_ns`.
    pub fn new(from_ns: u64, to_ns: u64) -> Self {
        Self {
            from_ns,
            to_ns,
            random: Random::new(SEED),
        }
    }

    /// The time of the next request.
    pub fn next_ns(&mut self) -> u64 {
        self.from_ns + ((self.to_ns - self.from_ns) as f64 * self.random.next_share()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_fill_their_bounds() {
        let mut spread = Spread::new(100, 300);
        let drawn: Vec<u64> = (0..10_000).map(|_| spread.next_ns()).collect();
        assert!(drawn.iter().all(|time_ns| (100..300).contains(time_ns)));
        let mean = drawn.iter().sum::<u64>() as f64 / 1e4;
        assert!((195.0..205.0).contains(&mean), "{mean}");
    }
}

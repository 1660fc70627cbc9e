//! A server of two service times: most requests are fast, a share is slow.

use crate::random::Random;

const SEED: u64 = 20;

/// Two points of a distribution.
#[derive(Debug)]
pub struct Mixture {
    fast_ns: u64,
    slow_ns: u64,
    slow_share: f64,
    random: Random,
}

impl Mixture {
    pub fn new(fast_ns: u64, slow_ns: u64, slow_share: f64) -> Self {
        Self {
            fast_ns,
            slow_ns,
            slow_share,
            random: Random::new(SEED),
        }
    }

    /// The time of the next request.
    pub fn next_ns(&mut self) -> u64 {
        if self.random.next_share() < self.slow_share {
            self.slow_ns
        } else {
            self.fast_ns
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slow_ones_are_about_their_share() {
        let mut mixture = Mixture::new(1, 20, 0.07);
        let slow = (0..100_000).filter(|_| mixture.next_ns() == 20).count();
        assert!((6_700..=7_300).contains(&slow), "{slow}");
    }
}

//! A rate limiter: what exceeds it is answered 503.

use crate::behaviour::{Reaction, OK};
use crate::clock::NS_PER_S;

const REFUSED: Reaction = Reaction::Answer {
    status: 503,
    close: false,
};

/// A token bucket, written as its equal, the virtual scheduling algorithm (ITU-T I.371, annex A: GCRA), which needs one number.
#[derive(Debug)]
pub struct Limiter {
    /// Time between two tokens.
    gap_ns: u64,
    /// How early a request may come.
    tolerance_ns: u64,
    /// When the next request is expected.
    expected_ns: u64,
}

impl Limiter {
    pub fn new(rate_per_s: u64, burst: u64) -> Self {
        let gap_ns = NS_PER_S / rate_per_s;
        Self {
            gap_ns,
            tolerance_ns: gap_ns * (burst - 1),
            expected_ns: 0,
        }
    }

    /// Lets the request pass and takes a token, or refuses it and takes none.
    pub fn judge(&mut self, arrival_ns: u64) -> Reaction {
        if self.expected_ns > arrival_ns + self.tolerance_ns {
            return REFUSED;
        }
        self.expected_ns = self.expected_ns.max(arrival_ns) + self.gap_ns;
        OK
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_passes_and_then_one_a_gap() {
        let mut limiter = Limiter::new(1000, 3);
        let passed: Vec<bool> = [0, 1, 2, 3, 1_000_000, 1_000_001, 2_000_000]
            .map(|at_ns| limiter.judge(9_000_000 + at_ns) == OK)
            .into();
        assert_eq!(passed, [true, true, true, false, true, false, true]);
    }
}

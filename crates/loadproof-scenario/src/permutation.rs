//! A random order of many numbers that takes no memory.

/// One order of the numbers from 0 to a last one, fixed by a key.
///
/// A balanced Feistel network over the least even number of bits that holds the last number, walked until it falls among
/// them again (Black and Rogaway, "Ciphers with arbitrary finite domains", 2002): a permutation of any range up to 2^64.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Permutation {
    last: u64,
    half_bits: u32,
    keys: [u64; ROUNDS],
}

const ROUNDS: usize = 6;

impl Permutation {
    /// The order of 0 to `last`, inclusive, that belongs to `key`.
    pub(crate) fn new(last: u64, key: u64) -> Self {
        let bits = u64::BITS - last.leading_zeros();
        let mut random = fastrand::Rng::with_seed(key);
        Self {
            last,
            half_bits: bits.div_ceil(2).max(1),
            keys: std::array::from_fn(|_| random.u64(..)),
        }
    }

    /// The number at a position from 0 to `last`.
    pub(crate) fn at(&self, position: u64) -> u64 {
        let mut number = self.network(position);
        while number > self.last {
            number = self.network(number);
        }
        number
    }

    fn network(&self, number: u64) -> u64 {
        let mask = (1u64 << self.half_bits) - 1;
        let (mut left, mut right) = (number >> self.half_bits & mask, number & mask);
        for key in &self.keys {
            (left, right) = (right, left ^ (mixed(right ^ key) & mask));
        }
        left << self.half_bits | right
    }
}

/// The finalizer of SplitMix64 (Steele, Lea and Flood, 2014).
fn mixed(mut bits: u64) -> u64 {
    bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ bits >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_number_has_one_position(last in 0u64..3000, key: u64) {
            let order = Permutation::new(last, key);
            let mut seen = vec![false; last as usize + 1];
            for position in 0..=last {
                let number = order.at(position);
                prop_assert!(!std::mem::replace(&mut seen[number as usize], true));
            }
        }

        #[test]
        fn the_widest_ranges_stay_within(position: u64, key: u64, spare in 0u64..3) {
            let last = u64::MAX - spare;
            prop_assert!(Permutation::new(last, key).at(position.min(last)) <= last);
        }
    }

    #[test]
    fn orders_differ_by_key_and_leave_the_beginning() {
        let first = |key| {
            (0..20)
                .map(|position| Permutation::new(9999, key).at(position))
                .collect::<Vec<_>>()
        };
        assert_eq!(first(1), first(1));
        assert_ne!(first(1), first(2));
        assert!(first(1).iter().any(|number| *number > 5000), "{:?}", first(1));
    }

    #[test]
    fn each_place_of_a_small_order_takes_each_number_about_equally_often() {
        let mut counts = [[0u32; 4]; 4];
        for key in 0..40_000 {
            let order = Permutation::new(3, key);
            (0..4).for_each(|position| counts[position][order.at(position as u64) as usize] += 1);
        }
        assert!(
            counts.iter().flatten().all(|count| (9_500..10_500).contains(count)),
            "{counts:?}"
        );
    }
}

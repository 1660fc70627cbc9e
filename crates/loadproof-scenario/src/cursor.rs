//! One shard's place in a feeder, and what was drawn from it.

use crate::feeder::{Draw, Feeder};
use crate::permutation::Permutation;
use crate::RowOrder;

/// What was drawn from a feeder: a row, a number or the bits of a text; it holds as long as its tag is that of its owner.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Drawn {
    tag: u64,
    words: [u64; 2],
}

/// One shard's place in a feeder.
#[derive(Debug)]
pub(crate) enum Cursor {
    /// Every n-th position of an order, again from the begin after the end.
    Stepping {
        next: u64,
        stride: u64,
        last: u64,
        shuffled: Option<Box<Permutation>>,
    },
    Random {
        last: u64,
    },
    /// The number of the user.
    Unique,
    Bits,
}

impl Cursor {
    /// The place of shard `shard` of `shards`; `key` is the same for all of them.
    pub(crate) fn new(feeder: &Feeder, key: u64, shard: usize, shards: usize) -> Self {
        let (last, order) = match feeder.draw {
            Draw::Positions { last, order } => (last, order),
            Draw::Bits => return Self::Bits,
        };
        let count = u128::from(last) + 1;
        match order {
            RowOrder::Random => Self::Random { last },
            RowOrder::Unique => Self::Unique,
            RowOrder::Sequential | RowOrder::Shuffled => Self::Stepping {
                next: (shard as u128 % count) as u64,
                stride: (shards as u128 % count) as u64,
                last,
                shuffled: (order == RowOrder::Shuffled).then(|| Box::new(Permutation::new(last, key))),
            },
        }
    }

    /// A fresh row, number or bits; `user` matters to unique rows alone.
    #[inline]
    pub(crate) fn draw(&mut self, random: &mut fastrand::Rng, user: u32) -> [u64; 2] {
        match self {
            Self::Random { last } => [random.u64(0..=*last), 0],
            Self::Unique => [u64::from(user), 0],
            Self::Bits => [random.u64(..), random.u64(..)],
            Self::Stepping {
                next,
                stride,
                last,
                shuffled,
            } => {
                let position = *next;
                // The sum of both may pass 64 bits.
                let left = *last - position;
                *next = if *stride > left {
                    *stride - left - 1
                } else {
                    position + *stride
                };
                [shuffled.as_ref().map_or(position, |order| order.at(position)), 0]
            }
        }
    }

    /// What the owner of `drawn` holds of this feeder: drawn once for a tag.
    #[inline]
    pub(crate) fn held(&mut self, drawn: &mut Drawn, tag: u64, random: &mut fastrand::Rng, user: u32) -> [u64; 2] {
        if drawn.tag != tag {
            self.renew(drawn, tag, random, user);
        }
        drawn.words
    }

    /// Draws anew for an owner.
    #[inline]
    pub(crate) fn renew(&mut self, drawn: &mut Drawn, tag: u64, random: &mut fastrand::Rng, user: u32) {
        *drawn = Drawn {
            tag,
            words: self.draw(random, user),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FeederKind, FeederSpec};
    use proptest::prelude::*;

    fn range(low: i64, high: i64, order: RowOrder) -> Feeder {
        let kind = FeederKind::Range { low, high, order };
        Feeder::load(&FeederSpec { name: "f".into(), kind }).unwrap()
    }

    fn drawn(feeder: &Feeder, shard: usize, shards: usize, count: usize) -> Vec<u64> {
        let mut cursor = Cursor::new(feeder, 7, shard, shards);
        let mut random = fastrand::Rng::with_seed(shard as u64);
        (0..count).map(|_| cursor.draw(&mut random, 0)[0]).collect()
    }

    proptest! {
        #[test]
        fn shards_share_an_order_without_overlap(count in 1usize..400, shards in 1usize..9, shuffled: bool) {
            let order = if shuffled { RowOrder::Shuffled } else { RowOrder::Sequential };
            let feeder = range(0, count as i64 - 1, order);
            let mut seen: Vec<u64> = (0..shards)
                .filter(|shard| *shard < count)
                .flat_map(|shard| drawn(&feeder, shard, shards, (count - shard).div_ceil(shards)))
                .collect();
            seen.sort_unstable();
            prop_assert_eq!(seen, (0..count as u64).collect::<Vec<_>>());
        }

        #[test]
        fn an_order_comes_again_after_its_end(count in 1i64..100, passes in 1usize..4) {
            let feeder = range(0, count - 1, RowOrder::Shuffled);
            let all = drawn(&feeder, 0, 1, count as usize * (passes + 1));
            let first = &all[..count as usize];
            prop_assert!(all.chunks(count as usize).all(|pass| pass == first));
        }
    }

    #[test]
    fn the_widest_range_steps_without_overflow() {
        for order in [RowOrder::Sequential, RowOrder::Shuffled, RowOrder::Random] {
            let feeder = range(i64::MIN, i64::MAX, order);
            let mut cursor = Cursor::new(&feeder, 7, 255, 256);
            if let Cursor::Stepping { next, .. } = &mut cursor {
                *next = u64::MAX;
            }
            let mut random = fastrand::Rng::with_seed(1);
            for _ in 0..1000 {
                cursor.draw(&mut random, 0);
            }
            if let Cursor::Stepping { next, .. } = cursor {
                assert_eq!(next, 999 * 256 + 255);
            }
        }
    }

    #[test]
    fn an_owner_holds_what_it_drew_until_its_tag_changes() {
        let mut cursor = Cursor::new(&range(0, 9, RowOrder::Sequential), 7, 0, 1);
        let mut random = fastrand::Rng::with_seed(1);
        let mut slot = Drawn::default();
        assert_eq!(cursor.held(&mut slot, 1, &mut random, 0)[0], 0);
        assert_eq!(cursor.held(&mut slot, 1, &mut random, 0)[0], 0);
        cursor.renew(&mut slot, 1, &mut random, 0);
        assert_eq!(cursor.held(&mut slot, 1, &mut random, 0)[0], 1);
        assert_eq!(cursor.held(&mut slot, 2, &mut random, 0)[0], 2);
    }
}

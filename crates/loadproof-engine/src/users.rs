//! Closed users.

use loadproof_scenario::UsersSpec;

/// A user of this shard.
#[derive(Clone, Copy, Debug)]
pub(crate) struct User {
    /// Number of its kind.
    pub(crate) kind: u32,
    /// Its number over all kinds and shards.
    pub(crate) number: u32,
    /// Its session in the player; None before its first flow.
    pub(crate) session: Option<u32>,
    /// When its next flow is to start by its pacing; not looked at without one.
    pub(crate) scheduled_ns: u64,
}

/// The users of one shard, each with the instant at which it joins, in nanoseconds from the start of the trial.
///
/// User k of a kind joins at `ramp · k / count`, and up to `spread` later: how much later depends on the seed and the user alone, so that it is
/// the same however many shards there are. A shard has every `shards`-th user.
pub(crate) fn users_of_shard(kinds: &[UsersSpec], seed: u64, shard: usize, shards: usize) -> Vec<User> {
    let mut users = Vec::new();
    let mut number = 0u32;
    for (kind, spec) in kinds.iter().enumerate() {
        for position in 0..spec.count {
            if number as usize % shards.max(1) == shard {
                let ramp_ns = u128::from(spec.ramp_ns) * u128::from(position) / u128::from(spec.count);
                let later_ns = (u128::from(spec.spread_ns) * u128::from(mix(seed, number))) >> 64;
                users.push(User {
                    kind: kind as u32,
                    number,
                    session: None,
                    scheduled_ns: (ramp_ns + later_ns) as u64,
                });
            }
            number = number.wrapping_add(1);
        }
    }
    users
}

/// A number for a user that looks random: the output function of SplitMix64 (Steele, Lea and Flood 2014).
fn mix(seed: u64, number: u32) -> u64 {
    let state = seed.wrapping_add(u64::from(number).wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let state = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let state = (state ^ (state >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    state ^ (state >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(count: u32, ramp_ns: u64, spread_ns: u64) -> UsersSpec {
        UsersSpec {
            flow: "flow".into(),
            count,
            ramp_ns,
            spread_ns,
            pacing: None,
            iterations_per_session: None,
        }
    }

    #[test]
    fn shards_together_have_every_user_once_at_the_same_instant() {
        let kinds = [kind(10, 1_000, 500), kind(7, 0, 0)];
        let key = |user: &User| (user.number, user.kind, user.scheduled_ns);
        let alone: Vec<_> = users_of_shard(&kinds, 5, 0, 1).iter().map(key).collect();
        assert_eq!(alone.len(), 17);
        for shards in 2..5 {
            let mut together: Vec<_> = (0..shards)
                .flat_map(|shard| users_of_shard(&kinds, 5, shard, shards))
                .map(|user| key(&user))
                .collect();
            together.sort_unstable();
            assert_eq!(together, alone);
        }
    }

    #[test]
    fn users_join_along_the_ramp_and_spread_evenly_after_it() {
        let at: Vec<u64> = users_of_shard(&[kind(4, 1_000, 0)], 1, 0, 1)
            .iter()
            .map(|user| user.scheduled_ns)
            .collect();
        assert_eq!(at, [0, 250, 500, 750]);
        let spread = users_of_shard(&[kind(10_000, 0, 1_000_000)], 1, 0, 1);
        let mean = spread.iter().map(|user| user.scheduled_ns).sum::<u64>() / 10_000;
        assert!(spread.iter().all(|user| user.scheduled_ns < 1_000_000));
        assert!((480_000..520_000).contains(&mean), "{mean}");
    }
}

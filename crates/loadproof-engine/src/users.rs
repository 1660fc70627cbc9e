//! Closed users: when each joins, and when it leaves.

use loadproof_scenario::UsersSpec;

use crate::{PlanError, UserStep};

/// A user of this shard.
#[derive(Clone, Debug)]
pub(crate) struct User {
    /// Number of its kind.
    pub(crate) kind: u32,
    /// Its number over all kinds and shards.
    pub(crate) number: u32,
    /// Its session in the player; None before its first flow, and while it is away.
    pub(crate) session: Option<u32>,
    /// When its next flow is to start by its pacing; not looked at without one.
    pub(crate) scheduled_ns: u64,
    /// When it begins its next flow, of a user that stays from one trial to the next: instants of the trial before, from its end on.
    pub(crate) resumes_ns: u64,
    /// True if the end of a trial came in a pause of the steps before its first flow: it resumes that pause, and repeats no step.
    pub(crate) pauses_before: bool,
    /// When it leaves, at the end of its flow; the end of time where it stays.
    pub(crate) leaves_ns: u64,
    /// Instants of joining and leaving after this stay, the next one last.
    later: Vec<(u64, u64)>,
}

impl User {
    /// Goes on to the stay after this one; the instant at which the user joins again. None: it does not come back.
    pub(crate) fn next_stay(&mut self) -> Option<u64> {
        let (joins_ns, leaves_ns) = self.later.pop()?;
        self.leaves_ns = leaves_ns;
        Some(joins_ns)
    }
}

/// The users of one shard, by kind and then by number. A shard has every `shards`-th user.
pub(crate) fn users_of_shard(kinds: &[UsersSpec], shard: usize, shards: usize) -> Vec<User> {
    let mut users = Vec::new();
    let mut number = 0u32;
    for (kind, spec) in kinds.iter().enumerate() {
        for _ in 0..spec.most {
            if number as usize % shards.max(1) == shard {
                users.push(User {
                    kind: kind as u32,
                    number,
                    session: None,
                    scheduled_ns: 0,
                    resumes_ns: 0,
                    pauses_before: false,
                    leaves_ns: 0,
                    later: Vec::new(),
                });
            }
            number = number.wrapping_add(1);
        }
    }
    users
}

/// A user that joins, or goes on from the trial before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Joining {
    /// Place among the users of the shard.
    pub(crate) place: usize,
    pub(crate) at_ns: u64,
    /// True if it stays from the trial before.
    pub(crate) stays: bool,
}

/// Numbers of users of each kind over the time of a trial.
#[derive(Debug)]
pub(crate) struct UserShape {
    steps: Vec<UserStep>,
    /// By kind: its specification and the number of its first user.
    kinds: Vec<(UsersSpec, u32)>,
    seed: u64,
}

impl UserShape {
    /// The shape of a trial; without steps all users of each kind are there from the start.
    ///
    /// # Errors
    /// [`PlanError::Bounds`] where a step has not a number for each kind, or one above the most users of the kind.
    pub(crate) fn new(steps: &[UserStep], kinds: &[UsersSpec], seed: u64) -> Result<Self, PlanError> {
        let fits = |step: &UserStep| {
            step.counts.len() == kinds.len() && step.counts.iter().zip(kinds).all(|(count, kind)| *count <= kind.most)
        };
        if !steps.iter().all(fits) {
            return Err(PlanError::Bounds(
                "a step of users has a number for each kind, at most the most users of the kind",
            ));
        }
        let all = || UserStep {
            at_ns: 0,
            over_ns: 0,
            counts: kinds.iter().map(|kind| kind.most).collect(),
        };
        let mut first = 0u32;
        let numbered = kinds.iter().map(|kind| {
            let own = first;
            first = first.wrapping_add(kind.most);
            (kind.clone(), own)
        });
        Ok(Self {
            kinds: numbered.collect(),
            steps: if steps.is_empty() { vec![all()] } else { steps.to_vec() },
            seed,
        })
    }

    /// Sets the stays of each user, and returns the users that join or go on.
    ///
    /// `there` is the number of users of each kind, over all shards, that stay from the trial before. From step to step the number of users
    /// goes linearly over the time of the step; where a step takes no time, users join over the ramp of their kind, at equal gaps. Each joins
    /// up to the spread of its kind later: how much later depends on the seed and the user alone, so that it is the same however many shards
    /// there are. The user that joined last leaves first.
    pub(crate) fn admit(&self, users: &mut [User], there: &[u32]) -> Vec<Joining> {
        let mut joining = Vec::new();
        for (place, user) in users.iter_mut().enumerate() {
            let kind = user.kind as usize;
            let mut stays = self.stays(kind, user.number, there.get(kind).copied().unwrap_or(0));
            stays.reverse();
            user.later = stays;
            let Some(joins_ns) = user.next_stay() else {
                user.leaves_ns = 0;
                continue;
            };
            let stays = joins_ns == STAYS;
            if !stays {
                user.scheduled_ns = joins_ns;
            }
            let resumes_ns = std::mem::take(&mut user.resumes_ns);
            let at_ns = if stays { resumes_ns } else { joins_ns };
            joining.push(Joining { place, at_ns, stays });
        }
        joining
    }

    /// Users of each kind at an instant, spread apart.
    pub(crate) fn counts_at(&self, at_ns: u64) -> Vec<u32> {
        let mut counts = vec![0; self.kinds.len()];
        for step in self.steps.iter().take_while(|step| step.at_ns <= at_ns) {
            for (kind, (count, to)) in counts.iter_mut().zip(&step.counts).enumerate() {
                let over_ns = match step.over_ns {
                    0 if *to > *count => self.kinds[kind].0.ramp_ns,
                    over_ns => over_ns,
                };
                let gone_ns = (at_ns - step.at_ns).min(over_ns);
                let reached = |change: u32| match over_ns {
                    0 => change,
                    over_ns => (u128::from(change) * u128::from(gone_ns)).div_ceil(u128::from(over_ns)) as u32,
                };
                *count = if *to > *count {
                    *count + reached(*to - *count)
                } else {
                    *count - reached(*count - *to)
                };
            }
        }
        counts
    }

    /// Instants of joining and leaving of a user; [`STAYS`] as an instant of joining: it is there already.
    fn stays(&self, kind: usize, number: u32, there: u32) -> Vec<(u64, u64)> {
        let (spec, first) = &self.kinds[kind];
        let position = number - first;
        let later_ns = (u128::from(spec.spread_ns) * u128::from(mix(self.seed, number))) >> 64;
        let mut stays = Vec::new();
        let mut joined = (position < there).then_some(STAYS);
        let mut before = there;
        for step in &self.steps {
            let count = step.counts[kind];
            if before <= position && position < count {
                let ramp_ns = if step.over_ns > 0 { step.over_ns } else { spec.ramp_ns };
                let after_ns = share_of(ramp_ns, position - before, count - before);
                joined = Some(step.at_ns.saturating_add(after_ns).saturating_add(later_ns as u64));
            } else if count <= position && position < before {
                let after_ns = share_of(step.over_ns, before - 1 - position, before - count);
                stays.extend(joined.take().map(|joins_ns| (joins_ns, step.at_ns.saturating_add(after_ns))));
            }
            before = count;
        }
        stays.extend(joined.map(|joins_ns| (joins_ns, u64::MAX)));
        stays
    }
}

/// Instant of joining of a user that is there from the trial before.
const STAYS: u64 = u64::MAX;

fn share_of(time_ns: u64, part: u32, whole: u32) -> u64 {
    (u128::from(time_ns) * u128::from(part) / u128::from(whole.max(1))) as u64
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

    fn kind(most: u32, ramp_ns: u64, spread_ns: u64) -> UsersSpec {
        UsersSpec {
            flow: "flow".into(),
            most,
            ramp_ns,
            spread_ns,
            pacing: None,
            iterations_per_session: None,
        }
    }

    fn step(at_ns: u64, over_ns: u64, counts: &[u32]) -> UserStep {
        UserStep {
            at_ns,
            over_ns,
            counts: counts.to_vec(),
        }
    }

    /// Number, instants of joining and of leaving of each user of a shard.
    fn stays(
        kinds: &[UsersSpec],
        steps: &[UserStep],
        there: &[u32],
        (shard, shards): (usize, usize),
    ) -> Vec<(u32, Vec<(u64, u64)>)> {
        let shape = UserShape::new(steps, kinds, 5).unwrap();
        let users = users_of_shard(kinds, shard, shards);
        let of = |user: &User| {
            let there = there.get(user.kind as usize).copied().unwrap_or(0);
            (user.number, shape.stays(user.kind as usize, user.number, there))
        };
        users.iter().map(of).collect()
    }

    fn joins(kinds: &[UsersSpec], steps: &[UserStep], there: &[u32]) -> Vec<u64> {
        let all = stays(kinds, steps, there, (0, 1));
        all.iter().flat_map(|(_, stays)| stays.first()).map(|stay| stay.0).collect()
    }

    #[test]
    fn shards_together_have_every_user_once_at_the_same_instant() {
        let kinds = [kind(10, 1_000, 500), kind(7, 0, 0)];
        let alone = stays(&kinds, &[], &[], (0, 1));
        assert_eq!(alone.len(), 17);
        for shards in 2..5 {
            let mut together: Vec<_> = (0..shards)
                .flat_map(|shard| stays(&kinds, &[], &[], (shard, shards)))
                .collect();
            together.sort_unstable();
            assert_eq!(together, alone);
        }
    }

    #[test]
    fn users_join_along_the_ramp_and_spread_evenly_after_it() {
        assert_eq!(joins(&[kind(4, 1_000, 0)], &[], &[]), [0, 250, 500, 750]);
        let spread = joins(&[kind(10_000, 0, 1_000_000)], &[], &[]);
        let mean = spread.iter().sum::<u64>() / 10_000;
        assert!(spread.iter().all(|at_ns| *at_ns < 1_000_000));
        assert!((480_000..520_000).contains(&mean), "{mean}");
    }

    #[test]
    fn only_those_beyond_the_trial_before_join_and_over_the_ramp_of_the_trial() {
        let found = joins(&[kind(6, 7, 0)], &[step(0, 800, &[6])], &[2]);
        assert_eq!(found, [STAYS, STAYS, 0, 200, 400, 600]);
    }

    #[test]
    fn the_last_to_join_leaves_first_and_may_come_back() {
        let steps = [
            step(0, 0, &[2]),
            step(100, 100, &[4]),
            step(300, 0, &[1]),
            step(500, 100, &[3]),
        ];
        let found: Vec<_> = stays(&[kind(4, 0, 0)], &steps, &[], (0, 1))
            .into_iter()
            .map(|(_, stays)| stays)
            .collect();
        let end = u64::MAX;
        assert_eq!(
            found,
            [
                vec![(0, end)],
                vec![(0, 300), (500, end)],
                vec![(100, 300), (550, end)],
                vec![(150, 300)]
            ]
        );
        let falling = stays(&[kind(4, 0, 0)], &[step(0, 400, &[0])], &[4], (0, 1));
        let leaving: Vec<u64> = falling.iter().map(|(_, stays)| stays[0].1).collect();
        assert_eq!(leaving, [300, 200, 100, 0]);
    }

    #[test]
    fn a_step_that_does_not_fit_the_kinds_is_refused() {
        for counts in [&[5][..], &[1, 1], &[]] {
            assert!(
                UserShape::new(&[step(0, 0, counts)], &[kind(4, 0, 0)], 1).is_err(),
                "{counts:?}"
            );
        }
    }
}

//! One shard's share of a trial.

use loadproof_scenario::Player;

use crate::pace::Pace;
use crate::users::UserShape;
use crate::{PlanError, TrialPlan};

/// What a trial asks of one shard; instants are nanoseconds from its start.
#[derive(Debug)]
pub(crate) struct ShardTrial {
    /// Who asks for the next arrival.
    pub(crate) pace: Pace,
    /// When the last arrival or iteration may begin.
    pub(crate) end_ns: u64,
    /// How long calls and flows may go on after that.
    pub(crate) drain_ns: u64,
    pub(crate) in_turn: bool,
    /// Numbers of closed users by time.
    pub(crate) users: UserShape,
}

impl ShardTrial {
    /// The share of shard `shard` of `shards`. Flows get their longest length on top of the drain: none is cut for being long.
    pub(crate) fn new(
        trial: &TrialPlan,
        player: &Player,
        (shard, shards): (usize, usize),
        targets: usize,
    ) -> Result<Self, PlanError> {
        let (pace, end_ns) = Pace::new(trial, (shard, shards), targets)?;
        Ok(Self {
            pace,
            end_ns,
            drain_ns: trial.drain_ns.saturating_add(player.longest_flow_ns()),
            in_turn: trial.in_turn,
            users: UserShape::new(&trial.users, player.users(), trial.seed)?,
        })
    }
}

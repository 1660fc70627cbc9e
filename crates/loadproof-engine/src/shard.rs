//! One thread's share of the load.

use loadproof_scenario::Player;

use crate::control::SignalSource;
use crate::run::Run;
use crate::shard_trial::ShardTrial;
use crate::users::{users_of_shard, User};
use crate::{Attention, Clock, Flush, PlanError, Transport, TransportFault, TrialPlan};

/// Longest time for which calls that are due are gathered to be sent together.
const LONGEST_GATHERING_NS: u64 = 100_000;
/// The share of the tightest threshold that gathering may take of it: one part in so many.
const GATHERING_PART: u64 = 100;

/// One thread's share of the load: its connections and its place in the scenario, kept over trials.
#[derive(Debug)]
pub struct Shard<T, C> {
    pub(crate) number: usize,
    shards: usize,
    /// Targets that calls go round; this shard's is its number modulo them.
    targets: usize,
    pub(crate) transport: T,
    pub(crate) clock: C,
    pub(crate) player: Player,
    pub(crate) thresholds_ns: Vec<u64>,
    /// Closed users, kept over trials.
    pub(crate) users: Vec<User>,
    /// Users of each kind, over all shards, that stay from the trial before.
    pub(crate) users_there: Vec<u32>,
}

impl<T: Transport, C: Clock> Shard<T, C> {
    /// Shard `number` of `shards`.
    pub fn new(number: usize, shards: usize, transport: T, clock: C, player: Player, thresholds_ns: Vec<u64>) -> Self {
        let users = users_of_shard(player.users(), number, shards);
        Self {
            number,
            shards,
            targets: 1,
            transport,
            clock,
            player,
            thresholds_ns,
            users,
            users_there: Vec::new(),
        }
    }

    /// The same shard where calls go round so many targets, one shard for each.
    pub fn in_turn_with(mut self, targets: usize) -> Self {
        self.targets = targets.max(1);
        self
    }

    /// The clock that trials start by.
    pub fn clock(&self) -> &C {
        &self.clock
    }

    /// What carries its calls.
    pub fn transport_mut(&mut self) -> &mut T {
        &mut self.transport
    }

    /// Ends the sessions of all users: those of the next trial join anew.
    pub fn dismiss_users(&mut self) {
        self.users_there.clear();
        for user in &mut self.users {
            if let Some(session) = user.session.take() {
                self.player.close_session(session);
            }
        }
    }

    /// What a trial asks of this shard, checked before a thread runs it.
    pub(crate) fn trial_of(&self, trial: &TrialPlan) -> Result<ShardTrial, PlanError> {
        ShardTrial::new(trial, &self.player, (self.number, self.shards), self.targets)
    }

    /// How long calls that are due may be gathered in a trial; None where each wait is for what happens.
    fn gather_ns(&self, share: &ShardTrial) -> Option<u64> {
        let targets_ns = self.player.apdex_targets_ns().into_iter().filter(|target_ns| *target_ns > 0);
        let tightest_ns = self.thresholds_ns.iter().copied().chain(targets_ns).min().unwrap_or(u64::MAX);
        (!share.pace.saturates()).then_some(LONGEST_GATHERING_NS.min(tightest_ns / GATHERING_PART))
    }

    /// Runs one trial that starts at `origin_ns` of the clock, and hands over a flush each second; the last says so.
    ///
    /// # Errors
    /// [`TransportFault`] when the system under the transport refuses; what a target does is measured instead.
    pub(crate) fn run(
        &mut self,
        share: ShardTrial,
        origin_ns: u64,
        signals: &mut SignalSource,
        sink: &mut dyn FnMut(Flush),
    ) -> Result<(), TransportFault> {
        self.transport.begin(self.gather_ns(&share))?;
        self.player.take_turns(share.in_turn);
        while self.clock.now_ns() < origin_ns {
            self.transport.wait(origin_ns, Attention::ToEvents)?;
        }
        let mut run = Run::new(self, share, origin_ns);
        let ended = run.until_over(signals, sink);
        run.leave_trial();
        ended
    }
}

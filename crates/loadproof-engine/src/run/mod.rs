//! The run loop.
//!
//! # Layout
//! - this file: the loop itself, when it wakes, when it ends, what it hands over.
//! - `arrivals`: what a schedule, or a free connection, makes due.
//! - `calling`: a call from due to settled.
//! - `retries`: calls whose reused connection ended before the answer began.
//! - `answers`: what the transport tells.
//! - `flows`: sessions from step to step.
//! - `rounds`: users from flow to flow.

mod answers;
mod arrivals;
mod calling;
mod flows;
mod retries;
mod rounds;

use std::collections::VecDeque;

use loadproof_measure::{Outcome, Phases, Recorder, NANOS_PER_SECOND};
use loadproof_scenario::Start;

use crate::alarms::Alarms;
use crate::calls::Calls;
use crate::control::SignalSource;
use crate::failed_replies::FailedReplies;
use crate::pace::Pace;
use crate::sessions::Sessions;
use crate::shard_trial::ShardTrial;
use crate::stalls::Stalls;
use crate::users::UserShape;
use crate::{Attention, Clock, Flush, Reading, Shard, Signal, Transport, TransportFault};

use flows::Step;
use retries::Retries;

/// Longest sleep: how soon a signal from outside is seen, and how often a saturating load asks for lost connections again.
const LONGEST_SLEEP_NS: u64 = 50_000_000;
/// Most looks for answers that came in a stall: each finds hundreds of them.
const MOST_LOOKS_AFTER_STALL: usize = 64;

/// One trial under way on one shard; instants are nanoseconds from its start unless they say otherwise.
pub(crate) struct Run<'shard, T, C> {
    shard: &'shard mut Shard<T, C>,
    pace: Pace,
    end_ns: u64,
    drain_ns: u64,
    /// Start of the trial on the shard's clock.
    origin_ns: u64,
    cpu_start_ns: u64,
    /// An instant of the trial, and the CPU time of the thread up to it: when a second was last handed over.
    cpu_handed_over: (u64, u64),
    recorder: Recorder,
    calls: Calls,
    /// Calls that found no free connection, first come first served, with their generation: one that expired leaves a stale entry.
    waiting: VecDeque<(u32, u32)>,
    /// Entries of `waiting` that are not stale.
    waiting_count: usize,
    retries: Retries,
    sessions: Sessions,
    /// Numbers of users by time; the users are those of the shard.
    user_shape: UserShape,
    /// True if any flow has steps that run once per session.
    has_before: bool,
    /// Users that run the steps before their first flow.
    in_before: usize,
    /// Calls without a user that Apdex has counted: each goes to the next group.
    unowned: u32,
    alarms: Alarms,
    /// Sessions that go on now. A queue, because a step can end at once: its follower must not grow the stack.
    steps: VecDeque<Step>,
    /// What a saturating load has drawn next and may not begin yet, and since when it may draw again.
    held: Option<Start>,
    unheld_ns: u64,
    failed_replies: FailedReplies,
    /// First byte and transfer of answered calls.
    phases: Phases,
    /// New arrivals and iterations begin.
    issuing: bool,
    /// What is still open is being cut: nothing goes on from it.
    cutting: bool,
    next_flush_ns: u64,
    stalls: Stalls,
    request: Vec<u8>,
    expired: Vec<u32>,
}

impl<'shard, T: Transport, C: Clock> Run<'shard, T, C> {
    pub(crate) fn new(shard: &'shard mut Shard<T, C>, share: ShardTrial, origin_ns: u64) -> Self {
        let cpu_start_ns = shard.clock.cpu_ns();
        let recorder = Recorder::new(shard.player.rows(), shard.thresholds_ns.clone());
        let has_before = shard.player.has_before();
        let recorder = recorder.with_apdex(shard.player.apdex_targets_ns());
        let mut run = Self {
            shard,
            pace: share.pace,
            end_ns: share.end_ns,
            drain_ns: share.drain_ns,
            origin_ns,
            cpu_start_ns,
            cpu_handed_over: (0, 0),
            recorder,
            calls: Calls::new(),
            waiting: VecDeque::new(),
            waiting_count: 0,
            retries: Retries::default(),
            sessions: Sessions::default(),
            user_shape: share.users,
            has_before,
            in_before: 0,
            unowned: 0,
            alarms: Alarms::default(),
            steps: VecDeque::new(),
            held: None,
            unheld_ns: 0,
            failed_replies: FailedReplies::default(),
            phases: Phases::default(),
            issuing: true,
            cutting: false,
            next_flush_ns: NANOS_PER_SECOND,
            stalls: Stalls::new(),
            request: Vec::with_capacity(4096),
            expired: Vec::new(),
        };
        run.await_users();
        run
    }

    /// Runs until nothing is issued any more and nothing is open, and hands over a flush each second; the last says so.
    ///
    /// # Errors
    /// [`TransportFault`] when the system under the transport refuses.
    pub(crate) fn until_over(&mut self, signals: &mut SignalSource, sink: &mut dyn FnMut(Flush)) -> Result<(), TransportFault> {
        let mut awaited_ns = self.now_ns();
        self.stalls.take_account(awaited_ns, &self.shard.clock);
        loop {
            let mut now_ns = self.now_ns();
            if self.stalls.is_stall(awaited_ns, now_ns) {
                now_ns = self.catch_up(awaited_ns, signals)?;
            }
            self.admit(now_ns);
            self.expire(now_ns);
            self.flush_if_due(now_ns, signals, sink);
            self.act_on(signals.signal(), now_ns);
            if self.is_over(now_ns) {
                self.cut(now_ns);
                let cpu_ns = self.cpu_ns();
                sink(self.flush(now_ns / NANOS_PER_SECOND, (now_ns, cpu_ns), true));
                return Ok(());
            }
            let (until_ns, attention) = self.next_look(now_ns);
            self.shard
                .transport
                .wait(until_ns.saturating_add(self.origin_ns), attention)?;
            let first_event_ns = self.take_events(signals);
            awaited_ns = match (attention, first_event_ns) {
                (Attention::ToEvents, Some(event_ns)) => event_ns.clamp(now_ns, until_ns.max(now_ns)),
                _ => until_ns,
            };
        }
    }

    /// Takes the answers that came in a stall, before any timeout fires, and notes the stall; the instant after that.
    #[cold]
    fn catch_up(&mut self, begin_ns: u64, signals: &SignalSource) -> Result<u64, TransportFault> {
        let woke_ns = self.now_ns();
        for _ in 0..MOST_LOOKS_AFTER_STALL {
            self.shard.transport.wait(0, Attention::ToEvents)?;
            // What came later than that no timeout was unfair to, and new answers would never end.
            if self.take_events(signals).is_none_or(|first_ns| first_ns > woke_ns) {
                break;
            }
        }
        let now_ns = self.now_ns();
        let (oldest_ns, is_greedy) = (self.calls.oldest_due_ns(), self.pace.saturates());
        self.stalls.note(begin_ns, now_ns, oldest_ns, is_greedy, &self.shard.clock);
        Ok(now_ns)
    }

    #[inline]
    fn now_ns(&self) -> u64 {
        self.shard.clock.now_ns().saturating_sub(self.origin_ns)
    }

    #[inline]
    fn act_on(&mut self, signal: Signal, now_ns: u64) {
        if signal >= Signal::Finish && self.issuing {
            self.end_ns = self.end_ns.min(now_ns);
        }
        if signal == Signal::Stop {
            self.drain_ns = 0;
        }
        self.issuing = self.issuing && now_ns < self.end_ns;
    }

    #[inline]
    fn is_over(&self, now_ns: u64) -> bool {
        let nothing_open = self.calls.open_count() == 0 && self.sessions.under_way() == 0;
        !self.issuing && (nothing_open || now_ns >= self.end_ns.saturating_add(self.drain_ns))
    }

    /// When to look again, and at what. Where nothing hangs on an answer but its own record, answers may be read when the next
    /// call is sent: what an open load costs is its wake-ups.
    #[inline]
    fn next_look(&mut self, now_ns: u64) -> (u64, Attention) {
        let until_ns = self.wake_ns(now_ns);
        let nobody_waits = self.waiting_count == 0 && self.retries.is_empty() && self.sessions.open_count() == 0;
        let relaxed = self.issuing && !self.pace.saturates() && nobody_waits;
        if relaxed {
            (until_ns, Attention::ToTime)
        } else {
            (until_ns, Attention::ToEvents)
        }
    }

    #[inline]
    fn wake_ns(&mut self, now_ns: u64) -> u64 {
        if !self.steps.is_empty() {
            return now_ns;
        }
        let mut until_ns = self.next_flush_ns.min(now_ns + LONGEST_SLEEP_NS).min(self.alarms.next_ns());
        if self.issuing {
            until_ns = until_ns.min(self.end_ns).min(self.pace.next_ns());
        } else {
            until_ns = until_ns.min(self.end_ns.saturating_add(self.drain_ns));
        }
        until_ns.min(self.calls.next_expiry_ns().unwrap_or(u64::MAX))
    }

    #[inline]
    fn flush_if_due(&mut self, now_ns: u64, signals: &mut SignalSource, sink: &mut dyn FnMut(Flush)) {
        if now_ns < self.next_flush_ns {
            return;
        }
        let (before_ns, cpu_before_ns) = self.cpu_handed_over;
        let cpu_now_ns = self.cpu_ns();
        let used_per_ns = cpu_now_ns.saturating_sub(cpu_before_ns) as f64 / now_ns.saturating_sub(before_ns).max(1) as f64;
        while now_ns >= self.next_flush_ns {
            let end_ns = self.next_flush_ns;
            self.next_flush_ns += NANOS_PER_SECOND;
            // A second that is handed over late has no more CPU than its part of the time since the one before.
            let used_ns = used_per_ns * end_ns.saturating_sub(before_ns) as f64;
            sink(self.flush(end_ns / NANOS_PER_SECOND - 1, (now_ns, cpu_before_ns + used_ns as u64), false));
            signals.wait_after_second();
        }
        self.cpu_handed_over = (now_ns, cpu_now_ns);
    }

    /// CPU time of this thread since the trial began.
    fn cpu_ns(&self) -> u64 {
        self.shard.clock.cpu_ns().saturating_sub(self.cpu_start_ns)
    }

    fn flush(&mut self, second: u64, (now_ns, cpu_ns): (u64, u64), last: bool) -> Flush {
        let (stalls, longest_turn_ns) = self.stalls.take(now_ns, &self.shard.clock);
        let mut phases = std::mem::take(&mut self.phases);
        phases.merge(&self.shard.transport.take_phases());
        let reading = Reading {
            shard: self.shard.number,
            cpu_ns,
            in_flight: self.calls.in_flight(),
            waiting: self.waiting_count,
            connections: self.shard.transport.connections(),
            longest_turn_ns,
            stalls,
            lateness: self.recorder.drain_lateness(),
            phases,
            users: self.sessions.of_users() - self.in_before,
            sessions: if self.issuing {
                self.sessions.open_count()
            } else {
                self.sessions.under_way()
            },
            limits: self.shard.transport.take_limits(),
            service: self.shard.transport.service_state(),
        };
        Flush {
            second,
            deltas: self.recorder.drain(if last { u64::MAX } else { second }),
            failed_replies: self.failed_replies.take(),
            reading,
            last,
        }
    }

    /// Settles what is still open: what was sent is cut, what was not is dropped.
    fn cut(&mut self, now_ns: u64) {
        self.cutting = true;
        for id in self.calls.open_ids() {
            self.give_up(id, now_ns, Outcome::Cut);
        }
        self.cut_flows(now_ns);
    }
}

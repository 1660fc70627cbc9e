//! The run loop.

use std::collections::VecDeque;

use loadproof_measure::{ErrorKind, Outcome, Recorder, Sample, NANOS_PER_SECOND};
use loadproof_scenario::{Judgement, Player, Start};

use crate::calls::{Calls, Stage};
use crate::pace::Pace;
use crate::{Clock, Control, Event, Flush, Lease, PlanError, Reading, Signal, Transport, TransportFault, TrialPlan};

/// Longest sleep: how soon a signal from outside is seen, and how often a saturating load asks for lost connections again.
const LONGEST_SLEEP_NS: u64 = 50_000_000;

/// One thread's share of the load: its connections and its place in the scenario, kept over trials.
#[derive(Debug)]
pub struct Shard<T, C> {
    number: usize,
    shards: usize,
    transport: T,
    clock: C,
    player: Player,
    thresholds_ns: Vec<u64>,
}

impl<T: Transport, C: Clock> Shard<T, C> {
    /// Shard `number` of `shards`.
    pub fn new(number: usize, shards: usize, transport: T, clock: C, player: Player, thresholds_ns: Vec<u64>) -> Self {
        Self {
            number,
            shards,
            transport,
            clock,
            player,
            thresholds_ns,
        }
    }

    /// The clock that trials start by.
    pub fn clock(&self) -> &C {
        &self.clock
    }

    /// The pace of a trial for this shard, checked before a thread runs it.
    pub(crate) fn pace(&self, trial: &TrialPlan) -> Result<(Pace, u64), PlanError> {
        Pace::new(trial, self.number, self.shards)
    }

    /// Runs one trial that starts at `origin_ns` of the clock, and hands over a flush each second; the last says so.
    ///
    /// # Errors
    /// [`TransportFault`] when the system under the transport refuses; what a target does is measured instead.
    pub(crate) fn run(
        &mut self,
        (pace, end_ns): (Pace, u64),
        drain_ns: u64,
        origin_ns: u64,
        control: &Control,
        sink: &mut dyn FnMut(Flush),
    ) -> Result<(), TransportFault> {
        self.transport.begin()?;
        while self.clock.now_ns() < origin_ns {
            self.transport.wait(origin_ns)?;
        }
        let cpu_start_ns = self.clock.cpu_ns();
        let recorder = Recorder::new(self.player.rows(), self.thresholds_ns.clone());
        let mut run = Run {
            shard: self,
            pace,
            end_ns,
            drain_ns,
            origin_ns,
            cpu_start_ns,
            recorder,
            calls: Calls::new(),
            waiting: VecDeque::new(),
            waiting_count: 0,
            issuing: true,
            next_flush_ns: NANOS_PER_SECOND,
            longest_turn_ns: 0,
            request: Vec::with_capacity(4096),
            expired: Vec::new(),
        };
        run.until_over(control, sink)
    }
}

/// One trial under way on one shard; instants are nanoseconds from its start unless they say otherwise.
struct Run<'shard, T, C> {
    shard: &'shard mut Shard<T, C>,
    pace: Pace,
    end_ns: u64,
    drain_ns: u64,
    /// Start of the trial on the shard's clock.
    origin_ns: u64,
    cpu_start_ns: u64,
    recorder: Recorder,
    calls: Calls,
    /// Calls that found no free connection, first come first served, with their generation: one that expired leaves a stale entry.
    waiting: VecDeque<(u32, u32)>,
    /// Entries of `waiting` that are not stale.
    waiting_count: usize,
    issuing: bool,
    next_flush_ns: u64,
    longest_turn_ns: u64,
    request: Vec<u8>,
    expired: Vec<u32>,
}

impl<T: Transport, C: Clock> Run<'_, T, C> {
    fn until_over(&mut self, control: &Control, sink: &mut dyn FnMut(Flush)) -> Result<(), TransportFault> {
        let mut turn_start_ns = self.now_ns();
        loop {
            let now_ns = self.now_ns();
            self.longest_turn_ns = self.longest_turn_ns.max(now_ns.saturating_sub(turn_start_ns));
            self.admit(now_ns);
            self.expire(now_ns);
            self.flush_if_due(now_ns, sink);
            self.heed(control.signal(), now_ns);
            if self.is_over(now_ns) {
                return self.close(now_ns, sink);
            }
            let until_ns = self.wake_ns(now_ns);
            self.shard.transport.wait(until_ns.saturating_add(self.origin_ns))?;
            turn_start_ns = self.now_ns();
            self.take_events();
        }
    }

    #[inline]
    fn now_ns(&self) -> u64 {
        self.shard.clock.now_ns().saturating_sub(self.origin_ns)
    }

    /// Starts every call that is due; a saturating load starts one on every free connection.
    #[inline]
    fn admit(&mut self, now_ns: u64) {
        if !self.issuing {
            return;
        }
        while let Some(due_ns) = self.pace.take_due(now_ns) {
            self.begin(due_ns);
        }
        if self.pace.saturates() {
            self.shard.transport.grow(usize::MAX);
            self.saturate(now_ns);
        }
    }

    #[inline]
    fn saturate(&mut self, now_ns: u64) {
        while self.issuing && now_ns < self.end_ns {
            let Some(lease) = self.shard.transport.acquire() else { return };
            let due_ns = lease.ready_ns.saturating_sub(self.origin_ns).min(now_ns);
            let id = self.open(due_ns);
            self.send(id, lease);
        }
    }

    #[inline]
    fn open(&mut self, due_ns: u64) -> u32 {
        let Start::Operation(operation) = self.shard.player.choose() else {
            return 0;
        };
        self.recorder.due(operation, due_ns);
        self.calls.open(
            operation,
            due_ns,
            due_ns.saturating_add(self.shard.player.timeout_ns(operation)),
        )
    }

    #[inline]
    fn begin(&mut self, due_ns: u64) {
        let id = self.open(due_ns);
        if self.waiting_count == 0 {
            if let Some(lease) = self.shard.transport.acquire() {
                return self.send(id, lease);
            }
        }
        self.waiting.push_back((id, self.calls.get(id).generation));
        self.waiting_count += 1;
        self.shard.transport.grow(self.waiting_count);
    }

    #[inline]
    fn send(&mut self, id: u32, lease: Lease) {
        let call = *self.calls.get(id);
        let operation = call.operation as usize;
        let rendered = self
            .shard
            .player
            .render(operation, None, || self.shard.clock.unix_ns(), &mut self.request);
        let sent_ns = self.now_ns().max(call.due_ns);
        let ready_ns = lease.ready_ns.saturating_sub(self.origin_ns).clamp(call.due_ns, sent_ns);
        self.calls.sent(id, lease.connection, ready_ns, sent_ns);
        self.recorder.sent(operation, call.due_ns);
        self.recorder.lateness(sent_ns - ready_ns);
        if rendered.is_err() {
            self.shard.transport.release(lease);
            return self.settle(id, sent_ns, Outcome::Failed(ErrorKind::BadRequestData));
        }
        let expectation = self.shard.player.expectation(operation, None);
        if let Err(kind) = self.shard.transport.send(lease.connection, id, &self.request, expectation) {
            self.settle(id, sent_ns, Outcome::Failed(kind));
        }
    }

    #[inline]
    fn take_events(&mut self) {
        while let Some(event) = self.shard.transport.next_event() {
            let at_ns = match event {
                Event::Answered { call, status, at_ns, .. } => {
                    let at_ns = at_ns.saturating_sub(self.origin_ns);
                    let call_ = *self.calls.get(call);
                    let outcome = match self.shard.player.judge(
                        call_.operation as usize,
                        None,
                        status,
                        at_ns.saturating_sub(call_.sent_ns),
                        || self.shard.transport.content(),
                    ) {
                        Judgement::Accepted => Outcome::Completed,
                        Judgement::Status => Outcome::Failed(ErrorKind::Status(status)),
                        Judgement::Unmet(number) => Outcome::Failed(ErrorKind::Unmet(number)),
                        Judgement::TooLarge => Outcome::Failed(ErrorKind::TooLarge),
                    };
                    self.settle(call, at_ns, outcome);
                    at_ns
                }
                Event::Failed { call, kind, at_ns } => {
                    let at_ns = at_ns.saturating_sub(self.origin_ns);
                    self.settle(call, at_ns, Outcome::Failed(kind));
                    self.shard.transport.grow(self.waiting_count);
                    at_ns
                }
                Event::ConnectFailed { kind, at_ns } => {
                    let at_ns = at_ns.saturating_sub(self.origin_ns);
                    self.fail_unsent(kind, at_ns);
                    at_ns
                }
                Event::Ready => self.now_ns(),
            };
            self.serve_waiting();
            // What fell due while a batch of answers is read must not wait for its end.
            if self.issuing {
                while let Some(due_ns) = self.pace.take_due(at_ns) {
                    self.begin(due_ns);
                }
                if self.pace.saturates() {
                    self.saturate(at_ns);
                }
            }
        }
    }

    /// Gives free connections to the calls that wait, in the order of their due times.
    #[inline]
    fn serve_waiting(&mut self) {
        while self.waiting_count > 0 {
            let Some(lease) = self.shard.transport.acquire() else { return };
            match self.pop_waiting() {
                Some(id) => self.send(id, lease),
                None => return self.shard.transport.release(lease),
            }
        }
    }

    fn pop_waiting(&mut self) -> Option<u32> {
        while let Some((id, generation)) = self.waiting.pop_front() {
            let call = self.calls.get(id);
            if call.generation == generation && call.stage == Stage::Waiting {
                self.waiting_count -= 1;
                return Some(id);
            }
        }
        None
    }

    /// A connection could not be made: that is the answer of the call that has waited longest, or of one made for a saturating load.
    fn fail_unsent(&mut self, kind: ErrorKind, at_ns: u64) {
        let id = match self.pop_waiting() {
            Some(id) => id,
            None if self.issuing && self.pace.saturates() => self.open(at_ns),
            None => return,
        };
        let call = *self.calls.get(id);
        let at_ns = at_ns.max(call.due_ns);
        self.calls.sent(id, u32::MAX, at_ns, at_ns);
        self.recorder.sent(call.operation as usize, call.due_ns);
        self.settle(id, at_ns, Outcome::Failed(kind));
        if !self.pace.saturates() {
            self.shard.transport.grow(self.waiting_count);
        }
    }

    #[inline]
    fn settle(&mut self, id: u32, at_ns: u64, outcome: Outcome) {
        let Some(call) = self.calls.close(id) else { return };
        let unsent = call.stage == Stage::Waiting;
        self.recorder.settle(&Sample {
            operation: call.operation as usize,
            due_ns: call.due_ns,
            ready_ns: if unsent { at_ns } else { call.ready_ns },
            sent_ns: if unsent { at_ns } else { call.sent_ns },
            done_ns: at_ns.max(call.sent_ns),
            outcome,
        });
    }

    fn expire(&mut self, now_ns: u64) {
        let mut expired = std::mem::take(&mut self.expired);
        self.calls.expire(now_ns, &mut expired);
        for id in expired.drain(..) {
            self.give_up(id, now_ns, Outcome::Failed(ErrorKind::Timeout));
        }
        self.expired = expired;
    }

    /// Settles an open call: dropped when it was never sent, else as given.
    fn give_up(&mut self, id: u32, now_ns: u64, outcome_if_sent: Outcome) {
        match self.calls.get(id).stage {
            Stage::Free => {}
            Stage::Waiting => {
                self.waiting_count -= 1;
                self.settle(id, now_ns, Outcome::Dropped);
            }
            Stage::Sent { connection } => {
                self.shard.transport.cancel(connection);
                self.settle(id, now_ns, outcome_if_sent);
            }
        }
    }

    fn heed(&mut self, signal: Signal, now_ns: u64) {
        if signal >= Signal::Finish && self.issuing {
            self.end_ns = self.end_ns.min(now_ns);
        }
        if signal == Signal::Stop {
            self.drain_ns = 0;
        }
        self.issuing = self.issuing && now_ns < self.end_ns;
    }

    fn is_over(&self, now_ns: u64) -> bool {
        !self.issuing && (self.calls.open_count() == 0 || now_ns >= self.end_ns.saturating_add(self.drain_ns))
    }

    fn wake_ns(&mut self, now_ns: u64) -> u64 {
        let mut until_ns = self.next_flush_ns.min(now_ns + LONGEST_SLEEP_NS);
        if self.issuing {
            until_ns = until_ns.min(self.end_ns).min(self.pace.peek().unwrap_or(u64::MAX));
        } else {
            until_ns = until_ns.min(self.end_ns.saturating_add(self.drain_ns));
        }
        until_ns.min(self.calls.next_expiry_ns().unwrap_or(u64::MAX))
    }

    #[inline]
    fn flush_if_due(&mut self, now_ns: u64, sink: &mut dyn FnMut(Flush)) {
        while now_ns >= self.next_flush_ns {
            let second = self.next_flush_ns / NANOS_PER_SECOND - 1;
            self.next_flush_ns += NANOS_PER_SECOND;
            sink(self.flush(second, false));
        }
    }

    fn flush(&mut self, second: u64, last: bool) -> Flush {
        let reading = Reading {
            shard: self.shard.number,
            cpu_ns: self.shard.clock.cpu_ns().saturating_sub(self.cpu_start_ns),
            in_flight: self.calls.in_flight(),
            waiting: self.waiting_count,
            connections: self.shard.transport.connections(),
            longest_turn_ns: std::mem::take(&mut self.longest_turn_ns),
            lateness: self.recorder.drain_lateness(),
            phases: self.shard.transport.take_phases(),
            sessions: 0,
            limits: self.shard.transport.take_limits(),
        };
        Flush {
            second,
            deltas: self.recorder.drain(if last { u64::MAX } else { second }),
            failed_replies: Vec::new(),
            reading,
            last,
        }
    }

    fn close(&mut self, now_ns: u64, sink: &mut dyn FnMut(Flush)) -> Result<(), TransportFault> {
        for id in self.calls.open_ids() {
            self.give_up(id, now_ns, Outcome::Cut);
        }
        sink(self.flush(now_ns / NANOS_PER_SECOND, true));
        Ok(())
    }
}

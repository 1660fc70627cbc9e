//! Users from flow to flow, and from trial to trial.

use super::Run;
use crate::alarms::Sleeper;
use crate::sessions::OpenFlow;
use crate::{Clock, Transport};

/// Rest after an iteration that took no time: without it a user whose flow calls nothing would stop the clock.
const SHORTEST_ROUND_NS: u64 = 1_000_000;
/// Time after which a user repeats the steps before its first flow, if a call of theirs failed.
const RETRY_NS: u64 = 1_000_000_000;
/// Most iterations that are passed over for one user at the end of a trial.
const MOST_OWED: u32 = 10_000;

impl<T: Transport, C: Clock> Run<'_, T, C> {
    /// Sets an alarm for each user's joining. Users that stay from the trial before go on; those that do not leave now.
    pub(super) fn await_users(&mut self) {
        let there = std::mem::take(&mut self.shard.users_there);
        let joining = self.user_shape.admit(&mut self.shard.users, &there);
        for joining in &joining {
            let place = joining.place as u32;
            if joining.stays {
                if let Some(session) = self.shard.users[joining.place].session {
                    self.sessions.open(session, Some(place));
                }
            }
            self.alarms.set(joining.at_ns, Sleeper::User(place));
        }
        for user in &mut self.shard.users {
            if let Some(session) = user.session.filter(|session| self.sessions.user(*session).is_none()) {
                user.session = None;
                user.pauses_before = false;
                self.shard.player.close_session(session);
            }
        }
    }

    /// A user begins a flow, unless it leaves or nothing begins any more.
    pub(super) fn begin_round(&mut self, place: u32, at_ns: u64) {
        let user = &mut self.shard.users[place as usize];
        if !self.issuing || at_ns >= self.end_ns {
            user.resumes_ns = at_ns;
            return;
        }
        if at_ns >= user.leaves_ns {
            return self.leave(place, at_ns);
        }
        let (kind, number) = (user.kind as usize, user.number);
        let session = match user.session {
            Some(session) if self.has_before && self.shard.player.is_before(session) => {
                if !std::mem::take(&mut user.pauses_before) {
                    self.shard.player.repeat_before(session);
                }
                session
            }
            Some(session) => {
                self.shard.player.begin_again(session);
                session
            }
            None => {
                let flow = self.shard.player.flow_of_users(kind);
                let session = self.shard.player.open_session(flow, Some(number));
                self.sessions.open(session, Some(place));
                user.session = Some(session);
                session
            }
        };
        if self.has_before && self.shard.player.is_before(session) {
            self.in_before += 1;
            return self.go_on(session, at_ns);
        }
        self.begin_iteration(place, session, at_ns);
    }

    fn begin_iteration(&mut self, place: u32, session: u32, at_ns: u64) {
        let user = &self.shard.users[place as usize];
        let paced = self.shard.player.users()[user.kind as usize].pacing.is_some();
        let due_ns = if paced { user.scheduled_ns } else { at_ns };
        self.begin_flow(session, due_ns, at_ns);
    }

    /// A user leaves, and comes back where the trial says so.
    #[cold]
    fn leave(&mut self, place: u32, at_ns: u64) {
        let user = &mut self.shard.users[place as usize];
        if let Some(joins_ns) = user.next_stay() {
            let joins_ns = joins_ns.max(at_ns);
            user.scheduled_ns = joins_ns;
            self.alarms.set(joins_ns, Sleeper::User(place));
        }
        user.pauses_before = false;
        if let Some(session) = user.session.take() {
            self.close_session(session);
        }
    }

    /// The steps before a user's first flow have ended: the flow is due now.
    #[cold]
    #[inline(never)]
    pub(super) fn end_before(&mut self, session: u32, at_ns: u64) {
        let Some(place) = self.sessions.user(session) else { return };
        self.in_before -= 1;
        let user = &mut self.shard.users[place as usize];
        user.scheduled_ns = user.scheduled_ns.max(at_ns);
        if !self.issuing || at_ns >= self.end_ns || at_ns >= user.leaves_ns {
            return self.alarms.set(at_ns, Sleeper::User(place));
        }
        self.begin_iteration(place, session, at_ns);
    }

    /// A call of the steps before a user's first flow was settled: they go on, or the user repeats them a second later.
    #[cold]
    #[inline(never)]
    pub(super) fn go_on_before(&mut self, session: u32, at_ns: u64, has_failed: bool) {
        if !has_failed {
            return self.go_on(session, at_ns);
        }
        if let Some(place) = self.sessions.user(session) {
            self.in_before -= 1;
            self.alarms.set(at_ns.saturating_add(RETRY_NS), Sleeper::User(place));
        }
    }

    /// A user's flow has ended: the next one begins at its scheduled start, or at once where that is past or there is none.
    pub(super) fn end_round(&mut self, place: u32, open_flow: &OpenFlow, at_ns: u64) {
        let took_time = open_flow.carried && at_ns > open_flow.begun_ns;
        let free_ns = if took_time {
            at_ns
        } else {
            at_ns.saturating_add(SHORTEST_ROUND_NS)
        };
        let kind = self.shard.users[place as usize].kind as usize;
        let pacing = self.shard.player.users()[kind].pacing;
        let begin_ns = match pacing {
            Some(pacing) => {
                let gap_ns = self.shard.player.pause_ns(&pacing);
                let user = &mut self.shard.users[place as usize];
                user.scheduled_ns = user.scheduled_ns.saturating_add(gap_ns);
                user.scheduled_ns.max(free_ns)
            }
            None => free_ns,
        };
        self.alarms.set(begin_ns, Sleeper::User(place));
    }

    /// Closes the sessions of arrivals. Users stay for the next trial: time between trials stands still for them.
    ///
    /// Iterations that a user still owes are not made up for in the next trial: it goes on with the first scheduled start after the end, in
    /// the phase that it had. Else all users of a service that hung would begin at once.
    pub(crate) fn leave_trial(&mut self) {
        for session in self.sessions.numbers() {
            if self.sessions.user(session).is_none() {
                self.close_session(session);
            }
        }
        let end_ns = self.end_ns;
        let shard = &mut *self.shard;
        for (at_ns, sleeper) in self.alarms.drain() {
            match sleeper {
                Sleeper::User(place) => shard.users[place as usize].resumes_ns = at_ns,
                Sleeper::Session(session) => {
                    if let Some(place) = self.sessions.user(session).filter(|_| shard.player.is_before(session)) {
                        let user = &mut shard.users[place as usize];
                        user.resumes_ns = at_ns;
                        user.pauses_before = true;
                    }
                }
            }
        }
        for user in &mut shard.users {
            let is_here = user.session.is_some() || user.resumes_ns > 0;
            if let Some(pacing) = shard.player.users()[user.kind as usize]
                .pacing
                .filter(|_| is_here && !user.pauses_before)
            {
                let mut owed = 0;
                while user.scheduled_ns < end_ns && owed < MOST_OWED {
                    user.scheduled_ns = user.scheduled_ns.saturating_add(shard.player.pause_ns(&pacing));
                    owed += 1;
                }
                user.resumes_ns = user.resumes_ns.max(user.scheduled_ns);
            }
            user.resumes_ns = user.resumes_ns.saturating_sub(end_ns);
            user.scheduled_ns = user.scheduled_ns.saturating_sub(end_ns);
        }
        shard.users_there = self.user_shape.counts_at(end_ns);
    }
}

//! Users from flow to flow.

use super::Run;
use crate::alarms::Sleeper;
use crate::sessions::OpenFlow;
use crate::{Clock, Transport};

/// Rest after an iteration that took no time: without it a user whose flow calls nothing would stop the clock.
const SHORTEST_ROUND_NS: u64 = 1_000_000;

impl<T: Transport, C: Clock> Run<'_, T, C> {
    /// Sets an alarm for each user's joining.
    pub(super) fn await_users(&mut self) {
        for (user, joining) in self.users.iter().enumerate() {
            self.alarms.set(joining.scheduled_ns, Sleeper::User(user as u32));
        }
    }

    /// A user begins a flow, unless nothing begins any more.
    pub(super) fn begin_round(&mut self, number: u32, at_ns: u64) {
        let user = self.users[number as usize];
        let kind = user.kind as usize;
        if !self.issuing || at_ns >= self.end_ns {
            if let Some(session) = user.session {
                self.close_session(session);
            }
            return;
        }
        let session = match user.session {
            Some(session) => {
                self.shard.player.begin_again(session);
                session
            }
            None => {
                let flow = self.shard.player.flow_of_users(kind);
                let session = self.shard.player.open_session(flow, Some(user.number));
                self.sessions.open(session, Some(number));
                self.users[number as usize].session = Some(session);
                session
            }
        };
        let paced = self.shard.player.users()[kind].pacing.is_some();
        let due_ns = if paced { user.scheduled_ns } else { at_ns };
        self.begin_flow(session, due_ns, at_ns);
    }

    /// A user's flow has ended: the next one begins at its scheduled start, or at once where that is past or there is none.
    pub(super) fn end_round(&mut self, number: u32, open_flow: &OpenFlow, at_ns: u64) {
        let took_time = open_flow.carried && at_ns > open_flow.begun_ns;
        let free_ns = if took_time {
            at_ns
        } else {
            at_ns.saturating_add(SHORTEST_ROUND_NS)
        };
        let kind = self.users[number as usize].kind as usize;
        let pacing = self.shard.player.users()[kind].pacing;
        let begin_ns = match pacing {
            Some(pacing) => {
                let gap_ns = self.shard.player.pause_ns(&pacing);
                let user = &mut self.users[number as usize];
                user.scheduled_ns = user.scheduled_ns.saturating_add(gap_ns);
                user.scheduled_ns.max(free_ns)
            }
            None => free_ns,
        };
        self.alarms.set(begin_ns, Sleeper::User(number));
    }
}

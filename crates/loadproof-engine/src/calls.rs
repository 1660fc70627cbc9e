//! Open calls.

use crate::timer_wheel::TimerWheel;

/// Where an open call stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Settled; the entry is free.
    Free,
    /// Due, no connection yet.
    Waiting,
    /// Sent on a connection.
    Sent { connection: u32 },
    /// Sent on a reused connection that ended before the answer began; waits for a new one.
    Retrying,
}

/// The idle time of a connection that is not reused.
pub(crate) const NOT_REUSED: u64 = u64::MAX;

/// A call of no session.
pub(crate) const NO_SESSION: u32 = u32::MAX;

/// An open call; instants are nanoseconds from the start of the trial.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Call {
    pub(crate) stage: Stage,
    pub(crate) operation: u32,
    /// Tells this call from an earlier one with the same number.
    pub(crate) generation: u32,
    /// Whose step it is; [`NO_SESSION`]: an open arrival of its own.
    pub(crate) session: u32,
    pub(crate) due_ns: u64,
    /// When the run loop first had it in hand; later than due by the wake-up, or by a stall.
    pub(crate) seen_ns: u64,
    /// Until it is sent: how long its user was busy after it fell due. Then also: how long it had no connection.
    pub(crate) wait_ns: u64,
    pub(crate) sent_ns: u64,
    /// How long its connection was idle before; [`NOT_REUSED`]: the connection is new.
    pub(crate) idle_ns: u64,
}

impl Call {
    /// The session whose step it is.
    #[inline]
    pub(crate) fn session(&self) -> Option<u32> {
        (self.session != NO_SESSION).then_some(self.session)
    }
}

/// When a call fell due, how long its user was busy then, and when the run loop saw it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Instants {
    pub(crate) due_ns: u64,
    pub(crate) busy_ns: u64,
    pub(crate) seen_ns: u64,
}

/// Every open call of a shard with its timeout; numbers are used again.
#[derive(Debug)]
pub(crate) struct Calls {
    entries: Vec<Call>,
    free: Vec<u32>,
    timeouts: TimerWheel,
    in_flight: usize,
}

impl Calls {
    pub(crate) fn new() -> Self {
        Self {
            entries: Vec::new(),
            free: Vec::new(),
            timeouts: TimerWheel::new(),
            in_flight: 0,
        }
    }

    /// Opens a call of no session that waits for a connection; `seen_ns` is not before `due_ns`.
    #[inline]
    pub(crate) fn open(&mut self, operation: usize, due_ns: u64, seen_ns: u64, deadline_ns: u64) -> u32 {
        let busy_ns = 0;
        self.open_step(
            operation,
            NO_SESSION,
            Instants {
                due_ns,
                busy_ns,
                seen_ns,
            },
            deadline_ns,
        )
    }

    /// Opens a call of a session, whose user may have been busy when it fell due.
    #[inline(always)]
    pub(crate) fn open_step(&mut self, operation: usize, session: u32, instants: Instants, deadline_ns: u64) -> u32 {
        let Instants {
            due_ns,
            busy_ns,
            seen_ns,
        } = instants;
        let fresh = Call {
            stage: Stage::Waiting,
            operation: operation as u32,
            generation: 0,
            session,
            due_ns,
            seen_ns,
            wait_ns: busy_ns,
            sent_ns: seen_ns,
            idle_ns: NOT_REUSED,
        };
        let id = match self.free.pop() {
            Some(id) => {
                let entry = &mut self.entries[id as usize];
                *entry = Call {
                    generation: entry.generation.wrapping_add(1),
                    ..fresh
                };
                id
            }
            None => {
                self.entries.push(fresh);
                (self.entries.len() - 1) as u32
            }
        };
        self.timeouts.set(id, deadline_ns);
        id
    }

    #[inline]
    pub(crate) fn get(&self, id: u32) -> &Call {
        &self.entries[id as usize]
    }

    /// Notes that a call was handed over, `unconnected_ns` of the time since it was seen without a free connection.
    #[inline]
    pub(crate) fn sent(&mut self, id: u32, connection: u32, unconnected_ns: u64, sent_ns: u64) {
        let call = &mut self.entries[id as usize];
        call.stage = Stage::Sent { connection };
        call.wait_ns += unconnected_ns;
        call.sent_ns = sent_ns;
        self.in_flight += 1;
    }

    /// Notes how long the connection of a call was idle before.
    #[inline]
    pub(crate) fn set_idle_ns(&mut self, id: u32, idle_ns: u64) {
        self.entries[id as usize].idle_ns = idle_ns;
    }

    /// Notes that the connection of a sent call is gone, and that it waits for a new one.
    pub(crate) fn retry(&mut self, id: u32) {
        self.entries[id as usize].stage = Stage::Retrying;
    }

    /// Notes that a call was handed over a second time, on a new connection; it counts as sent since the first time.
    pub(crate) fn sent_again(&mut self, id: u32, connection: u32) {
        let call = &mut self.entries[id as usize];
        call.stage = Stage::Sent { connection };
        call.idle_ns = NOT_REUSED;
    }

    /// Closes a call and gives it back as it was; None when it was closed before.
    #[inline(always)]
    pub(crate) fn close(&mut self, id: u32) -> Option<Call> {
        let entry = &mut self.entries[id as usize];
        let call = *entry;
        match call.stage {
            Stage::Free => return None,
            Stage::Waiting => {}
            Stage::Sent { .. } | Stage::Retrying => self.in_flight -= 1,
        }
        entry.stage = Stage::Free;
        self.timeouts.clear(id);
        self.free.push(id);
        Some(call)
    }

    pub(crate) fn in_flight(&self) -> usize {
        self.in_flight
    }

    pub(crate) fn open_count(&self) -> usize {
        self.entries.len() - self.free.len()
    }

    /// When the oldest open call was due.
    pub(crate) fn oldest_due_ns(&self) -> Option<u64> {
        let open = self.entries.iter().filter(|call| call.stage != Stage::Free);
        open.map(|call| call.due_ns).min()
    }

    /// Numbers of all open calls.
    pub(crate) fn open_ids(&self) -> Vec<u32> {
        let open = self.entries.iter().enumerate().filter(|(_, call)| call.stage != Stage::Free);
        open.map(|(id, _)| id as u32).collect()
    }

    /// Appends the calls whose time is over to `expired`; they stay open until they are closed.
    #[inline]
    pub(crate) fn expire(&mut self, now_ns: u64, expired: &mut Vec<u32>) {
        self.timeouts.expire(now_ns, expired);
    }

    /// When to look for expired calls next.
    #[inline]
    pub(crate) fn next_expiry_ns(&mut self) -> Option<u64> {
        self.timeouts.next_ns()
    }
}

//! Connections to a simulated service, from the caller's side.

use std::collections::VecDeque;

use loadproof_engine::{ConnectionLimit, Lease};

/// What a refusal takes at the least: without it a saturating load on a service that refuses everything would stop virtual time.
pub(crate) const SHORTEST_REFUSAL_NS: u64 = 100_000;

/// A connection that is being made: how it ends, and when.
#[derive(Clone, Copy, Debug)]
struct Coming {
    at_ns: u64,
    connection: u32,
}

/// The connections of one shard; numbers are used again.
#[derive(Debug)]
pub(crate) struct Connections {
    limit: ConnectionLimit,
    /// Most that the service accepts.
    accepted: usize,
    connect_ns: u64,
    /// One for each number: how often it was used up.
    generations: Vec<u32>,
    free: Vec<u32>,
    /// Free connections; the last freed is taken first.
    idle: Vec<Lease>,
    coming: VecDeque<Coming>,
    /// When attempts will be refused.
    refusals: VecDeque<u64>,
    /// When the next attempt ends; the end of time when none is under way.
    next_ns: u64,
}

/// How an attempt at a connection ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Attempt {
    Up,
    Refused,
}

impl Connections {
    pub(crate) fn new(limit: ConnectionLimit, accepted: usize, connect_ns: u64) -> Self {
        Self {
            limit,
            accepted,
            connect_ns,
            generations: Vec::new(),
            free: Vec::new(),
            idle: Vec::new(),
            coming: VecDeque::new(),
            refusals: VecDeque::new(),
            next_ns: u64::MAX,
        }
    }

    /// Connections that are up or being made.
    pub(crate) fn len(&self) -> usize {
        self.used() + self.refusals.len()
    }

    fn used(&self) -> usize {
        self.generations.len() - self.free.len()
    }

    /// Attempts that have not ended.
    #[inline]
    pub(crate) fn under_way(&self) -> usize {
        self.coming.len() + self.refusals.len()
    }

    /// Most connections of a trial that saturates, or of another.
    pub(crate) fn most(&self, saturates: bool) -> usize {
        if saturates {
            self.limit.saturating
        } else {
            self.limit.most
        }
    }

    /// Closes free connections until no more than `most` are left.
    pub(crate) fn close_idle_beyond(&mut self, most: usize) {
        while self.len() > most {
            let Some(lease) = self.idle.pop() else { return };
            self.remove(lease.connection);
        }
    }

    /// Attempts one more connection; false when there are `most` already.
    pub(crate) fn attempt(&mut self, now_ns: u64, alive: bool, most: usize) -> bool {
        if self.len() >= most {
            return false;
        }
        if alive && self.used() < self.accepted {
            let connection = self.free.pop().unwrap_or_else(|| {
                self.generations.push(0);
                (self.generations.len() - 1) as u32
            });
            self.coming.push_back(Coming {
                at_ns: now_ns + self.connect_ns,
                connection,
            });
        } else {
            self.refusals.push_back(now_ns + self.connect_ns.max(SHORTEST_REFUSAL_NS));
        }
        self.look_ahead();
        true
    }

    /// When the next attempt ends.
    #[inline]
    pub(crate) fn next_ns(&self) -> u64 {
        self.next_ns
    }

    fn look_ahead(&mut self) {
        let coming = self.coming.front().map_or(u64::MAX, |coming| coming.at_ns);
        self.next_ns = coming.min(self.refusals.front().copied().unwrap_or(u64::MAX));
    }

    /// Ends one attempt whose time has come.
    pub(crate) fn end_attempt(&mut self, now_ns: u64) -> Option<Attempt> {
        let ended = self.take_ended(now_ns);
        self.look_ahead();
        ended
    }

    fn take_ended(&mut self, now_ns: u64) -> Option<Attempt> {
        if self.coming.front().is_some_and(|coming| coming.at_ns <= now_ns) {
            let Coming { at_ns, connection } = self.coming.pop_front()?;
            self.idle.push(Lease {
                connection,
                ready_ns: at_ns,
                is_reused: false,
            });
            return Some(Attempt::Up);
        }
        self.refusals.front().filter(|at_ns| **at_ns <= now_ns)?;
        self.refusals.pop_front();
        Some(Attempt::Refused)
    }

    #[inline]
    pub(crate) fn acquire(&mut self) -> Option<Lease> {
        self.idle.pop()
    }

    /// A free connection that has carried no call.
    pub(crate) fn acquire_new(&mut self) -> Option<Lease> {
        let place = self.idle.iter().rposition(|lease| !lease.is_reused)?;
        Some(self.idle.remove(place))
    }

    /// Closes the connection that was free longest, where there are as many as there may be; false if there is none.
    pub(crate) fn make_room(&mut self) -> bool {
        if self.len() < self.limit.most {
            return true;
        }
        if self.idle.is_empty() {
            return false;
        }
        let lease = self.idle.remove(0);
        self.remove(lease.connection);
        true
    }

    /// A connection is free again.
    #[inline]
    pub(crate) fn free(&mut self, lease: Lease) {
        self.idle.push(lease);
    }

    #[inline]
    pub(crate) fn generation(&self, connection: u32) -> u32 {
        self.generations[connection as usize]
    }

    /// Whether a call still has its connection: neither was given up.
    #[inline]
    pub(crate) fn is_current(&self, connection: u32, generation: u32) -> bool {
        self.generations[connection as usize] == generation
    }

    /// A connection that carries a call is gone.
    pub(crate) fn remove(&mut self, connection: u32) {
        let generation = &mut self.generations[connection as usize];
        *generation = generation.wrapping_add(1);
        self.free.push(connection);
    }

    /// The service is gone: with it the connections that are free, and those that are being made will be refused.
    pub(crate) fn lose_service(&mut self) {
        for lease in std::mem::take(&mut self.idle) {
            self.remove(lease.connection);
        }
        for coming in std::mem::take(&mut self.coming) {
            self.remove(coming.connection);
            let refused_ns = coming.at_ns - self.connect_ns + self.connect_ns.max(SHORTEST_REFUSAL_NS);
            self.refusals.push_back(refused_ns);
        }
        self.refusals.make_contiguous().sort_unstable();
        self.look_ahead();
    }

    /// Between trials: forgets attempts, which nobody waits for.
    pub(crate) fn forget_attempts(&mut self) {
        self.refusals.clear();
        for coming in std::mem::take(&mut self.coming) {
            self.remove(coming.connection);
        }
        self.look_ahead();
    }
}

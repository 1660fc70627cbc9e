//! A service in virtual time, behind the same traits as sockets and real time.

use std::collections::BinaryHeap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Arc;

use loadproof_engine::{Clock, Event, Lease, Limits, Transport, TransportFault};
use loadproof_measure::{ErrorKind, Phases};
use loadproof_protocol::http1::{Content, Expectation};

/// Time that moves only when the run loop waits.
#[derive(Clone, Debug, Default)]
pub struct VirtualClock(Arc<AtomicU64>);

impl Clock for VirtualClock {
    fn now_ns(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    fn unix_ns(&self) -> u64 {
        self.now_ns()
    }

    fn cpu_ns(&self) -> u64 {
        0
    }
}

/// What becomes of a call.
#[derive(Clone, Copy, Debug)]
#[allow(dead_code)] // Each test program takes those that it needs.
pub enum Behaviour {
    /// Answered with a status after so many nanoseconds.
    Answer { status: u16, after_ns: u64 },
    /// Never answered.
    Stall,
    /// Fails after so many nanoseconds.
    Fail { kind: ErrorKind, after_ns: u64 },
    /// No connection can be made.
    Refuse,
}

/// A service with so many connections, each of which takes one call at a time.
pub struct VirtualService {
    clock: VirtualClock,
    behaviour: Behaviour,
    connections: u32,
    /// Free connections and since when; the last freed is taken first.
    idle: Vec<Lease>,
    opened: u32,
    /// Ends of calls, earliest first: (negated instant, connection, call).
    ends: BinaryHeap<(std::cmp::Reverse<u64>, u32, u32)>,
    /// Events that the next wait finds at once: refusals, and connections that came up.
    refused: usize,
    came_up: usize,
}

impl VirtualService {
    pub fn new(clock: VirtualClock, behaviour: Behaviour, connections: u32) -> Self {
        Self {
            clock,
            behaviour,
            connections,
            idle: Vec::new(),
            opened: 0,
            ends: BinaryHeap::new(),
            refused: 0,
            came_up: 0,
        }
    }
}

impl Transport for VirtualService {
    fn begin(&mut self) -> Result<(), TransportFault> {
        Ok(())
    }

    fn acquire(&mut self) -> Option<Lease> {
        self.idle.pop()
    }

    fn release(&mut self, lease: Lease) {
        self.idle.push(lease);
    }

    fn grow(&mut self, waiting: usize) {
        if let Behaviour::Refuse = self.behaviour {
            self.refused = waiting.min(1);
            return;
        }
        while self.idle.len() < waiting && self.opened < self.connections {
            self.idle.push(Lease {
                connection: self.opened,
                ready_ns: self.clock.now_ns(),
            });
            self.opened += 1;
            self.came_up += 1;
        }
    }

    fn send(&mut self, connection: u32, call: u32, _request: &[u8], _expectation: Expectation) -> Result<(), ErrorKind> {
        let after_ns = match self.behaviour {
            Behaviour::Answer { after_ns, .. } | Behaviour::Fail { after_ns, .. } => after_ns,
            Behaviour::Stall | Behaviour::Refuse => return Ok(()),
        };
        self.ends
            .push((std::cmp::Reverse(self.clock.now_ns() + after_ns), connection, call));
        Ok(())
    }

    fn cancel(&mut self, connection: u32) {
        self.ends.retain(|(_, used, _)| *used != connection);
        self.idle.push(Lease {
            connection,
            ready_ns: self.clock.now_ns(),
        });
    }

    fn wait(&mut self, until_ns: u64) -> Result<(), TransportFault> {
        let at_once = self.refused + self.came_up > 0;
        let next_ns = self.ends.peek().map_or(until_ns, |(end, ..)| end.0.min(until_ns));
        let until_ns = if at_once { self.clock.now_ns() } else { next_ns };
        self.clock.0.fetch_max(until_ns, Ordering::Relaxed);
        Ok(())
    }

    fn next_event(&mut self) -> Option<Event> {
        let now_ns = self.clock.now_ns();
        if self.refused > 0 {
            self.refused -= 1;
            return Some(Event::ConnectFailed {
                kind: ErrorKind::Refused,
                at_ns: now_ns,
            });
        }
        if self.came_up > 0 {
            self.came_up -= 1;
            return Some(Event::Ready);
        }
        if self.ends.peek().is_none_or(|(end, ..)| end.0 > now_ns) {
            return None;
        }
        let (end, connection, call) = self.ends.pop()?;
        self.idle.push(Lease {
            connection,
            ready_ns: end.0,
        });
        Some(match self.behaviour {
            Behaviour::Fail { kind, .. } => Event::Failed {
                call,
                kind,
                at_ns: end.0,
            },
            Behaviour::Answer { status, .. } => Event::Answered {
                call,
                status,
                first_byte_ns: end.0,
                at_ns: end.0,
            },
            Behaviour::Stall | Behaviour::Refuse => return None,
        })
    }

    fn content(&self) -> Content<'_> {
        Content::default()
    }

    fn connections(&self) -> usize {
        self.opened as usize
    }

    fn take_limits(&mut self) -> Limits {
        Limits::default()
    }

    fn take_phases(&mut self) -> Phases {
        Phases::default()
    }
}

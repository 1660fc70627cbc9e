//! A service in virtual time, behind the same traits as sockets and real time.

// Each test program takes what it needs, and a broken assumption must end it.
#![allow(dead_code, clippy::unwrap_used)]

use std::collections::BinaryHeap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use loadproof_engine::{Attention, Clock, Event, Lease, Limits, Transport, TransportFault};
use loadproof_measure::{ErrorKind, Phases, Traffic};
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

    /// Half of all time.
    fn cpu_ns(&self) -> u64 {
        self.now_ns() / 2
    }
}

/// Bytes of an answered call.
pub const TRAFFIC: Traffic = Traffic {
    received: 1_000,
    sent: 10,
};
/// Bytes of any other that was sent.
pub const TRAFFIC_OF_CUT: Traffic = Traffic { received: 0, sent: 10 };

/// What becomes of a call.
#[derive(Clone, Copy, Debug)]
pub enum Behaviour {
    /// Answered with a status after so many nanoseconds.
    Answer { status: u16, after_ns: u64 },
    /// Answered at once; the first answer from an instant on takes so long to read.
    Lengthy { from_ns: u64, for_ns: u64 },
    /// Never answered.
    Stall,
    /// Fails after so many nanoseconds.
    Fail { kind: ErrorKind, after_ns: u64 },
    /// No connection can be made.
    Refuse,
    /// A call on a reused connection fails without an answer after 1 ms; any other is answered after 2 ms.
    CloseReused,
    /// As `CloseReused`, but from an instant on no call is answered: one on a new connection fails by a reset, or `silently` never ends.
    CloseAll { from_ns: u64, silently: bool },
    /// As its path says: `/STATUS/MS`, `/STATUS/MS/MS-TO-FIRST-BYTE`, `/reset/MS`, `/stall`.
    AsAsked,
}

/// Requests with the instants at which they were sent.
pub type Sends = Arc<Mutex<Vec<(u64, String)>>>;

/// The end of a call that has one; earliest first in a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct End {
    at_ns: std::cmp::Reverse<u64>,
    first_byte_ns: u64,
    connection: u32,
    call: u32,
    /// None: fails as the behaviour says, by a reset where it is as asked.
    status: Option<u16>,
}

/// What a path asks for: status, nanoseconds to the first byte and to the last; None: a stall.
fn asked(request: &[u8]) -> Option<(Option<u16>, u64, u64)> {
    let request = std::str::from_utf8(request).unwrap();
    let path = request.split([' ', '?']).nth(1).unwrap();
    let mut parts = path.split('/').skip(1);
    let status = match parts.next().unwrap() {
        "stall" => return None,
        "reset" => None,
        status => Some(status.parse().unwrap()),
    };
    let mut milliseconds = parts.map(|part| part.parse::<u64>().unwrap() * 1_000_000);
    let after_ns = milliseconds.next().unwrap();
    Some((status, milliseconds.next().unwrap_or(after_ns), after_ns))
}

/// A service with so many connections, each of which takes one call at a time.
pub struct VirtualService {
    clock: VirtualClock,
    behaviour: Behaviour,
    connections: u32,
    /// Free connections and since when; the last freed is taken first.
    idle: Vec<Lease>,
    opened: u32,
    ends: BinaryHeap<End>,
    sends: Option<Sends>,
    /// The thread that waits stands still from the one instant to the other; answers come all the same.
    freeze: Option<(u64, u64)>,
    /// The last event was an answer.
    answered: bool,
    /// Events that the next wait finds at once: refusals, and connections that came up.
    refused: usize,
    came_up: usize,
    was_lengthy: bool,
    /// The connection that was leased last is reused.
    leased_reused: bool,
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
            sends: None,
            freeze: None,
            answered: false,
            refused: 0,
            came_up: 0,
            was_lengthy: false,
            leased_reused: false,
        }
    }

    /// The same service, writing down what it is sent.
    pub fn writing_down(mut self, sends: Sends) -> Self {
        self.sends = Some(sends);
        self
    }

    /// The same service, whose caller stands still from one instant to another.
    pub fn freezing_its_caller(mut self, from_ns: u64, to_ns: u64) -> Self {
        self.freeze = Some((from_ns, to_ns));
        self
    }
}

impl Transport for VirtualService {
    fn begin(&mut self, _gather_ns: Option<u64>) -> Result<(), TransportFault> {
        Ok(())
    }

    fn acquire(&mut self) -> Option<Lease> {
        let lease = self.idle.pop()?;
        self.leased_reused = lease.is_reused;
        Some(lease)
    }

    fn acquire_new(&mut self) -> Option<Lease> {
        let place = self.idle.iter().rposition(|lease| !lease.is_reused)?;
        self.leased_reused = false;
        Some(self.idle.remove(place))
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
                is_reused: false,
            });
            self.opened += 1;
            self.came_up += 1;
        }
    }

    fn grow_new(&mut self, calls: usize) {
        let room = (self.connections - self.opened) as usize;
        for _ in room..calls {
            if self.idle.is_empty() {
                break;
            }
            self.idle.remove(0);
            self.opened -= 1;
        }
        self.grow(self.idle.len() + calls);
    }

    fn send(
        &mut self,
        connection: u32,
        call: u32,
        _operation: usize,
        request: &[u8],
        _expectation: Expectation,
    ) -> Result<(), ErrorKind> {
        let now_ns = self.clock.now_ns();
        if let Some(sends) = &self.sends {
            let line = String::from_utf8_lossy(request.split(|byte| *byte == b'\r').next().unwrap()).into_owned();
            sends.lock().unwrap().push((now_ns, line));
        }
        let end = match self.behaviour {
            Behaviour::Answer { status, after_ns } => Some((Some(status), after_ns, after_ns)),
            Behaviour::Fail { after_ns, .. } => Some((None, after_ns, after_ns)),
            Behaviour::AsAsked => asked(request),
            Behaviour::Lengthy { .. } => Some((Some(200), 1_000_000, 1_000_000)),
            Behaviour::CloseReused | Behaviour::CloseAll { .. } if self.leased_reused => Some((None, 1_000_000, 1_000_000)),
            Behaviour::CloseAll { from_ns, silently: true } if now_ns >= from_ns => None,
            Behaviour::CloseAll { from_ns, .. } if now_ns >= from_ns => Some((None, 1_000_000, 1_000_000)),
            Behaviour::CloseReused | Behaviour::CloseAll { .. } => Some((Some(200), 2_000_000, 2_000_000)),
            Behaviour::Stall | Behaviour::Refuse => None,
        };
        if let Some((status, first_byte_ns, after_ns)) = end {
            self.ends.push(End {
                at_ns: std::cmp::Reverse(now_ns + after_ns),
                first_byte_ns: now_ns + first_byte_ns,
                connection,
                call,
                status,
            });
        }
        Ok(())
    }

    fn cancel(&mut self, connection: u32) -> Traffic {
        self.ends.retain(|end| end.connection != connection);
        self.idle.push(Lease {
            connection,
            ready_ns: self.clock.now_ns(),
            is_reused: false,
        });
        TRAFFIC_OF_CUT
    }

    fn wait(&mut self, until_ns: u64, _attention: Attention) -> Result<(), TransportFault> {
        let at_once = self.refused + self.came_up > 0;
        let next_ns = self.ends.peek().map_or(until_ns, |end| end.at_ns.0.min(until_ns));
        let until_ns = if at_once { self.clock.now_ns() } else { next_ns };
        let until_ns = match self.freeze {
            Some((from_ns, to_ns)) if until_ns >= from_ns => {
                self.freeze = None;
                to_ns
            }
            _ => until_ns,
        };
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
        self.answered = false;
        if self.ends.peek().is_none_or(|end| end.at_ns.0 > now_ns) {
            return None;
        }
        let End {
            at_ns: std::cmp::Reverse(at_ns),
            first_byte_ns,
            connection,
            call,
            status,
        } = self.ends.pop()?;
        self.idle.push(Lease {
            connection,
            ready_ns: at_ns,
            is_reused: status.is_some(),
        });
        self.answered = status.is_some();
        if let Behaviour::Lengthy { from_ns, for_ns } = self.behaviour {
            if at_ns >= from_ns && !std::mem::replace(&mut self.was_lengthy, true) {
                self.clock.0.fetch_add(for_ns, Ordering::Relaxed);
            }
        }
        Some(match (status, self.behaviour) {
            (Some(status), _) => Event::Answered {
                call,
                status,
                first_byte_ns,
                at_ns,
                traffic: TRAFFIC,
            },
            (None, behaviour) => Event::Failed {
                call,
                kind: match behaviour {
                    Behaviour::Fail { kind, .. } => kind,
                    _ => ErrorKind::Reset,
                },
                is_unanswered: true,
                at_ns,
                traffic: TRAFFIC_OF_CUT,
            },
        })
    }

    fn content(&self) -> Content<'_> {
        if !self.answered {
            return Content::default();
        }
        Content {
            head: b"HTTP/1.1 500 No\r\nContent-Length: 5\r\n\r\n",
            body: b"sorry",
            body_bytes: 5,
        }
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

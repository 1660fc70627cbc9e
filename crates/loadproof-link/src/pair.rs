//! The two connections of one client: its own, and the one that its bytes are passed on to.

use std::time::Duration;

use rustix::event::epoll::EventFlags;
use rustix::fd::OwnedFd;
use rustix::net::{self, sockopt, RecvFlags};

use crate::fault::Effect;
use crate::flow::Flow;

/// Numbers of the sides of a pair.
pub(crate) const CLIENT: usize = 0;
pub(crate) const UPSTREAM: usize = 1;

/// Memory that a direction may always take while a fault holds its bytes.
const OWN_BYTES: usize = 64 << 10;
/// Most memory of a direction: with a delay, its bytes in flight.
const MOST_BYTES: usize = 4 << 20;
/// Most memory of all directions beyond `OWN_BYTES` each.
pub(crate) const MOST_BYTES_OF_ALL: usize = 256 << 20;
/// Time for which a direction with limited bandwidth may queue bytes beyond its delay, in seconds.
const QUEUED_S: f64 = 0.05;

/// One connection of a pair.
#[derive(Debug, Default)]
pub(crate) struct Side {
    /// None: it was not begun, as the link is cut.
    pub(crate) socket: Option<OwnedFd>,
    /// It takes and gives bytes.
    pub(crate) is_up: bool,
    /// It failed; its socket stays until the pair ends.
    pub(crate) is_broken: bool,
    /// What it is watched for.
    pub(crate) watched: EventFlags,
}

/// Both connections, and the bytes on their way: `flows[side]` come from that side.
#[derive(Debug)]
pub(crate) struct Pair {
    pub(crate) sides: [Side; 2],
    pub(crate) flows: [Flow; 2],
    /// Port of the client.
    pub(crate) client_port: u16,
    /// Number of the next address of the upstream that is tried.
    pub(crate) address: usize,
}

impl Pair {
    /// A client without its upstream connection.
    pub(crate) fn new(client: OwnedFd, client_port: u16) -> Self {
        let client = Side {
            socket: Some(client),
            is_up: true,
            ..Side::default()
        };
        Self {
            sides: [client, Side::default()],
            flows: [Flow::new(), Flow::new()],
            client_port,
            address: 0,
        }
    }

    /// Memory of the bytes on their way.
    pub(crate) fn queued(&self) -> usize {
        self.flows[CLIENT].queued() + self.flows[UPSTREAM].queued()
    }

    /// True if nothing more is passed on either way.
    pub(crate) fn is_finished(&self) -> bool {
        self.flows[CLIENT].is_finished && self.flows[UPSTREAM].is_finished
    }

    /// Has both connections reset (RST) when they are closed.
    pub(crate) fn reset_on_close(&self) {
        for socket in self.sides.iter().filter_map(|side| side.socket.as_ref()) {
            // One that cannot is closed instead.
            let _ = sockopt::set_socket_linger(socket, Some(Duration::ZERO));
        }
    }

    /// Reads what a side that fails has sent before, up to the memory of a direction; None: no more.
    pub(crate) fn rest(&self, side: usize, into: &mut [u8]) -> Option<usize> {
        let flow = &self.flows[side];
        let socket = self.sides[side].socket.as_ref()?;
        if self.sides[side].is_broken || flow.has_end() || flow.is_finished || flow.queued() >= MOST_BYTES {
            return None;
        }
        let (read, _) = net::recv(socket, into, RecvFlags::empty()).ok()?;
        (read > 0).then_some(read)
    }

    /// True if bytes may be read from a side. `queued` is the memory of all pairs.
    #[inline]
    pub(crate) fn may_read(&self, side: usize, effect: &Effect, queued: usize) -> bool {
        let flow = &self.flows[side];
        if !self.sides[side].is_up || self.sides[side].is_broken || flow.has_end() || flow.is_finished || effect.is_cut {
            return false;
        }
        flow.is_empty() || has_room(flow.queued(), effect, queued)
    }

    /// What a side is to be watched for.
    #[inline]
    pub(crate) fn wanted(&self, side: usize, effect: &Effect, queued: usize) -> EventFlags {
        let this = &self.sides[side];
        if this.socket.is_none() || this.is_broken {
            return EventFlags::empty();
        }
        if !this.is_up {
            return EventFlags::OUT;
        }
        let mut wanted = EventFlags::empty();
        wanted.set(EventFlags::IN, self.may_read(side, effect, queued));
        wanted.set(EventFlags::OUT, self.flows[1 - side].is_blocked && !effect.is_cut);
        wanted
    }
}

/// True if a direction that holds bytes may hold more. Without a fault none may: the receiver is slow.
fn has_room(own: usize, effect: &Effect, queued: usize) -> bool {
    if effect.passes_through() {
        return false;
    }
    let most = match effect.bytes_per_s {
        None => MOST_BYTES,
        Some(bytes_per_s) => {
            let delay_s = effect.longest_ns() as f64 / 1e9;
            ((bytes_per_s * (delay_s + QUEUED_S)) as usize).clamp(OWN_BYTES, MOST_BYTES)
        }
    };
    own < most && (own < OWN_BYTES || queued < MOST_BYTES_OF_ALL)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_bounded() {
        let lag = Effect {
            latency_ns: 1_000_000_000,
            ..Effect::default()
        };
        assert!(has_room(MOST_BYTES - 1, &lag, 0));
        assert!(!has_room(MOST_BYTES, &lag, 0));
        assert!(!has_room(OWN_BYTES, &lag, MOST_BYTES_OF_ALL));
        assert!(has_room(OWN_BYTES - 1, &lag, MOST_BYTES_OF_ALL));
        assert!(!has_room(1, &Effect::default(), 0));
        let narrow = Effect {
            bytes_per_s: Some(1e6),
            ..lag
        };
        assert!(has_room(1_000_000, &narrow, 0));
        assert!(!has_room(1_100_000, &narrow, 0));
    }
}

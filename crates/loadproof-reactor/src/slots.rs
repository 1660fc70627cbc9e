//! Connections by number.

use loadproof_engine::Lease;
use rustix::fd::OwnedFd;

use crate::connection::{Connection, State, NEVER_NS, NO_CALL};

/// How long an unused connection counts as new: a target may close one that was idle for longer, as any other.
const NEW_FOR_NS: u64 = 1_000_000;

/// A number's place: its connection, and a generation that tells the number's present owner from earlier ones.
#[derive(Debug)]
struct Slot {
    generation: u32,
    connection: Option<Connection>,
}

/// The connections of a shard by number; numbers are used again.
#[derive(Debug, Default)]
pub(crate) struct Slots {
    entries: Vec<Slot>,
    vacant: Vec<u32>,
    /// Free connections, the last used on top; entries of closed ones are stale and skipped.
    idle: Vec<(u32, u32)>,
    /// Connections that are not yet up.
    coming_up: usize,
}

impl Slots {
    /// Connections that are up or being made.
    pub(crate) fn len(&self) -> usize {
        self.entries.len() - self.vacant.len()
    }

    /// Connections that are being made.
    pub(crate) fn coming_up(&self) -> usize {
        self.coming_up
    }

    /// The sockets of all connections.
    pub(crate) fn sockets(&self) -> impl Iterator<Item = &OwnedFd> {
        let connections = self.entries.iter().filter_map(|slot| slot.connection.as_ref());
        connections.map(|connection| &connection.socket)
    }

    /// Takes in a connection that is being made; its number.
    pub(crate) fn insert(&mut self, connection: Connection) -> u32 {
        let number = self.vacant.pop().unwrap_or_else(|| {
            self.entries.push(Slot {
                generation: 0,
                connection: None,
            });
            (self.entries.len() - 1) as u32
        });
        let slot = &mut self.entries[number as usize];
        slot.generation = slot.generation.wrapping_add(1);
        slot.connection = Some(connection);
        self.coming_up += 1;
        number
    }

    /// Takes a connection out.
    pub(crate) fn remove(&mut self, number: u32) -> Option<Connection> {
        let slot = self.entries.get_mut(number as usize)?;
        let connection = slot.connection.take()?;
        slot.generation = slot.generation.wrapping_add(1);
        self.coming_up -= usize::from(is_coming_up(&connection));
        self.vacant.push(number);
        Some(connection)
    }

    #[inline]
    pub(crate) fn get(&self, number: u32) -> Option<&Connection> {
        self.entries.get(number as usize)?.connection.as_ref()
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, number: u32) -> Option<&mut Connection> {
        self.entries.get_mut(number as usize)?.connection.as_mut()
    }

    /// What names the present connection of a number in events.
    pub(crate) fn token(&self, number: u32) -> u64 {
        let generation = self.entries.get(number as usize).map_or(0, |slot| slot.generation);
        u64::from(generation) << 32 | u64::from(number)
    }

    /// The number and state of the connection that a token names, unless it is gone.
    #[inline]
    pub(crate) fn named_by(&self, token: u64) -> Option<(u32, State)> {
        let number = token as u32;
        let slot = self.entries.get(number as usize)?;
        if slot.generation != (token >> 32) as u32 {
            return None;
        }
        Some((number, slot.connection.as_ref()?.state))
    }

    /// Numbers of the connections being made for which `holds` is true.
    pub(crate) fn coming_up_that(&self, holds: impl Fn(&Connection) -> bool) -> Vec<u32> {
        let late = self.entries.iter().enumerate().filter(|(_, slot)| {
            slot.connection
                .as_ref()
                .is_some_and(|connection| is_coming_up(connection) && holds(connection))
        });
        late.map(|(number, _)| number as u32).collect()
    }

    /// A connection is free from an instant on.
    #[inline]
    pub(crate) fn set_idle(&mut self, number: u32, since_ns: u64) {
        let slot = &mut self.entries[number as usize];
        if let Some(connection) = &mut slot.connection {
            self.coming_up -= usize::from(is_coming_up(connection));
            connection.state = State::Idle { since_ns };
            self.idle.push((number, slot.generation));
        }
        // Connections that ended while they were free leave their entries behind; a long run must not gather them.
        if self.idle.len() > 2 * self.entries.len() {
            self.drop_stale();
        }
    }

    fn drop_stale(&mut self) {
        let entries = &self.entries;
        self.idle
            .retain(|(number, generation)| entries[*number as usize].generation == *generation);
    }

    /// Leases the connection that was used last. One that the target is about to close for having been idle is closed instead.
    #[inline]
    pub(crate) fn lease(&mut self, now_ns: u64) -> Option<Lease> {
        while let Some((number, generation)) = self.idle.pop() {
            let slot = &mut self.entries[number as usize];
            let Some(connection) = slot.connection.as_mut().filter(|_| slot.generation == generation) else {
                continue;
            };
            let State::Idle { since_ns } = connection.state else {
                continue;
            };
            if connection.reusable_until_ns != NEVER_NS && connection.reusable_until_ns <= now_ns {
                drop(self.remove(number));
                continue;
            }
            connection.state = State::Busy { call: NO_CALL };
            return Some(Lease {
                connection: number,
                ready_ns: since_ns,
                is_reused: connection.is_used || now_ns >= since_ns.saturating_add(NEW_FOR_NS),
            });
        }
        None
    }

    /// Leases a connection that is not reused, the last opened one first.
    pub(crate) fn lease_new(&mut self, now_ns: u64) -> Option<Lease> {
        let entries = &self.entries;
        let new_since_ns = |(number, generation): &(u32, u32)| {
            let slot = &entries[*number as usize];
            let connection = slot.connection.as_ref().filter(|_| slot.generation == *generation)?;
            match connection.state {
                State::Idle { since_ns } if !connection.is_used && now_ns < since_ns.saturating_add(NEW_FOR_NS) => Some(since_ns),
                _ => None,
            }
        };
        let place = self.idle.iter().rposition(|entry| new_since_ns(entry).is_some())?;
        let ready_ns = new_since_ns(&self.idle[place])?;
        let (number, _) = self.idle.remove(place);
        if let Some(connection) = self.get_mut(number) {
            connection.state = State::Busy { call: NO_CALL };
        }
        Some(Lease {
            connection: number,
            ready_ns,
            is_reused: false,
        })
    }

    /// Takes out the connection that was free longest.
    pub(crate) fn remove_idle(&mut self) -> Option<Connection> {
        let is_idle = |(number, generation): &(u32, u32)| {
            let slot = &self.entries[*number as usize];
            let connection = slot.connection.as_ref().filter(|_| slot.generation == *generation);
            connection.is_some_and(|connection| matches!(connection.state, State::Idle { .. }))
        };
        let place = self.idle.iter().position(is_idle)?;
        let (number, _) = self.idle.remove(place);
        self.remove(number)
    }
}

fn is_coming_up(connection: &Connection) -> bool {
    matches!(connection.state, State::Connecting | State::Handshaking { .. })
}

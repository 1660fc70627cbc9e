//! Sessions: who goes through a flow, and what it holds.

use crate::cursor::Drawn;
use crate::jar::Jar;

/// Longest text of a variable.
pub(crate) const MOST_VALUE_BYTES: usize = 64 << 10;

/// The text of a variable in a session.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Value {
    /// As the scenario has it at first.
    #[default]
    First,
    /// Extracted or set.
    Text(Box<[u8]>),
    /// Set to a text that could not be made.
    Unset,
}

impl Value {
    #[inline]
    pub(crate) fn text<'a>(&'a self, first: Option<&'a [u8]>) -> Option<&'a [u8]> {
        match self {
            Self::First => first,
            Self::Text(text) => Some(text),
            Self::Unset => None,
        }
    }

    /// Takes a text; one of the same length needs no new memory.
    pub(crate) fn set(&mut self, text: &[u8]) {
        match self {
            Self::Text(held) if held.len() == text.len() => held.copy_from_slice(text),
            _ => *self = Self::Text(text.into()),
        }
    }
}

/// One session: about 100 bytes, and 24 for each variable and each feeder.
#[derive(Debug)]
pub(crate) struct Session {
    /// Counts iterations over all sessions that had this place: what was drawn for another number is forgotten.
    pub(crate) tag: u64,
    pub(crate) flow: u16,
    is_open: bool,
    /// The next instruction.
    pub(crate) at: u32,
    /// First instruction of an iteration; those before it run once per session.
    pub(crate) begin: u32,
    /// Number over all shards and kinds; of a session without user it is not looked at.
    pub(crate) user: u32,
    /// Iterations begun since variables and cookies were new.
    pub(crate) iterations: u32,
    /// Iterations after which they are new again; 0: never.
    pub(crate) most_iterations: u32,
    pub(crate) variables: Box<[Value]>,
    pub(crate) drawn: Box<[Drawn]>,
    /// Passes that are left of the loops that it is in, by their depth.
    pub(crate) passes: Box<[u32]>,
    pub(crate) jar: Option<Box<Jar>>,
}

impl Session {
    /// Forgets what the last iteration drew.
    pub(crate) fn next_iteration(&mut self) {
        self.tag += 1;
        self.at = self.begin;
        self.iterations += 1;
        if self.most_iterations > 0 && self.iterations > self.most_iterations {
            self.at = 0;
            self.iterations = 1;
            self.forget();
        }
    }

    /// True if the steps before the first iteration are still to be run, or under way.
    pub(crate) fn is_before(&self) -> bool {
        self.at < self.begin
    }

    /// Forgets variables and cookies.
    fn forget(&mut self) {
        self.variables.fill(Value::First);
        self.jar = None;
    }
}

/// Most of what any session may need.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Capacity {
    pub(crate) variables: usize,
    pub(crate) feeders: usize,
    pub(crate) passes: usize,
}

/// The sessions of a shard; a closed one's place and memory are given to the next.
#[derive(Debug)]
pub(crate) struct Sessions {
    places: Vec<Session>,
    free: Vec<u32>,
    capacity: Capacity,
}

impl Sessions {
    pub(crate) fn new(capacity: Capacity) -> Self {
        Self {
            places: Vec::new(),
            free: Vec::new(),
            capacity,
        }
    }

    /// Opens a session at instruction `at` of a flow whose iterations begin at instruction `begin`.
    pub(crate) fn open(&mut self, flow: u16, (at, begin): (u32, u32), user: u32, most_iterations: u32) -> u32 {
        let number = self.free.pop().unwrap_or_else(|| {
            self.places.push(Session {
                tag: 0,
                flow,
                is_open: false,
                at: 0,
                begin,
                user,
                iterations: 0,
                most_iterations,
                variables: vec![Value::First; self.capacity.variables].into(),
                drawn: vec![Drawn::default(); self.capacity.feeders].into(),
                passes: vec![0; self.capacity.passes].into(),
                jar: None,
            });
            self.places.len() as u32 - 1
        });
        let session = self.get_mut(number);
        session.is_open = true;
        session.flow = flow;
        session.user = user;
        session.iterations = 0;
        session.most_iterations = most_iterations;
        session.begin = begin;
        session.next_iteration();
        session.at = at;
        number
    }

    pub(crate) fn close(&mut self, number: u32) {
        let session = self.get_mut(number);
        if std::mem::take(&mut session.is_open) {
            session.forget();
            self.free.push(number);
        }
    }

    #[inline]
    pub(crate) fn get(&self, number: u32) -> &Session {
        &self.places[number as usize]
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, number: u32) -> &mut Session {
        &mut self.places[number as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_given_again_with_nothing_of_its_last_session() {
        let mut sessions = Sessions::new(Capacity {
            variables: 1,
            feeders: 1,
            passes: 0,
        });
        let first = sessions.open(0, (0, 0), 7, 0);
        sessions.get_mut(first).variables[0].set(b"secret");
        let tag = sessions.get(first).tag;
        sessions.close(first);
        sessions.close(first);
        assert_eq!(sessions.open(1, (0, 0), 8, 0), first);
        assert_ne!(sessions.get(first).tag, tag);
        assert_eq!(sessions.get(first).variables[0], Value::First);
        assert_eq!(sessions.open(1, (0, 0), 9, 0), 1);
    }

    #[test]
    fn a_session_is_new_after_its_iterations() {
        let mut sessions = Sessions::new(Capacity {
            variables: 1,
            feeders: 0,
            passes: 0,
        });
        let number = sessions.open(0, (0, 0), 0, 2);
        let session = sessions.get_mut(number);
        session.variables[0].set(b"x");
        session.next_iteration();
        assert_eq!(session.variables[0], Value::Text(b"x"[..].into()));
        session.next_iteration();
        assert_eq!(session.variables[0], Value::First);
        session.variables[0].set(b"y");
        session.next_iteration();
        assert_ne!(session.variables[0], Value::First);
    }

    #[test]
    fn a_session_is_small() {
        assert!(size_of::<Session>() <= 112, "{}", size_of::<Session>());
        assert_eq!((size_of::<Value>(), size_of::<Drawn>()), (24, 24));
    }
}

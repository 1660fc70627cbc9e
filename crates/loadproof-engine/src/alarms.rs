//! What goes on at an instant of its own: sessions that pause, users that rest.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Who is to be woken; in this order where the instant is the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Sleeper {
    /// A session whose flow goes on after a pause.
    Session(u32),
    /// A user who begins a flow, by its number on the shard.
    User(u32),
}

/// Exact instants of sleepers, earliest first; none is ever taken back.
///
/// A heap and not the timer wheel of calls, because a pause ends at its nanosecond and not within a tick.
#[derive(Debug, Default)]
pub(crate) struct Alarms(BinaryHeap<Reverse<(u64, Sleeper)>>);

impl Alarms {
    pub(crate) fn set(&mut self, at_ns: u64, sleeper: Sleeper) {
        self.0.push(Reverse((at_ns, sleeper)));
    }

    /// The next instant; the end of time when nobody sleeps.
    #[inline]
    pub(crate) fn next_ns(&self) -> u64 {
        self.0.peek().map_or(u64::MAX, |Reverse((at_ns, _))| *at_ns)
    }

    /// All sleepers that are left, in no order.
    pub(crate) fn drain(&mut self) -> impl Iterator<Item = (u64, Sleeper)> + '_ {
        self.0.drain().map(|Reverse(alarm)| alarm)
    }

    /// Takes the earliest sleeper whose instant has come.
    #[inline]
    pub(crate) fn take_due(&mut self, now_ns: u64) -> Option<(u64, Sleeper)> {
        if self.next_ns() > now_ns {
            return None;
        }
        self.0.pop().map(|Reverse(alarm)| alarm)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sleepers_wake_in_the_order_of_their_instants_and_never_early() {
        let mut alarms = Alarms::default();
        alarms.set(30, Sleeper::User(1));
        alarms.set(10, Sleeper::Session(7));
        alarms.set(20, Sleeper::User(2));
        assert_eq!((alarms.next_ns(), alarms.take_due(9)), (10, None));
        let woken: Vec<_> = std::iter::from_fn(|| alarms.take_due(25)).collect();
        assert_eq!(woken, [(10, Sleeper::Session(7)), (20, Sleeper::User(2))]);
        assert_eq!(alarms.take_due(u64::MAX - 1), Some((30, Sleeper::User(1))));
        assert_eq!(alarms.next_ns(), u64::MAX);
    }
}

//! What is to be done when, and the timer that says it is time.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::time::{timerfd_create, timerfd_settime, Itimerspec, TimerfdClockId, TimerfdFlags, TimerfdTimerFlags, Timespec};

use crate::behaviour::Plan;
use crate::clock::NS_PER_S;
use crate::connection::Token;

/// A plan of a request, and whose it is.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    pub token: Token,
    /// The number that ended the path of the request.
    pub call: Option<u64>,
    /// The number of the connection.
    pub connection: u64,
    pub plan: Plan,
}

/// Entries in the order of their times; those of one moment in the order they were made.
pub struct Agenda {
    // A timerfd counts nanoseconds and has no slack; the timeout of epoll_wait counts milliseconds and has.
    timer: OwnedFd,
    order: BinaryHeap<Reverse<(u64, u64)>>,
    entries: HashMap<u64, Entry>,
    made: u64,
    armed_ns: Option<u64>,
}

impl Agenda {
    pub fn new() -> io::Result<Self> {
        let timer = timerfd_create(TimerfdClockId::Monotonic, TimerfdFlags::NONBLOCK | TimerfdFlags::CLOEXEC)?;
        Ok(Self {
            timer,
            order: BinaryHeap::new(),
            entries: HashMap::new(),
            made: 0,
            armed_ns: None,
        })
    }

    /// Readable when the first entry is due.
    pub fn timer(&self) -> BorrowedFd<'_> {
        self.timer.as_fd()
    }

    pub fn add(&mut self, at_ns: u64, entry: Entry) {
        self.made += 1;
        self.order.push(Reverse((at_ns, self.made)));
        self.entries.insert(self.made, entry);
    }

    /// The next entry whose time is not after `now_ns`.
    pub fn take_due(&mut self, now_ns: u64) -> Option<Entry> {
        let Reverse((end_ns, number)) = *self.order.peek()?;
        if end_ns > now_ns {
            return None;
        }
        self.order.pop();
        self.entries.remove(&number)
    }

    /// Everything that is left.
    pub fn drain(&mut self) -> impl Iterator<Item = Entry> + '_ {
        self.order.clear();
        self.entries.drain().map(|(_, entry)| entry)
    }

    /// Sets the timer to the first entry; to be called before every wait.
    pub fn arm(&mut self) -> io::Result<()> {
        let first_ns = self.order.peek().map(|Reverse((end_ns, _))| *end_ns);
        if first_ns == self.armed_ns {
            return Ok(());
        }
        // A time of zero disarms. Setting it also takes back a readiness that nobody has read.
        let at_ns = first_ns.unwrap_or(0);
        let at = Timespec {
            tv_sec: (at_ns / NS_PER_S) as i64,
            tv_nsec: (at_ns % NS_PER_S) as i64,
        };
        let once = Itimerspec {
            it_interval: Timespec::default(),
            it_value: at,
        };
        timerfd_settime(&self.timer, TimerfdTimerFlags::ABSTIME, &once)?;
        self.armed_ns = first_ns;
        Ok(())
    }
}

//! Epoll.

use std::mem::MaybeUninit;

use rustix::event::epoll::{self, EventData, EventFlags};
use rustix::event::Timespec;
use rustix::fd::OwnedFd;
use rustix::io::Errno;

const NANOS_PER_SECOND: u64 = 1_000_000_000;
/// Most events that one wait hands over.
const EVENTS: usize = 512;

/// What a connection that may send and be sent to waits for: bytes, or the end of them.
pub(crate) const INCOMING: EventFlags = EventFlags::IN.union(EventFlags::RDHUP);
/// The same, and room for bytes of its own.
pub(crate) const BOTH_WAYS: EventFlags = INCOMING.union(EventFlags::OUT);

/// An epoll instance and what its last wait found.
#[derive(Debug)]
pub(crate) struct Poll {
    epoll: OwnedFd,
    /// Token and flags, apart from the system's own structure, which may not change threads.
    ready: Vec<(u64, EventFlags)>,
    taken: usize,
}

impl Poll {
    pub(crate) fn new() -> Result<Self, Errno> {
        Ok(Self {
            epoll: epoll::create(epoll::CreateFlags::CLOEXEC)?,
            ready: Vec::with_capacity(EVENTS),
            taken: 0,
        })
    }

    pub(crate) fn add(&self, socket: &OwnedFd, token: u64, flags: EventFlags) -> Result<(), Errno> {
        epoll::add(&self.epoll, socket, EventData::new_u64(token), flags)
    }

    pub(crate) fn modify(&self, socket: &OwnedFd, token: u64, flags: EventFlags) -> Result<(), Errno> {
        epoll::modify(&self.epoll, socket, EventData::new_u64(token), flags)
    }

    /// Whether the last wait found as much as it can hand over: there may be more.
    #[inline]
    pub(crate) fn left_events(&self) -> bool {
        self.ready.len() == EVENTS
    }

    /// Sleeps so long whatever happens; it is found by a wait of no length afterwards.
    pub(crate) fn sleep(wait_ns: u64) {
        // A signal only ends the sleep early.
        let _ = rustix::thread::nanosleep(&timespec(wait_ns));
    }

    /// Waits so long at most.
    #[inline]
    pub(crate) fn wait(&mut self, wait_ns: u64) -> Result<(), Errno> {
        let timeout = timespec(wait_ns);
        self.ready.clear();
        self.taken = 0;
        let mut storage = [const { MaybeUninit::<epoll::Event>::uninit() }; EVENTS];
        match epoll::wait(&self.epoll, &mut storage[..], Some(&timeout)) {
            Ok((events, _)) => self.ready.extend(events.iter().map(|event| (event.data.u64(), event.flags))),
            Err(Errno::INTR) => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// The next event that the last wait found.
    #[inline]
    pub(crate) fn next(&mut self) -> Option<(u64, EventFlags)> {
        let event = self.ready.get(self.taken).copied()?;
        self.taken += 1;
        Some(event)
    }
}

fn timespec(nanoseconds: u64) -> Timespec {
    Timespec {
        tv_sec: (nanoseconds / NANOS_PER_SECOND) as i64,
        tv_nsec: (nanoseconds % NANOS_PER_SECOND) as i64,
    }
}

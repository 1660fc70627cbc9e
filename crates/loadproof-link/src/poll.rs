//! Epoll.

use std::mem::MaybeUninit;
use std::os::fd::AsFd;

use rustix::event::epoll::{self, EventData, EventFlags};
use rustix::event::Timespec;
use rustix::fd::OwnedFd;
use rustix::io::Errno;

const NANOS_PER_SECOND: u64 = 1_000_000_000;
/// Most events that one wait hands over.
const EVENTS: usize = 256;

/// An epoll instance and what its last wait found.
#[derive(Debug)]
pub(crate) struct Poll {
    epoll: OwnedFd,
    ready: Vec<(u64, EventFlags)>,
}

impl Poll {
    pub(crate) fn new() -> Result<Self, Errno> {
        Ok(Self {
            epoll: epoll::create(epoll::CreateFlags::CLOEXEC)?,
            ready: Vec::with_capacity(EVENTS),
        })
    }

    /// Changes what a socket is watched for; nothing: it is not watched, so that an error of it wakes nobody.
    pub(crate) fn watch(&self, socket: impl AsFd, token: u64, before: EventFlags, wanted: EventFlags) -> Result<(), Errno> {
        match (before.is_empty(), wanted.is_empty()) {
            (true, true) => Ok(()),
            (true, false) => epoll::add(&self.epoll, socket, EventData::new_u64(token), wanted),
            (false, true) => epoll::delete(&self.epoll, socket),
            (false, false) => epoll::modify(&self.epoll, socket, EventData::new_u64(token), wanted),
        }
    }

    /// Waits so long at most; None: as long as nothing happens.
    pub(crate) fn wait(&mut self, wait_ns: Option<u64>) -> Result<(), Errno> {
        let timeout = wait_ns.map(|wait_ns| Timespec {
            tv_sec: (wait_ns / NANOS_PER_SECOND) as i64,
            tv_nsec: (wait_ns % NANOS_PER_SECOND) as i64,
        });
        self.ready.clear();
        let mut storage = [const { MaybeUninit::<epoll::Event>::uninit() }; EVENTS];
        match epoll::wait(&self.epoll, &mut storage[..], timeout.as_ref()) {
            Ok((events, _)) => self.ready.extend(events.iter().map(|event| (event.data.u64(), event.flags))),
            Err(Errno::INTR) => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// Events of the last wait.
    pub(crate) fn len(&self) -> usize {
        self.ready.len()
    }

    /// One of them.
    pub(crate) fn event(&self, number: usize) -> Option<(u64, EventFlags)> {
        self.ready.get(number).copied()
    }
}

//! When bytes arrived, by the kernel's own account.
//!
//! A thread that sleeps through an arrival would otherwise learn of it late; and one that does not is late by its wake-up.

use std::io::IoSliceMut;
use std::os::fd::AsRawFd;

use loadproof_engine::Clock;
use nix::cmsg_space;
use nix::errno::Errno as NixErrno;
use nix::sys::socket::{recvmsg, setsockopt, sockopt, ControlMessageOwned, MsgFlags};
use nix::sys::time::TimeSpec;
use rustix::fd::OwnedFd;
use rustix::io::Errno;
use rustix::net::{self, RecvFlags};

use crate::MonotonicClock;

/// Asks the kernel to note when bytes of a socket arrive (SO_TIMESTAMPNS, socket(7)), or no longer to.
///
/// A socket that cannot, such as a Unix one, is read without: its bytes then arrive when they are read.
pub(crate) fn note_arrivals(socket: &OwnedFd, on: bool) {
    let _ = setsockopt(socket, sockopt::ReceiveTimestampns, &on);
}

/// Reads sockets, with the arrival of what they give where it is noted.
#[derive(Debug)]
pub(crate) struct Reader {
    control: Vec<u8>,
    /// Whether arrivals are noted.
    noted: bool,
    /// Arrival of the last bytes read, in nanoseconds since 1970; None where it is not known.
    arrived_unix_ns: Option<u64>,
    /// When sockets were looked at before the last time: what that look did not find arrived later.
    looked_before_ns: u64,
    looked_ns: u64,
    /// What the clock of the shard reads less than the time since 1970.
    unix_offset_ns: u64,
}

impl Reader {
    pub(crate) fn new() -> Self {
        Self {
            control: cmsg_space!(TimeSpec),
            noted: false,
            arrived_unix_ns: None,
            looked_before_ns: 0,
            looked_ns: 0,
            unix_offset_ns: 0,
        }
    }

    /// Whether arrivals are noted.
    #[inline]
    pub(crate) fn notes_arrivals(&self) -> bool {
        self.noted
    }

    /// Has arrivals noted on every socket, or no longer.
    pub(crate) fn set_noted<'a>(&mut self, on: bool, sockets: impl Iterator<Item = &'a OwnedFd>) {
        if self.noted != on {
            self.noted = on;
            sockets.for_each(|socket| note_arrivals(socket, on));
        }
    }

    /// Sockets are about to be looked at; with `left_some` the last look did not see all that had arrived by then.
    #[inline]
    pub(crate) fn look(&mut self, clock: &MonotonicClock, left_some: bool) {
        let now_ns = clock.now_ns();
        self.unix_offset_ns = clock.unix_ns().saturating_sub(now_ns);
        let looked_ns = std::mem::replace(&mut self.looked_ns, now_ns);
        if !left_some {
            self.looked_before_ns = looked_ns;
        }
    }

    /// When the bytes of the last read were there: by the kernel's note, unless the time of day was set in between.
    #[inline]
    pub(crate) fn arrival_ns(&self, now_ns: u64) -> u64 {
        match self.arrived_unix_ns {
            Some(unix_ns) if self.noted => {
                let arrived_ns = unix_ns.saturating_sub(self.unix_offset_ns);
                if (self.looked_before_ns..=now_ns).contains(&arrived_ns) {
                    arrived_ns
                } else {
                    now_ns
                }
            }
            _ => now_ns,
        }
    }

    /// Reads once; 0 when the target sends no more.
    #[inline]
    pub(crate) fn read(&mut self, socket: &OwnedFd, into: &mut [u8]) -> Result<usize, Errno> {
        if self.noted {
            return self.read_noted(socket, into);
        }
        net::recv(socket, into, RecvFlags::empty()).map(|(length, _)| length)
    }

    fn read_noted(&mut self, socket: &OwnedFd, into: &mut [u8]) -> Result<usize, Errno> {
        self.arrived_unix_ns = None;
        let mut parts = [IoSliceMut::new(into)];
        let message = recvmsg::<()>(socket.as_raw_fd(), &mut parts, Some(&mut self.control), MsgFlags::empty())
            .map_err(|error: NixErrno| Errno::from_raw_os_error(error as i32))?;
        let length = message.bytes;
        if let Ok(notes) = message.cmsgs() {
            for note in notes {
                if let ControlMessageOwned::ScmTimestampns(time) = note {
                    let nanoseconds = time.tv_sec() as u64 * 1_000_000_000 + time.tv_nsec() as u64;
                    self.arrived_unix_ns = Some(nanoseconds);
                }
            }
        }
        Ok(length)
    }
}

//! Reads sockets, with the kernel's note of when their bytes arrived.
//!
//! What a busy processor adds before this process reads a request is part of what the client waits; by the clock of the reading
//! process alone it would be in no log.

use std::io::{self, IoSliceMut};
use std::net::TcpStream;
use std::os::fd::AsRawFd;

use nix::cmsg_space;
use nix::sys::socket::{recvmsg, setsockopt, sockopt, ControlMessageOwned, MsgFlags};
use nix::sys::time::TimeSpec;

use crate::clock::{now_ns, unix_ns, NS_PER_S};

/// The most that one read gives.
pub const READ_BYTES: usize = 64 * 1024;

/// Asks the kernel to note when bytes arrive (SO_TIMESTAMPNS, socket(7)); a socket that cannot is read without.
pub fn note_arrivals(stream: &TcpStream) {
    let _ = setsockopt(stream, sockopt::ReceiveTimestampns, &true);
}

/// The buffers that all reads share.
pub struct Reader {
    bytes: Vec<u8>,
    control: Vec<u8>,
}

impl Reader {
    pub fn new() -> Self {
        Self {
            bytes: vec![0; READ_BYTES],
            control: cmsg_space!(TimeSpec),
        }
    }

    /// Reads once: the bytes, and when the last of them arrived (CLOCK_MONOTONIC).
    pub fn read(&mut self, stream: &TcpStream) -> io::Result<(&[u8], u64)> {
        let mut parts = [IoSliceMut::new(&mut self.bytes)];
        let message = recvmsg::<()>(stream.as_raw_fd(), &mut parts, Some(&mut self.control), MsgFlags::empty())?;
        let length = message.bytes;
        let noted_unix_ns = message.cmsgs().ok().and_then(|mut notes| {
            notes.find_map(|note| match note {
                ControlMessageOwned::ScmTimestampns(time) => Some(time.tv_sec() as u64 * NS_PER_S + time.tv_nsec() as u64),
                _ => None,
            })
        });
        let now_ns = now_ns();
        // Time since the arrival; a time of day that was set in between makes it absurd, and the note is then left out.
        let age_ns = noted_unix_ns
            .and_then(|noted_ns| unix_ns().checked_sub(noted_ns))
            .filter(|age_ns| *age_ns < NS_PER_S);
        Ok((&self.bytes[..length], now_ns - age_ns.unwrap_or(0)))
    }
}

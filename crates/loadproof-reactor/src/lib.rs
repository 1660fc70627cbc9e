//! Transport over sockets and real time.
//!
//! # Layout
//! - [`MonotonicClock`]: CLOCK_MONOTONIC, read without a system call.
//! - `connection`: one socket, its decoder and where its call stands.
//! - [`Reactor`]: epoll over all connections of a shard; grows them, reads replies, reports events.

mod connection;
mod monotonic_clock;
mod reactor;

pub use monotonic_clock::MonotonicClock;
pub use reactor::{Reactor, ReactorSettings};

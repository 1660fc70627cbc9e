//! Transport over sockets and real time.
//!
//! # Layout
//! - [`MonotonicClock`]: CLOCK_MONOTONIC, read without a system call.
//! - [`Endpoint`]: where connections lead: addresses in turn, or a Unix socket.
//! - [`TlsSettings`]: what TLS is to be; [`TlsContext`]: the same, ready for use. `any_certificate`: no verification, for `insecure`.
//!   `named_certificate`: verification where the user names authorities, or the certificate of the server itself.
//!   `asked_certificate`: a note when a server asks for a client certificate.
//! - [`try_handshake`]: one TLS handshake before a load, with the reason where it fails.
//! - `connection`: one socket, its decoder and where its call stands; `slots`: all of them by number; `tls_session`: TLS on one.
//! - `outgoing`: what a socket has not taken yet; `inbox`: the buffers that all connections of a shard read into.
//! - `arrival`: when bytes arrived, by the kernel's account. `poll`: epoll. `fault`: what errors are called in results.
//! - [`Reactor`]: the transport of a shard; `opening`: its connections on their way up; `growth`: their pace; `reading`: replies as they come.

mod any_certificate;
mod arrival;
mod asked_certificate;
mod connection;
mod endpoint;
mod fault;
mod growth;
mod handshake;
mod inbox;
mod monotonic_clock;
mod named_certificate;
mod opening;
mod outgoing;
mod poll;
mod reactor;
mod reading;
mod slots;
mod tls_session;
mod tls_settings;

pub use endpoint::Endpoint;
pub use handshake::{try_handshake, HandshakeFault};
pub use monotonic_clock::MonotonicClock;
pub use reactor::{Reactor, ReactorSettings};
pub use tls_settings::{TlsContext, TlsSettings, TlsSettingsError};

//! Sans-IO codecs: a codec turns calls to bytes and bytes to replies; a reactor owns sockets and time.
//!
//! # Layout
//! - [`http1`]: HTTP/1.1 (RFC 9112): request bytes, and a decoder that takes replies at any split of the stream.

pub mod http1;

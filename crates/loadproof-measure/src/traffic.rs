//! Bytes on connections.

use std::ops::AddAssign;

/// Bytes of HTTP that calls took on their connections, without what TLS and TCP add to them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Bytes of replies as they came: status line, headers, body with the framing of its chunks, interim replies.
    pub received: u64,
    /// Bytes of requests that the connection took.
    pub sent: u64,
}

impl AddAssign for Traffic {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.received += other.received;
        self.sent += other.sent;
    }
}

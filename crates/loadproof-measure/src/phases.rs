//! Where the time of connections and calls went.

use crate::TimeHistogram;

/// Times of the parts of connections and calls, whatever operation they served.
#[derive(Clone, Debug, Default)]
pub struct Phases {
    /// From the begin of a connection to the moment it was up; one for each connection.
    pub connect: TimeHistogram,
    /// The TLS handshake after it; one for each connection that has one.
    pub tls: TimeHistogram,
    /// From sent to the first byte of the answer; one for each answered call.
    pub first_byte: TimeHistogram,
    /// From the first byte of the answer to its last.
    pub transfer: TimeHistogram,
    /// From the end of a connection's last answer to the send of a call under which it ended before the answer began; one for each such
    /// call, whether it was sent again or not.
    pub reused_idle: TimeHistogram,
}

impl Phases {
    /// Adds every count of `other`.
    pub fn merge(&mut self, other: &Self) {
        self.connect.merge(&other.connect);
        self.tls.merge(&other.tls);
        self.first_byte.merge(&other.first_byte);
        self.transfer.merge(&other.transfer);
        self.reused_idle.merge(&other.reused_idle);
    }
}

//! A server that serves so many connections, and resets each that is more at its first request.

/// The most connections, and the delay of each answer.
#[derive(Debug)]
pub struct ConnectionLimit {
    most: usize,
    delay_ns: u64,
}

impl ConnectionLimit {
    pub fn new(most: usize, delay_ns: u64) -> Self {
        Self { most, delay_ns }
    }

    pub fn most(&self) -> usize {
        self.most
    }

    pub fn end_ns(&self, arrival_ns: u64) -> u64 {
        arrival_ns + self.delay_ns
    }
}

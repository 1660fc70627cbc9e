//! A server that takes the same time for each request, however many there are.

/// The same delay for all.
#[derive(Debug)]
pub struct Constant {
    delay_ns: u64,
}

impl Constant {
    pub fn new(delay_ns: u64) -> Self {
        Self { delay_ns }
    }

    pub fn end_ns(&self, arrival_ns: u64) -> u64 {
        arrival_ns + self.delay_ns
    }
}

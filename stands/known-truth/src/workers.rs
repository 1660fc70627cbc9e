//! Workers behind one FIFO: each request takes the same time of one worker.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// When each worker is free again.
#[derive(Debug)]
pub struct Workers {
    service_ns: u64,
    free_at_ns: BinaryHeap<Reverse<u64>>,
}

impl Workers {
    pub fn new(count: usize, service_ns: u64) -> Self {
        Self {
            service_ns,
            free_at_ns: (0..count).map(|_| Reverse(0)).collect(),
        }
    }

    /// Start and end of the service of a request that arrived last: on the worker that is free first.
    pub fn take(&mut self, arrival_ns: u64) -> (u64, u64) {
        let Reverse(free_ns) = self.free_at_ns.pop().unwrap_or(Reverse(0));
        let start_ns = arrival_ns.max(free_ns);
        let end_ns = start_ns + self.service_ns;
        self.free_at_ns.push(Reverse(end_ns));
        (start_ns, end_ns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_third_of_two_waits_for_the_first() {
        let mut workers = Workers::new(2, 100);
        let taken: Vec<_> = [1000, 1010, 1020, 1030, 5000]
            .map(|arrival_ns| workers.take(arrival_ns))
            .into();
        assert_eq!(taken, [(1000, 1100), (1010, 1110), (1100, 1200), (1110, 1210), (5000, 5100)]);
    }
}

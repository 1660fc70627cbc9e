//! Bandwidth of one direction of a connection: a token bucket.

const NANOS_PER_SECOND: f64 = 1e9;
/// Bytes that may be saved up, as the time in which they come: a machine that pauses a while loses no bandwidth.
const SAVED_S: f64 = 0.1;
/// Bytes that are sent at once, as the time in which they come.
const QUANTUM_S: f64 = 0.01;

/// Bytes that may be sent now.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Allowance {
    bytes: f64,
    /// Instant of `bytes`; 0: never asked.
    at_ns: u64,
}

impl Allowance {
    /// Whole bytes that may be sent now.
    pub(crate) fn available(&mut self, bytes_per_s: f64, now_ns: u64) -> usize {
        if self.at_ns == 0 {
            self.at_ns = now_ns;
        }
        let passed_s = now_ns.saturating_sub(self.at_ns) as f64 / NANOS_PER_SECOND;
        self.at_ns = now_ns;
        self.bytes = (self.bytes + passed_s * bytes_per_s).min((bytes_per_s * SAVED_S).max(1.0));
        self.bytes as usize
    }

    /// Takes bytes that were sent.
    pub(crate) fn spend(&mut self, bytes: usize) {
        self.bytes -= bytes as f64;
    }

    /// Instant at which the next bytes of `wanted` may be sent: a quantum of them, so that few wake-ups are enough.
    pub(crate) fn next_ns(&self, bytes_per_s: f64, wanted: usize) -> u64 {
        let quantum = (bytes_per_s * QUANTUM_S).max(1.0).min(wanted as f64);
        let wait_s = (quantum - self.bytes).max(0.0) / bytes_per_s;
        self.at_ns.saturating_add((wait_s * NANOS_PER_SECOND).ceil() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_at_the_rate() {
        let mut allowance = Allowance::default();
        let mut now_ns = 1;
        let mut sent = 0;
        assert_eq!(allowance.available(1000.0, now_ns), 0);
        while sent < 5000 {
            now_ns = allowance.next_ns(1000.0, 5000 - sent);
            let bytes = allowance.available(1000.0, now_ns).min(5000 - sent);
            allowance.spend(bytes);
            sent += bytes;
        }
        assert!((4.99e9..5.02e9).contains(&(now_ns as f64)), "{now_ns}");
    }

    #[test]
    fn an_idle_connection_saves_little() {
        let mut allowance = Allowance::default();
        allowance.available(1000.0, 1);
        assert_eq!(allowance.available(1000.0, 60_000_000_000), 100);
    }

    #[test]
    fn less_than_a_byte_a_second_comes_too() {
        let mut allowance = Allowance::default();
        allowance.available(0.5, 1);
        let next_ns = allowance.next_ns(0.5, 10);
        assert_eq!(allowance.available(0.5, next_ns), 1);
    }
}

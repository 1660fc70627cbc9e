//! What time it is.

/// Real or virtual time, in nanoseconds from a fixed instant that all shards share.
pub trait Clock: Send {
    /// Now.
    fn now_ns(&self) -> u64;

    /// Nanoseconds since 1970, for what requests say of the time; never for measuring.
    fn unix_ns(&self) -> u64;

    /// CPU time that this thread has used.
    fn cpu_ns(&self) -> u64;

    /// Time that this thread was ready to run and had no processor; None where nobody counts it.
    fn run_delay_ns(&self) -> Option<u64> {
        None
    }
}

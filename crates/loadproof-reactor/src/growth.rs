//! The pace at which connections are opened beyond those that a load may open at once.

/// Opening takes at most one part in so many of a shard's time: calls are sent meanwhile, and answers read.
const PART: u64 = 4;

/// Time that opening may use at once after a pause.
const BURST_NS: u64 = 2_000_000;

/// Longest time that one connection counts with: more than that the thread was stopped in it.
const LONGEST_NS: u64 = 20_000_000;

/// Calls that wait for the pace as long as this would notice it.
const NOTICED_NS: u64 = 100_000_000;

/// The pace of one shard's growth.
#[derive(Debug, Default)]
pub(crate) struct Growth {
    /// Earliest instant of the next connection.
    next_ns: u64,
    /// Since when calls wait for the pace alone.
    held_since_ns: Option<u64>,
}

impl Growth {
    /// True if a connection may be opened now.
    pub(crate) fn may_open(&self, now_ns: u64) -> bool {
        self.next_ns <= now_ns
    }

    /// Notes that opening a connection took from `began_ns` to `ended_ns`.
    pub(crate) fn opened(&mut self, began_ns: u64, ended_ns: u64) {
        let took_ns = ended_ns.saturating_sub(began_ns).min(LONGEST_NS);
        self.next_ns = self.next_ns.max(began_ns.saturating_sub(BURST_NS)) + PART * took_ns;
    }

    /// Notes that calls wait for the pace; true if they have waited long enough to notice it.
    pub(crate) fn is_noticed(&mut self, now_ns: u64) -> bool {
        let since_ns = *self.held_since_ns.get_or_insert(now_ns);
        now_ns.saturating_sub(since_ns) > NOTICED_NS
    }

    /// Notes that a connection is on its way up for every call that waits.
    pub(crate) fn caught_up(&mut self) {
        self.held_since_ns = None;
    }
}

#[cfg(test)]
mod tests {
    use super::{Growth, NOTICED_NS};

    #[test]
    fn opening_takes_a_quarter_of_the_time() {
        let (mut growth, mut now_ns, mut opened) = (Growth::default(), 1_000_000_000, 0_u64);
        let end_ns = now_ns + 1_000_000_000;
        while now_ns < end_ns {
            if growth.may_open(now_ns) {
                growth.opened(now_ns, now_ns + 25_000);
                opened += 1;
                now_ns += 25_000;
            } else {
                now_ns += 1_000;
            }
        }
        // 25 ms of a second in connections of 25 µs, and the burst at its start.
        assert!((10_000..10_200).contains(&opened), "{opened}");
    }

    #[test]
    fn a_wait_is_noticed_until_growth_has_caught_up() {
        let mut growth = Growth::default();
        assert!(!growth.is_noticed(5));
        assert!(!growth.is_noticed(5 + NOTICED_NS));
        assert!(growth.is_noticed(6 + NOTICED_NS));
        growth.caught_up();
        assert!(!growth.is_noticed(7 + NOTICED_NS));
    }
}

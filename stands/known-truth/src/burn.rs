//! A server that works for each request: one worker that uses the same processor time for each, in the order of arrival.

use rustix::time::{clock_gettime, ClockId};

use crate::clock::{now_ns, NS_PER_S, NS_PER_US};

/// What each request costs.
#[derive(Debug)]
pub struct Burn {
    cpu_ns: u64,
    /// What was asked for beyond it, until something else is asked for.
    more_ns: u64,
}

impl Burn {
    pub fn new(cpu_ns: u64) -> Self {
        Self { cpu_ns, more_ns: 0 }
    }

    /// Each request from now on costs so much more than at the start, whatever was asked for before.
    pub fn cost_more(&mut self, more_us: u64) {
        self.more_ns = more_us * NS_PER_US;
    }

    /// Does the work now; when it began and ended. Who has no processor meanwhile takes longer.
    pub fn take(&self) -> (u64, u64) {
        let start_ns = now_ns();
        let until_ns = used_ns() + self.cpu_ns + self.more_ns;
        while used_ns() < until_ns {
            std::hint::spin_loop();
        }
        (start_ns, now_ns())
    }
}

/// Processor time that this thread has used.
fn used_ns() -> u64 {
    let used = clock_gettime(ClockId::ThreadCPUTime);
    used.tv_sec as u64 * NS_PER_S + used.tv_nsec as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_uses_its_processor_time() {
        let before_ns = used_ns();
        let (start_ns, end_ns) = Burn::new(5_000_000).take();
        let used_ns = used_ns() - before_ns;
        assert!((5_000_000..6_000_000).contains(&used_ns), "{used_ns} ns");
        assert!(end_ns - start_ns >= 4_900_000);
    }

    #[test]
    fn it_costs_more_until_it_is_told_otherwise() {
        let mut burn = Burn::new(1_000_000);
        let costs_ns = [3_000, 1_000, 0].map(|more_us| {
            burn.cost_more(more_us);
            let before_ns = used_ns();
            burn.take();
            used_ns() - before_ns
        });
        for (cost_ns, expected_ns) in costs_ns.into_iter().zip([4_000_000, 2_000_000, 1_000_000]) {
            assert!(
                (expected_ns..expected_ns + 900_000).contains(&cost_ns),
                "{cost_ns} ns of {expected_ns}"
            );
        }
    }
}

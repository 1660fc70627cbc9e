//! When the run loop should have run and did not.

use crate::Clock;

/// What is shorter is a late wake-up: lateness tells of it.
const LEAST_STALL_NS: u64 = 50_000_000;

/// Why the run loop stood still.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StallCause {
    /// It was ready to run and had no processor for most of the time.
    Starved,
    /// It was at work for most of the time.
    Busy,
    /// Neither: it was stopped, frozen, or its machine was.
    Stopped,
    /// Nobody counts how long a thread waits for a processor here.
    Unknown,
}

/// A stretch of at least 50 ms in which the run loop did not do what it should have: from when it should have woken (for a
/// call that was due, a timeout, the first answer) to the end of that pass. Nanoseconds from the start of the trial.
#[derive(Clone, Copy, Debug)]
pub struct Stall {
    /// When the loop should have woken.
    pub begin_ns: u64,
    /// When it had caught up with what had happened.
    pub end_ns: u64,
    /// When the oldest call that was open meanwhile had been due.
    pub oldest_due_ns: u64,
    /// Why, by what the kernel counted.
    pub cause: StallCause,
}

/// What the kernel says of the thread at an instant.
#[derive(Clone, Copy, Debug, Default)]
struct Account {
    at_ns: u64,
    cpu_ns: u64,
    run_delay_ns: Option<u64>,
}

/// Watches the passes of the run loop for stalls.
#[derive(Debug)]
pub(crate) struct Stalls {
    found: Vec<Stall>,
    /// Longest pass that was no stall.
    longest_turn_ns: u64,
    /// When the oldest call that was settled in this pass had been due.
    oldest_settled_ns: u64,
    /// As of the last second, or stall, that ended; and how fast the thread used its processor before.
    account: Account,
    cpu_share: f64,
}

impl Stalls {
    pub(crate) fn new() -> Self {
        Self {
            found: Vec::new(),
            longest_turn_ns: 0,
            oldest_settled_ns: u64::MAX,
            account: Account::default(),
            cpu_share: 0.0,
        }
    }

    /// A call was settled that had been due at an instant.
    #[inline]
    pub(crate) fn settled(&mut self, due_ns: u64) {
        self.oldest_settled_ns = self.oldest_settled_ns.min(due_ns);
    }

    /// A pass of the loop that should have begun at one instant has come to another; whether that is a stall.
    #[inline]
    pub(crate) fn is_stall(&mut self, awaited_ns: u64, now_ns: u64) -> bool {
        let length_ns = now_ns.saturating_sub(awaited_ns);
        if length_ns >= LEAST_STALL_NS {
            return true;
        }
        self.longest_turn_ns = self.longest_turn_ns.max(length_ns);
        self.oldest_settled_ns = u64::MAX;
        false
    }

    /// Notes a stall that ends now. With `is_greedy` the load takes whatever the loop can do: its own work is no stall then.
    pub(crate) fn note(&mut self, begin_ns: u64, now_ns: u64, oldest_open_ns: Option<u64>, is_greedy: bool, clock: &impl Clock) {
        let before = self.account;
        self.take_account(now_ns, clock);
        let usual_cpu_ns = self.cpu_share * begin_ns.saturating_sub(before.at_ns) as f64;
        let cpu_ns = (self.account.cpu_ns.saturating_sub(before.cpu_ns) as f64 - usual_cpu_ns).max(0.0);
        let half_ns = (now_ns - begin_ns) as f64 / 2.0;
        let delay_ns = match (self.account.run_delay_ns, before.run_delay_ns) {
            (Some(after_ns), Some(before_ns)) => Some(after_ns.saturating_sub(before_ns) as f64),
            _ => None,
        };
        let cause = match delay_ns {
            _ if cpu_ns >= half_ns => StallCause::Busy,
            None => StallCause::Unknown,
            Some(delay_ns) if delay_ns >= half_ns => StallCause::Starved,
            Some(_) => StallCause::Stopped,
        };
        let oldest_due_ns = oldest_open_ns.unwrap_or(begin_ns).min(self.oldest_settled_ns).min(begin_ns);
        self.oldest_settled_ns = u64::MAX;
        if is_greedy && cause == StallCause::Busy {
            self.longest_turn_ns = self.longest_turn_ns.max(now_ns - begin_ns);
            return;
        }
        self.found.push(Stall {
            begin_ns,
            end_ns: now_ns,
            oldest_due_ns,
            cause,
        });
    }

    /// Hands over what was found since the last time, with the longest pass that was no stall.
    pub(crate) fn take(&mut self, now_ns: u64, clock: &impl Clock) -> (Vec<Stall>, u64) {
        let before = self.account;
        if now_ns > before.at_ns {
            self.take_account(now_ns, clock);
            let cpu_ns = self.account.cpu_ns.saturating_sub(before.cpu_ns);
            self.cpu_share = cpu_ns as f64 / (now_ns - before.at_ns) as f64;
        }
        (std::mem::take(&mut self.found), std::mem::take(&mut self.longest_turn_ns))
    }

    /// Reads what the kernel counts of the thread, so that the next stall is reckoned from now.
    pub(crate) fn take_account(&mut self, now_ns: u64, clock: &impl Clock) {
        self.account = Account {
            at_ns: now_ns,
            cpu_ns: clock.cpu_ns(),
            run_delay_ns: clock.run_delay_ns(),
        };
    }
}

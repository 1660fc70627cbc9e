//! A server that stands still at the end of every period.

/// The first request begins the first period; in the last `frozen_ns` of each period nothing goes on, neither delays nor answers.
#[derive(Debug)]
pub struct Freeze {
    period_ns: u64,
    frozen_ns: u64,
    delay_ns: u64,
    began_ns: Option<u64>,
}

impl Freeze {
    pub fn new(period_ns: u64, frozen_ns: u64, delay_ns: u64) -> Self {
        Self {
            period_ns,
            frozen_ns,
            delay_ns,
            began_ns: None,
        }
    }

    /// When a request begins to be served, and when it is answered: its delay is counted while nothing is frozen.
    pub fn take(&mut self, arrival_ns: u64) -> (u64, u64) {
        let open_ns = self.period_ns - self.frozen_ns;
        let start_ns = self.thawed_ns(arrival_ns);
        let (mut at_ns, mut left_ns) = (start_ns, self.delay_ns);
        loop {
            let room_ns = open_ns.saturating_sub(self.phase_ns(at_ns));
            if left_ns <= room_ns || open_ns == 0 {
                return (start_ns, at_ns + left_ns);
            }
            left_ns -= room_ns;
            at_ns = self.thawed_ns(at_ns + room_ns);
        }
    }

    /// The instant itself, or the end of the freeze that it lies in.
    fn thawed_ns(&mut self, at_ns: u64) -> u64 {
        self.began_ns.get_or_insert(at_ns);
        let phase_ns = self.phase_ns(at_ns);
        if phase_ns < self.period_ns - self.frozen_ns {
            at_ns
        } else {
            at_ns + self.period_ns - phase_ns
        }
    }

    fn phase_ns(&self, at_ns: u64) -> u64 {
        at_ns.saturating_sub(self.began_ns.unwrap_or(at_ns)) % self.period_ns
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_each_period_is_frozen() {
        let mut freeze = Freeze::new(1000, 100, 0);
        let answered: Vec<_> = [7, 906, 907, 1006, 1007, 1950].map(|at_ns| freeze.take(at_ns).1).into();
        assert_eq!(answered, [7, 906, 1007, 1007, 1007, 2007]);
    }

    #[test]
    fn a_delay_stands_still_in_a_freeze() {
        let mut freeze = Freeze::new(1000, 100, 50);
        let taken: Vec<_> = [0, 849, 850, 880, 950].map(|at_ns| freeze.take(at_ns)).into();
        assert_eq!(taken, [(0, 50), (849, 899), (850, 900), (880, 1030), (1000, 1050)]);
        let mut slow = Freeze::new(1000, 100, 2000);
        assert_eq!(slow.take(0), (0, 2200));
        assert_eq!(Freeze::new(1000, 1000, 5).take(7), (1007, 1012));
    }
}

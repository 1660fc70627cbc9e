//! A server that stands still at the end of every period.

/// The first request begins the first period; the last `frozen_ns` of each period are the freeze.
#[derive(Debug)]
pub struct Freeze {
    period_ns: u64,
    frozen_ns: u64,
    began_ns: Option<u64>,
}

impl Freeze {
    pub fn new(period_ns: u64, frozen_ns: u64) -> Self {
        Self {
            period_ns,
            frozen_ns,
            began_ns: None,
        }
    }

    /// When a request is answered: at once, or when the freeze it fell into ends.
    pub fn answered_at_ns(&mut self, arrival_ns: u64) -> u64 {
        let began_ns = *self.began_ns.get_or_insert(arrival_ns);
        let phase_ns = (arrival_ns - began_ns) % self.period_ns;
        if phase_ns < self.period_ns - self.frozen_ns {
            arrival_ns
        } else {
            arrival_ns + self.period_ns - phase_ns
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_each_period_is_frozen() {
        let mut freeze = Freeze::new(1000, 100);
        let answered: Vec<_> = [7, 906, 907, 1006, 1007, 1950]
            .map(|at_ns| freeze.answered_at_ns(at_ns))
            .into();
        assert_eq!(answered, [7, 906, 1007, 1007, 1007, 2007]);
    }
}

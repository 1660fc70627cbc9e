//! Faults of the network, each with its deadline, and the effect of all that are on.

use std::collections::BTreeMap;

/// Most faults that may be on at once.
pub(crate) const MOST_FAULTS: usize = 16;

/// One fault, until its deadline.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Fault {
    /// Delay that is added in each direction.
    pub(crate) latency_ns: u64,
    /// Most that a delay differs from the latency, either way.
    pub(crate) jitter_ns: u64,
    /// Bandwidth of each connection and direction; None: unlimited.
    pub(crate) bytes_per_s: Option<f64>,
    /// No byte comes through; connections stay open.
    pub(crate) is_cut: bool,
    /// All connections are reset.
    pub(crate) is_reset: bool,
    /// Instant at which it ends by itself.
    pub(crate) until_ns: u64,
}

/// Effect of all faults that are on: delays add up, the least bandwidth holds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Effect {
    pub(crate) latency_ns: u64,
    pub(crate) jitter_ns: u64,
    pub(crate) bytes_per_s: Option<f64>,
    pub(crate) is_cut: bool,
    pub(crate) is_reset: bool,
}

impl Effect {
    /// True if bytes pass at once.
    #[inline]
    pub(crate) fn passes_through(&self) -> bool {
        !self.is_cut && self.bytes_per_s.is_none() && !self.delays()
    }

    /// True if bytes are delayed.
    #[inline]
    pub(crate) fn delays(&self) -> bool {
        self.latency_ns > 0 || self.jitter_ns > 0
    }

    /// Longest delay.
    pub(crate) fn longest_ns(&self) -> u64 {
        self.latency_ns.saturating_add(self.jitter_ns)
    }

    /// A delay: evenly between the shortest and the longest one.
    pub(crate) fn delay_ns(&self) -> u64 {
        if self.jitter_ns == 0 {
            return self.latency_ns;
        }
        fastrand::u64(self.latency_ns.saturating_sub(self.jitter_ns)..=self.longest_ns())
    }
}

/// The faults that are on, by name.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    by_name: BTreeMap<String, Fault>,
}

impl Faults {
    /// Puts a fault on, in place of the one of this name; false if too many are on.
    pub(crate) fn put(&mut self, name: String, fault: Fault) -> bool {
        if self.by_name.len() >= MOST_FAULTS && !self.by_name.contains_key(&name) {
            return false;
        }
        self.by_name.insert(name, fault);
        true
    }

    /// Takes a fault off; also one that is not on.
    pub(crate) fn clear(&mut self, name: &str) {
        self.by_name.remove(name);
    }

    /// Takes off what has reached its deadline; true if anything has.
    pub(crate) fn expire(&mut self, now_ns: u64) -> bool {
        let before = self.by_name.len();
        self.by_name.retain(|_, fault| fault.until_ns > now_ns);
        self.by_name.len() < before
    }

    /// The first deadline.
    pub(crate) fn next_ns(&self) -> Option<u64> {
        self.by_name.values().map(|fault| fault.until_ns).min()
    }

    /// Names and faults.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&String, &Fault)> {
        self.by_name.iter()
    }

    /// The effect of all that are on.
    pub(crate) fn effect(&self) -> Effect {
        self.by_name.values().fold(Effect::default(), |effect, fault| Effect {
            latency_ns: effect.latency_ns.saturating_add(fault.latency_ns),
            jitter_ns: effect.jitter_ns.saturating_add(fault.jitter_ns),
            bytes_per_s: match (effect.bytes_per_s, fault.bytes_per_s) {
                (Some(one), Some(other)) => Some(one.min(other)),
                (one, other) => one.or(other),
            },
            is_cut: effect.is_cut || fault.is_cut,
            is_reset: effect.is_reset || fault.is_reset,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_add_up_and_end_one_by_one() {
        let mut faults = Faults::default();
        let lag = Fault {
            latency_ns: 100,
            jitter_ns: 20,
            bytes_per_s: Some(5.0),
            until_ns: 1000,
            ..Fault::default()
        };
        assert!(faults.put("lag".into(), lag));
        assert!(faults.put(
            "cut".into(),
            Fault {
                bytes_per_s: Some(2.0),
                is_cut: true,
                latency_ns: 7,
                until_ns: 500,
                ..Fault::default()
            }
        ));
        let effect = faults.effect();
        assert_eq!((effect.latency_ns, effect.bytes_per_s, effect.is_cut), (107, Some(2.0), true));
        assert_eq!(faults.next_ns(), Some(500));
        assert!(!faults.expire(499));
        assert!(faults.expire(500));
        assert_eq!(faults.effect().longest_ns(), 120);
        faults.clear("lag");
        faults.clear("lag");
        assert!(faults.effect().passes_through());
        assert_eq!(faults.next_ns(), None);
    }

    #[test]
    fn delays_lie_within_the_jitter() {
        let effect = Effect {
            latency_ns: 100,
            jitter_ns: 200,
            ..Effect::default()
        };
        let delays: Vec<u64> = (0..1000).map(|_| effect.delay_ns()).collect();
        assert!(delays.iter().all(|&delay| delay <= 300));
        assert!(delays.iter().any(|&delay| delay < 50) && delays.iter().any(|&delay| delay > 250));
    }

    #[test]
    fn too_many_are_refused() {
        let mut faults = Faults::default();
        for number in 0..MOST_FAULTS {
            assert!(faults.put(number.to_string(), Fault::default()));
        }
        assert!(!faults.put("one more".into(), Fault::default()));
        assert!(faults.put("0".into(), Fault::default()));
    }
}

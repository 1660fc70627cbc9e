//! A server that dies at an instant.

/// Answers after a delay until it dies, so long after the first request.
#[derive(Debug)]
pub struct Death {
    after_ns: u64,
    delay_ns: u64,
    began: bool,
    instant_ns: Option<u64>,
}

impl Death {
    pub fn new(after_ns: u64, delay_ns: u64) -> Self {
        Self {
            after_ns,
            delay_ns,
            began: false,
            instant_ns: None,
        }
    }

    pub fn end_ns(&mut self, arrival_ns: u64) -> u64 {
        if !std::mem::replace(&mut self.began, true) {
            self.instant_ns = Some(arrival_ns + self.after_ns);
        }
        arrival_ns + self.delay_ns
    }

    /// The instant, the first time it is asked for after the first request.
    pub fn take_instant_ns(&mut self) -> Option<u64> {
        self.instant_ns.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_request_sets_the_instant() {
        let mut death = Death::new(1000, 5);
        assert_eq!(death.take_instant_ns(), None);
        assert_eq!((death.end_ns(70), death.end_ns(80)), (75, 85));
        assert_eq!((death.take_instant_ns(), death.take_instant_ns()), (Some(1070), None));
    }
}

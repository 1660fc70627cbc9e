//! Every so-many-th: a share of the requests, spread evenly and without chance.

/// Says of each request in turn whether it belongs to the share.
#[derive(Debug)]
pub struct Share {
    share: f64,
    seen: u64,
}

impl Share {
    /// `share` from 0 to 1.
    pub fn new(share: f64) -> Self {
        Self { share, seen: 0 }
    }

    /// Of the first n requests floor(n × share) are hit.
    pub fn hits_next(&mut self) -> bool {
        let before = (self.seen as f64 * self.share).floor();
        self.seen += 1;
        (self.seen as f64 * self.share).floor() > before
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_count_is_exact() {
        for (share, expected) in [(0.0, 0), (0.01, 10), (0.25, 250), (1.0, 1000)] {
            let mut hits = Share::new(share);
            assert_eq!((0..1000).filter(|_| hits.hits_next()).count(), expected, "{share}");
        }
    }
}

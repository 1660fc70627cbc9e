//! A stretch of a shape.

const NANOS_PER_SECOND: f64 = 1e9;

/// A stretch in which the rate changes linearly from one value to another; a hold when they are equal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    from_per_s: f64,
    to_per_s: f64,
    duration_ns: u64,
}

/// Rates that no load can have.
#[derive(Debug, thiserror::Error, PartialEq)]
#[error("a rate must be a number of 0 or more calls per second, not {0}")]
pub struct SegmentError(f64);

impl Segment {
    /// A stretch of `duration_ns` from one rate to another, in calls per second.
    ///
    /// # Errors
    /// [`SegmentError`] when a rate is negative, infinite or not a number.
    pub fn new(from_per_s: f64, to_per_s: f64, duration_ns: u64) -> Result<Self, SegmentError> {
        for rate in [from_per_s, to_per_s] {
            if !rate.is_finite() || rate < 0.0 {
                return Err(SegmentError(rate));
            }
        }
        Ok(Self {
            from_per_s,
            to_per_s,
            duration_ns,
        })
    }

    /// Length in nanoseconds.
    pub fn duration_ns(&self) -> u64 {
        self.duration_ns
    }

    /// Calls expected over the whole stretch: the integral of the rate.
    pub fn calls(&self) -> f64 {
        (self.from_per_s + self.to_per_s) / 2.0 * self.seconds()
    }

    /// Nanoseconds into the stretch at which `calls` calls were expected: the inverse of the integral of the rate.
    ///
    /// With a rate a + g·t the integral is a·t + g·t²/2; its root is written as 2n / (a + √(a² + 2gn)), which loses no
    /// digits when g is small or zero.
    pub fn time_of_ns(&self, calls: f64) -> u64 {
        let growth = (self.to_per_s - self.from_per_s) / self.seconds();
        let root = (self.from_per_s * self.from_per_s + 2.0 * growth * calls).max(0.0).sqrt();
        let denominator = self.from_per_s + root;
        if denominator <= 0.0 {
            return self.duration_ns;
        }
        let nanos = 2.0 * calls / denominator * NANOS_PER_SECOND;
        (nanos as u64).min(self.duration_ns)
    }

    fn seconds(&self) -> f64 {
        self.duration_ns as f64 / NANOS_PER_SECOND
    }
}

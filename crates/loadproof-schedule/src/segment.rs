//! A stretch of a shape.

const NANOS_PER_SECOND: f64 = 1e9;

/// A stretch in which the rate changes linearly from one value to another; a hold when they are equal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    from_per_s: f64,
    to_per_s: f64,
    duration_ns: u64,
    /// Calls expected over the whole of it.
    calls: f64,
    /// What the rate gains in a second.
    growth: f64,
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
        let seconds = duration_ns as f64 / NANOS_PER_SECOND;
        Ok(Self {
            from_per_s,
            to_per_s,
            duration_ns,
            calls: (from_per_s + to_per_s) / 2.0 * seconds,
            growth: if to_per_s == from_per_s {
                0.0
            } else {
                (to_per_s - from_per_s) / seconds
            },
        })
    }

    /// Length in nanoseconds.
    #[inline]
    pub fn duration_ns(&self) -> u64 {
        self.duration_ns
    }

    /// Calls expected over the whole stretch: the integral of the rate.
    #[inline]
    pub fn calls(&self) -> f64 {
        self.calls
    }

    /// Nanoseconds into the stretch at which `calls` calls were expected: the inverse of the integral of the rate.
    ///
    /// With a rate a + g·t the integral is a·t + g·t²/2; its root is written as 2n / (a + √(a² + 2gn)), which loses no
    /// digits when g is small or zero.
    #[inline]
    pub fn time_of_ns(&self, calls: f64) -> u64 {
        let denominator = if self.growth == 0.0 {
            // The root of a square is exact, so that a hold needs none.
            2.0 * self.from_per_s
        } else {
            let square = self.from_per_s * self.from_per_s + 2.0 * self.growth * calls;
            self.from_per_s + square.max(0.0).sqrt()
        };
        if denominator <= 0.0 {
            // A ramp up from 0 begins with its first call; where the rate stays 0 none ever comes.
            return if self.growth > 0.0 { 0 } else { self.duration_ns };
        }
        let nanos = 2.0 * calls / denominator * NANOS_PER_SECOND;
        // Through a signed number, to which a processor turns a fraction in one step; both hold every length of a trial.
        (nanos as i64 as u64).min(self.duration_ns)
    }
}

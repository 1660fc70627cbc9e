//! Random numbers, a stream for each purpose.

/// What a stream of random numbers is for: adding one cause of noise to a service leaves the numbers of all others as they are.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Purpose {
    ServiceTimes = 1,
    Errors,
    Neighbour,
    Modulation,
    /// The first of one for each entry of `pauses`.
    Pauses,
}

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub(crate) struct Random {
    source: fastrand::Rng,
    /// The second of the last pair of normal numbers.
    spare: Option<f64>,
}

impl Random {
    /// The stream of a purpose in start number `start` of a service; `number` tells streams of one purpose apart.
    pub(crate) fn new(seed: u64, start: u64, purpose: Purpose, number: u64) -> Self {
        let state = mix(mix(mix(seed).wrapping_add(start)).wrapping_add((purpose as u64) << 32 | number));
        Self {
            source: fastrand::Rng::with_seed(state),
            spare: None,
        }
    }

    /// A number from 0 to below 1.
    #[inline]
    pub(crate) fn share(&mut self) -> f64 {
        self.source.f64()
    }

    /// An exponential number of mean 1, by inversion; 1 − u is never zero.
    #[inline]
    pub(crate) fn exponential(&mut self) -> f64 {
        -(1.0 - self.share()).ln()
    }

    /// A standard normal number, by the polar method (Marsaglia and Bray 1964).
    #[inline]
    pub(crate) fn normal(&mut self) -> f64 {
        if let Some(spare) = self.spare.take() {
            return spare;
        }
        loop {
            let (x, y) = (2.0 * self.share() - 1.0, 2.0 * self.share() - 1.0);
            let square = x * x + y * y;
            if square > 0.0 && square < 1.0 {
                let scale = (-2.0 * square.ln() / square).sqrt();
                self.spare = Some(y * scale);
                return x * scale;
            }
        }
    }
}

/// The output function of SplitMix64 (Steele, Lea and Flood 2014).
fn mix(value: u64) -> u64 {
    let state = value.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let state = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let state = (state ^ (state >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    state ^ (state >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_differ_by_seed_start_purpose_and_number_and_by_nothing_else() {
        let first = |seed, start, purpose, number| Random::new(seed, start, purpose, number).share();
        let one = first(1, 1, Purpose::Pauses, 0);
        assert_eq!(one.to_bits(), first(1, 1, Purpose::Pauses, 0).to_bits());
        let others = [
            first(2, 1, Purpose::Pauses, 0),
            first(1, 2, Purpose::Pauses, 0),
            first(1, 1, Purpose::Errors, 0),
            first(1, 1, Purpose::Pauses, 1),
        ];
        assert!(others.iter().all(|other| other.to_bits() != one.to_bits()));
    }

    #[test]
    fn moments_are_those_of_the_laws() {
        let mut random = Random::new(7, 0, Purpose::ServiceTimes, 0);
        let count = 1_000_000;
        let mut sums = [0.0; 4];
        for _ in 0..count {
            let (normal, exponential) = (random.normal(), random.exponential());
            for (sum, value) in sums
                .iter_mut()
                .zip([normal, normal * normal, exponential, exponential * exponential])
            {
                *sum += value / f64::from(count);
            }
        }
        // Each bound is 5 standard errors.
        for (found, (expected, bound)) in sums.iter().zip([(0.0, 0.005), (1.0, 0.0071), (1.0, 0.005), (2.0, 0.0224)]) {
            assert!((found - expected).abs() < bound, "{sums:?}");
        }
    }
}

//! Lengths of pauses, drawn.

use crate::PauseSpec;

/// Most means that an exponential pause lasts.
const MOST_MEANS: f64 = 10.0;
/// Most deviations above the mean that a normal pause lasts.
const MOST_DEVIATIONS: f64 = 10.0;
/// Most deviations of the logarithm above the median that a log-normal pause lasts.
const MOST_LOG_DEVIATIONS: f64 = 4.0;

/// Draws a length in nanoseconds.
pub(crate) fn draw_ns(pause: &PauseSpec, random: &mut fastrand::Rng) -> u64 {
    let length = match *pause {
        PauseSpec::Constant(length) => return length,
        PauseSpec::Uniform(least, most) => return random.u64(least.min(most)..=least.max(most)),
        PauseSpec::Exponential(mean) => mean as f64 * -(1.0 - random.f64()).ln(),
        PauseSpec::Normal(mean, deviation) => mean as f64 + deviation as f64 * normal(random),
        PauseSpec::Lognormal(median, deviation) => median as f64 * (deviation * normal(random)).exp(),
    };
    // Below 0 and not a number become 0.
    (length as u64).min(longest_ns(pause))
}

/// The longest that may be drawn, in nanoseconds.
pub(crate) fn longest_ns(pause: &PauseSpec) -> u64 {
    match *pause {
        PauseSpec::Constant(length) => length,
        PauseSpec::Uniform(least, most) => least.max(most),
        PauseSpec::Exponential(mean) => (mean as f64 * MOST_MEANS) as u64,
        PauseSpec::Normal(mean, deviation) => (mean as f64 + deviation as f64 * MOST_DEVIATIONS) as u64,
        PauseSpec::Lognormal(median, deviation) => (median as f64 * (deviation * MOST_LOG_DEVIATIONS).exp()) as u64,
    }
}

/// Sees that a pause can be drawn.
///
/// # Errors
/// A sentence that names what is wrong.
pub(crate) fn check(pause: &PauseSpec) -> Result<(), String> {
    match *pause {
        PauseSpec::Uniform(least, most) if least > most => Err(format!(
            "a pause from {least} to {most} ns is empty: write the shorter one first"
        )),
        PauseSpec::Lognormal(_, deviation) if !(0.0..=10.0).contains(&deviation) => Err(format!(
            "a log-normal pause with deviation {deviation}: that of the logarithm is from 0 to 10"
        )),
        _ => Ok(()),
    }
}

/// A draw of the standard normal distribution (Box and Muller, 1958).
fn normal(random: &mut fastrand::Rng) -> f64 {
    let radius = (-2.0 * (1.0 - random.f64()).ln()).sqrt();
    radius * (std::f64::consts::TAU * random.f64()).cos()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn pauses() -> impl Strategy<Value = PauseSpec> {
        let length = 0..u64::MAX / 2;
        prop_oneof![
            length.clone().prop_map(PauseSpec::Constant),
            (length.clone(), length.clone()).prop_map(|(a, b)| PauseSpec::Uniform(a, b)),
            length.clone().prop_map(PauseSpec::Exponential),
            (length.clone(), length.clone()).prop_map(|(mean, deviation)| PauseSpec::Normal(mean, deviation)),
            (length, 0.0..10.0f64).prop_map(|(median, deviation)| PauseSpec::Lognormal(median, deviation)),
        ]
    }

    proptest! {
        #[test]
        fn no_pause_is_longer_than_its_longest(pause in pauses(), seed: u64) {
            let mut random = fastrand::Rng::with_seed(seed);
            for _ in 0..100 {
                let length = draw_ns(&pause, &mut random);
                prop_assert!(length <= longest_ns(&pause));
                if let PauseSpec::Uniform(a, b) = pause {
                    prop_assert!(length >= a.min(b));
                }
            }
        }

        #[test]
        fn means_are_those_asked_for(seed: u64, scale in 1_000u64..1_000_000_000) {
            // 40,000 draws: the bounds are about 5 standard errors.
            let mut random = fastrand::Rng::with_seed(seed);
            let mut mean = |pause: PauseSpec| (0..40_000).map(|_| draw_ns(&pause, &mut random) as f64).sum::<f64>() / 40_000.0;
            let scale_ = scale as f64;
            let near = |found: f64, expected: f64, share: f64| (found / expected - 1.0).abs() < share;
            prop_assert!(near(mean(PauseSpec::Uniform(scale, 3 * scale)), 2.0 * scale_, 0.01));
            prop_assert!(near(mean(PauseSpec::Exponential(scale)), scale_, 0.03));
            prop_assert!(near(mean(PauseSpec::Normal(4 * scale, scale)), 4.0 * scale_, 0.01));
            prop_assert!(near(mean(PauseSpec::Lognormal(scale, 0.5)), scale_ * 0.125f64.exp(), 0.02));
        }
    }

    #[test]
    fn bounds_are_reached_and_kept() {
        let mut random = fastrand::Rng::with_seed(3);
        let mut draws = |pause: PauseSpec| (0..100_000).map(|_| draw_ns(&pause, &mut random)).collect::<Vec<_>>();
        let bounds = |draws: &[u64]| (*draws.iter().min().unwrap(), *draws.iter().max().unwrap());
        assert_eq!(bounds(&draws(PauseSpec::Uniform(5, 7))), (5, 7));
        assert_eq!(bounds(&draws(PauseSpec::Normal(10, 1000))).0, 0);
        assert_eq!(bounds(&draws(PauseSpec::Exponential(1000))).1, 10_000);
        assert_eq!(bounds(&draws(PauseSpec::Lognormal(1000, 1.0))).1, 54_598);
        assert_eq!(bounds(&draws(PauseSpec::Constant(9))), (9, 9));
    }

    #[test]
    fn pauses_that_cannot_be_drawn_are_refused() {
        for pause in [
            PauseSpec::Uniform(2, 1),
            PauseSpec::Lognormal(1, f64::NAN),
            PauseSpec::Lognormal(1, -1.0),
        ] {
            assert!(check(&pause).is_err(), "{pause:?}");
        }
    }
}

//! HdrHistogram of times over spans and runs.

use hdrhistogram::serialization::{Deserializer, Serializer, V2DeflateSerializer};
use hdrhistogram::Histogram;

use crate::TimeHistogram;

/// Steps of 512 ns below 1 ms, three significant digits above: fine enough for a service of 30 µs, small enough to keep many.
pub(crate) const LOWEST_NS: u64 = 1_000;
/// Longest time that is kept apart; what is longer counts as this. Far above every timeout.
pub(crate) const HIGHEST_NS: u64 = 3_600 * crate::NANOS_PER_SECOND;
pub(crate) const SIGNIFICANT_DIGITS: u8 = 3;

/// Bytes that are not a histogram, or a histogram that cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum BlobError {
    /// The bytes cannot be read as HdrHistogram V2-deflate.
    #[error("not a V2-deflate HdrHistogram: {0}")]
    Unreadable(String),
    /// The histogram could not be written.
    #[error("a histogram could not be written: {0}")]
    Unwritable(String),
}

fn empty() -> Histogram<u64> {
    #[allow(clippy::expect_used)] // The bounds are constants in HdrHistogram's documented domain; every test goes through here.
    let mut histogram =
        Histogram::new_with_bounds(LOWEST_NS, 2 * LOWEST_NS, SIGNIFICANT_DIGITS).expect("constant bounds are accepted");
    // Growing as larger values come keeps a histogram of fast calls at 8 KiB instead of 100.
    histogram.auto(true);
    histogram
}

/// `record_n` grows the histogram to the value; the saturating twin would squeeze the value into today's range instead.
#[inline]
fn add(histogram: &mut Histogram<u64>, value_ns: u64, count: u64) {
    if histogram.record_n(value_ns, count).is_err() {
        histogram.saturating_record_n(value_ns, count);
    }
}

/// Histogram of a span or of a whole run: 64-bit counts, merged from windows of any number.
///
/// ```
/// use loadproof_measure::{SpanHistogram, TimeHistogram};
/// let mut window = TimeHistogram::default();
/// window.record_ns(2_000_000);
/// let mut span = SpanHistogram::default();
/// span.merge_window(&window);
/// assert_eq!(span.count(), 1);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct SpanHistogram(Histogram<u64>);

impl Default for SpanHistogram {
    fn default() -> Self {
        Self(empty())
    }
}

impl SpanHistogram {
    /// The histogram stored in `blob`: HdrHistogram V2 with deflate, values in nanoseconds.
    ///
    /// # Errors
    /// [`BlobError::Unreadable`] when the bytes are something else.
    pub fn from_blob(blob: &[u8]) -> Result<Self, BlobError> {
        crate::blob::check_lengths(blob)?;
        let stored: Histogram<u64> = Deserializer::new()
            .deserialize(&mut &blob[..])
            .map_err(|error| BlobError::Unreadable(error.to_string()))?;
        let mut histogram = Self::default();
        histogram.merge_histogram(&stored);
        Ok(histogram)
    }

    /// HdrHistogram V2-deflate bytes, as every HdrHistogram library reads them.
    ///
    /// # Errors
    /// [`BlobError::Unwritable`] when the encoder refuses.
    pub fn to_blob(&self) -> Result<Vec<u8>, BlobError> {
        let mut bytes = Vec::new();
        V2DeflateSerializer::new()
            .serialize(&self.0, &mut bytes)
            .map_err(|error| BlobError::Unwritable(error.to_string()))?;
        Ok(bytes)
    }

    /// Records `count` times of `value_ns`.
    pub fn record_ns(&mut self, value_ns: u64, count: u64) {
        add(&mut self.0, value_ns.min(HIGHEST_NS), count);
    }

    /// Adds every count of a window's histogram.
    pub fn merge_window(&mut self, window: &TimeHistogram) {
        for (value_ns, count) in window.buckets() {
            add(&mut self.0, value_ns, u64::from(count));
        }
    }

    /// Adds every count of `other`.
    pub fn merge(&mut self, other: &Self) {
        self.merge_histogram(&other.0);
    }

    fn merge_histogram(&mut self, other: &Histogram<u64>) {
        let alike = other.low() == self.0.low() && other.sigfig() == self.0.sigfig();
        // Buckets that are the same are added one to one; a refusal leaves everything as it was.
        if alike && other.max() <= HIGHEST_NS && self.0.add(other).is_ok() {
            return;
        }
        for value in other.iter_recorded() {
            add(&mut self.0, value.value_iterated_to(), value.count_at_value());
        }
    }

    /// Number of recorded times.
    pub fn count(&self) -> u64 {
        self.0.len()
    }

    /// The smallest recorded value, in nanoseconds, that at least `quantile` (0 to 1) of the values do not exceed.
    pub fn quantile_ns(&self, quantile: f64) -> u64 {
        self.0.value_at_quantile(quantile.clamp(0.0, 1.0))
    }

    /// Largest recorded value in nanoseconds, to the histogram's resolution; 0 for none.
    pub fn max_ns(&self) -> u64 {
        // HdrHistogram gives the highest value of the last bucket, but 0 where every value was 0: of the first bucket too it is the highest.
        if self.count() == 0 {
            0
        } else {
            self.0.highest_equivalent(self.0.max())
        }
    }

    /// Mean in nanoseconds, to the histogram's resolution.
    pub fn mean_ns(&self) -> f64 {
        self.0.mean()
    }

    /// Values above `threshold_ns`, to the histogram's resolution.
    pub fn count_over(&self, threshold_ns: u64) -> u64 {
        self.count() - self.0.count_between(0, threshold_ns)
    }

    /// Non-empty buckets, ascending: highest equivalent value in nanoseconds, and count.
    pub fn buckets(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.0
            .iter_recorded()
            .map(|value| (value.value_iterated_to(), value.count_at_value()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn merging_windows_equals_recording_everything_in_one(values in proptest::collection::vec(0u64..20_000_000_000, 1..300), cut in 0usize..300) {
            let cut = cut.min(values.len());
            let (mut left, mut right, mut whole) = (TimeHistogram::default(), TimeHistogram::default(), TimeHistogram::default());
            values[..cut].iter().for_each(|value| left.record_ns(*value));
            values[cut..].iter().for_each(|value| right.record_ns(*value));
            values.iter().for_each(|value| whole.record_ns(*value));
            left.merge(&right);
            let (mut merged, mut direct) = (SpanHistogram::default(), SpanHistogram::default());
            merged.merge_window(&left);
            direct.merge_window(&whole);
            prop_assert_eq!(merged.buckets().collect::<Vec<_>>(), direct.buckets().collect::<Vec<_>>());
            let stored = SpanHistogram::from_blob(&direct.to_blob().unwrap()).unwrap();
            prop_assert_eq!(stored.buckets().collect::<Vec<_>>(), direct.buckets().collect::<Vec<_>>());
        }

        #[test]
        fn quantiles_are_within_a_thousandth_or_one_step(mut values in proptest::collection::vec(1u64..10_000_000_000, 1..300), quantile in 0.0f64..1.0) {
            let mut histogram = SpanHistogram::default();
            values.iter().for_each(|value| histogram.record_ns(*value, 1));
            values.sort_unstable();
            let rank = ((quantile * values.len() as f64).ceil() as usize).clamp(1, values.len());
            let exact = values[rank - 1];
            let shown = histogram.quantile_ns(quantile);
            let step = (exact / 1000).max(512);
            prop_assert!(shown.abs_diff(exact) <= step, "{} shown for {}", shown, exact);
        }
    }

    #[test]
    fn times_of_0_read_the_same_however_they_came() {
        let (mut window, mut direct, mut merged) = (TimeHistogram::default(), SpanHistogram::default(), SpanHistogram::default());
        assert_eq!((direct.quantile_ns(0.5), direct.max_ns()), (0, 0));
        window.record_ns(0);
        merged.merge_window(&window);
        direct.record_ns(0, 1);
        let stored = SpanHistogram::from_blob(&direct.to_blob().unwrap()).unwrap();
        for histogram in [&direct, &merged, &stored] {
            assert_eq!(
                (histogram.quantile_ns(0.5), histogram.quantile_ns(1.0), histogram.max_ns()),
                (511, 511, 511)
            );
        }
    }

    #[test]
    fn garbage_is_refused() {
        assert!(SpanHistogram::from_blob(b"not a histogram").is_err());
    }
}

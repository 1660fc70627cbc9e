//! Counts of a span on their way from windows to an HdrHistogram.

use crate::time_histogram::{bucket_of, highest_of};
use crate::{SpanHistogram, TimeHistogram};

/// 64-bit counts in the buckets of [`TimeHistogram`]: adding a window is an addition for each of its times.
///
/// ```
/// use loadproof_measure::{SpanCounts, TimeHistogram};
/// let mut window = TimeHistogram::default();
/// window.record_ns(2_000_000);
/// let mut counts = SpanCounts::default();
/// counts.add_window(&window);
/// assert_eq!(counts.histogram().count(), 1);
/// ```
#[derive(Clone, Debug, Default)]
pub struct SpanCounts {
    counts: Vec<u64>,
}

impl SpanCounts {
    /// Adds every count of a window's histogram.
    pub fn add_window(&mut self, window: &TimeHistogram) {
        window.add_to(&mut self.counts);
    }

    /// Adds every count of a histogram.
    pub fn add_span(&mut self, span: &SpanHistogram) {
        for (value_ns, count) in span.buckets() {
            let bucket = bucket_of(value_ns);
            if bucket >= self.counts.len() {
                self.counts.resize(bucket + 1, 0);
            }
            self.counts[bucket] += count;
        }
    }

    /// Adds every count of `other`.
    pub fn merge(&mut self, other: &Self) {
        if self.counts.len() < other.counts.len() {
            self.counts.resize(other.counts.len(), 0);
        }
        for (mine, theirs) in self.counts.iter_mut().zip(&other.counts) {
            *mine += theirs;
        }
    }

    /// The counts as a histogram.
    pub fn histogram(&self) -> SpanHistogram {
        let mut histogram = SpanHistogram::default();
        // From above, so that the histogram grows once.
        for (bucket, count) in self.counts.iter().enumerate().rev().filter(|(_, count)| **count > 0) {
            histogram.record_ns(highest_of(bucket), *count);
        }
        histogram
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn counts_are_those_of_a_histogram_that_took_every_value(
            windows in proptest::collection::vec(proptest::collection::vec(0u64..5_000_000_000_000, 0..400), 1..5),
        ) {
            let (mut counts, mut parts, mut span) = (SpanCounts::default(), SpanCounts::default(), SpanHistogram::default());
            for (number, values) in windows.iter().enumerate() {
                let mut window = TimeHistogram::default();
                values.iter().for_each(|value| window.record_ns(*value));
                values.iter().for_each(|value| span.record_ns(*value, 1));
                if number % 2 == 0 {
                    counts.add_window(&window);
                } else {
                    let mut other = SpanHistogram::default();
                    other.merge_window(&window);
                    parts.add_span(&other);
                }
            }
            counts.merge(&parts);
            let shown = counts.histogram();
            prop_assert_eq!(shown.buckets().collect::<Vec<_>>(), span.buckets().collect::<Vec<_>>());
            prop_assert_eq!((shown.count(), shown.max_ns()), (span.count(), span.max_ns()));
        }
    }
}

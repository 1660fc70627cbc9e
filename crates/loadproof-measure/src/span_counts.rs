//! Counts of a span on their way from windows to an HdrHistogram.

use std::borrow::Cow;

use crate::blob;
use crate::time_histogram::{bucket_of, highest_of};
use crate::{BlobError, SpanHistogram, TimeHistogram};

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
    /// The counts as few bytes, while they are put away; then there are no others.
    packed: Vec<u8>,
}

impl SpanCounts {
    /// The counts of a blob of [`SpanCounts::to_blob`], or of any HdrHistogram V2 with deflate.
    ///
    /// # Errors
    /// [`BlobError::Unreadable`] when the bytes are something else.
    pub fn from_blob(bytes: &[u8]) -> Result<Self, BlobError> {
        let mut counts = Self::default();
        counts.add_blob(bytes)?;
        Ok(counts)
    }

    /// Adds every count of a blob, as [`SpanCounts::from_blob`] and [`SpanCounts::merge`] would, without the counts between them: of the
    /// blobs of a long run each has a hundredth of the calls, and making room for its counts takes longer than adding them.
    ///
    /// # Errors
    /// [`BlobError::Unreadable`] when the bytes are something else; a part of their counts may have been added by then.
    pub fn add_blob(&mut self, bytes: &[u8]) -> Result<(), BlobError> {
        self.spread();
        if !blob::add_blob(bytes, &mut self.counts)? {
            self.add_span(&SpanHistogram::from_blob(bytes)?);
        }
        Ok(())
    }

    /// HdrHistogram V2-deflate bytes, as every HdrHistogram library reads them (values in nanoseconds).
    ///
    /// # Errors
    /// [`BlobError::Unwritable`] when the encoder refuses.
    pub fn to_blob(&self) -> Result<Vec<u8>, BlobError> {
        blob::to_blob(&self.read())
    }

    /// Records `count` times of `value_ns`.
    pub fn record_ns(&mut self, value_ns: u64, count: u64) {
        if count > 0 {
            let bucket = bucket_of(value_ns.min(crate::histogram::HIGHEST_NS));
            *self.reached(bucket) += count;
        }
    }

    /// Adds every count of a window's histogram.
    pub fn add_window(&mut self, window: &TimeHistogram) {
        self.spread();
        window.add_to(&mut self.counts);
    }

    /// Adds every count of a histogram.
    pub fn add_span(&mut self, span: &SpanHistogram) {
        for (value_ns, count) in span.buckets() {
            self.record_ns(value_ns, count);
        }
    }

    /// Adds every count of `other`.
    pub fn merge(&mut self, other: &Self) {
        self.spread();
        if !other.packed.is_empty() {
            // What was packed here can be read.
            let _ = blob::add_packed(&other.packed, &mut self.counts);
            return;
        }
        if self.counts.len() < other.counts.len() {
            self.counts.resize(other.counts.len(), 0);
        }
        for (mine, theirs) in self.counts.iter_mut().zip(&other.counts) {
            *mine += theirs;
        }
    }

    /// Puts the counts away as a few bytes for each that is not 0, until more are added: a tenth of a megabyte becomes a few kilobytes.
    pub fn pack(&mut self) {
        if !self.counts.is_empty() {
            self.packed = blob::pack(&self.counts);
            self.counts = Vec::new();
        }
    }

    /// How many times there are.
    pub fn count(&self) -> u64 {
        self.read().iter().sum()
    }

    /// The same times as those of a window.
    ///
    /// ```
    /// use loadproof_measure::SpanCounts;
    /// let mut counts = SpanCounts::default();
    /// counts.record_ns(2_000_000, 3);
    /// let mut again = SpanCounts::default();
    /// again.add_window(&counts.window());
    /// assert!(again == counts);
    /// ```
    pub fn window(&self) -> TimeHistogram {
        TimeHistogram::of_buckets(&self.read())
    }

    /// The counts as a histogram.
    pub fn histogram(&self) -> SpanHistogram {
        let mut histogram = SpanHistogram::default();
        // From above, so that the histogram grows once.
        for (bucket, count) in self.read().iter().enumerate().rev().filter(|(_, count)| **count > 0) {
            histogram.record_ns(highest_of(bucket), *count);
        }
        histogram
    }

    /// [`SpanHistogram::quantile_ns`], where it is all that is asked: adding counts up takes a twentieth of making a histogram.
    pub fn quantile_ns(&self, quantile: f64) -> u64 {
        let counts = self.read();
        let quantile = quantile.clamp(0.0, 1.0);
        let rank = (quantile * counts.iter().sum::<u64>() as f64).ceil() as u64;
        let mut counted = 0;
        let reached = counts.iter().position(|count| {
            counted += *count;
            counted >= rank.max(1)
        });
        match reached {
            None => 0,
            Some(bucket) if quantile == 0.0 => bucket.checked_sub(1).map_or(0, |below| highest_of(below) + 1),
            Some(bucket) => highest_of(bucket),
        }
    }

    /// How many times do not exceed each of `limits_ns`, which ascend; a bucket counts by its highest value.
    pub fn counts_up_to(&self, limits_ns: &[u64]) -> Vec<u64> {
        let counts = self.read();
        let (mut counted, mut bucket) = (0, 0);
        let up_to = |limit_ns: &u64| {
            while bucket < counts.len() && highest_of(bucket) <= *limit_ns {
                counted += counts[bucket];
                bucket += 1;
            }
            counted
        };
        limits_ns.iter().map(up_to).collect()
    }

    fn read(&self) -> Cow<'_, [u64]> {
        if self.packed.is_empty() {
            Cow::Borrowed(&self.counts)
        } else {
            Cow::Owned(self.spread_out())
        }
    }

    fn reached(&mut self, bucket: usize) -> &mut u64 {
        self.spread();
        if bucket >= self.counts.len() {
            self.counts.resize(bucket + 1, 0);
        }
        &mut self.counts[bucket]
    }

    fn spread(&mut self) {
        if !self.packed.is_empty() {
            self.counts = self.spread_out();
            self.packed = Vec::new();
        }
    }

    fn spread_out(&self) -> Vec<u64> {
        let mut counts = Vec::new();
        // What was packed here can be read.
        let _ = blob::add_packed(&self.packed, &mut counts);
        counts
    }
}

impl PartialEq for SpanCounts {
    /// Whether the times are the same, however much room is kept for others.
    fn eq(&self, other: &Self) -> bool {
        if !(self.packed.is_empty() && other.packed.is_empty()) {
            let (mut left, mut right) = (self.clone(), other.clone());
            left.spread();
            right.spread();
            return left == right;
        }
        let (shorter, longer) = if self.counts.len() < other.counts.len() {
            (&self.counts, &other.counts)
        } else {
            (&other.counts, &self.counts)
        };
        let (common, rest) = longer.split_at(shorter.len());
        common == shorter && rest.iter().all(|count| *count == 0)
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
            parts.pack();
            counts.merge(&parts);
            let mut packed = counts.clone();
            packed.pack();
            prop_assert!(packed == counts);
            prop_assert_eq!(packed.count(), span.count());
            prop_assert!(SpanCounts::from_blob(&packed.to_blob().unwrap()).unwrap() == counts);
            let mut twice = packed.clone();
            twice.add_blob(&counts.to_blob().unwrap()).unwrap();
            prop_assert_eq!(twice.count(), 2 * counts.count());
            parts = counts.clone();
            parts.merge(&counts);
            prop_assert!(twice == parts);
            packed.add_window(&TimeHistogram::default());
            prop_assert_eq!(packed.histogram(), counts.histogram());
            let shown = counts.histogram();
            prop_assert_eq!(shown.buckets().collect::<Vec<_>>(), span.buckets().collect::<Vec<_>>());
            prop_assert_eq!((shown.count(), shown.max_ns()), (span.count(), span.max_ns()));
        }

        #[test]
        fn what_is_read_from_counts_is_what_their_histogram_says(
            values in proptest::collection::vec((0u32..45, any::<u64>()).prop_map(|(bits, noise)| noise & ((1 << bits) - 1)), 0..300),
            quantile in prop_oneof![Just(0.0), Just(1.0), Just(0.95), 0.0f64..1.0],
            mut limits in proptest::collection::vec((0u32..45, any::<u64>()).prop_map(|(bits, noise)| noise & ((1 << bits) - 1)), 0..20),
        ) {
            let mut counts = SpanCounts::default();
            values.iter().for_each(|value| counts.record_ns(*value, 1 + value % 3));
            let shown = counts.histogram();
            prop_assert_eq!(counts.quantile_ns(quantile), shown.quantile_ns(quantile));
            limits.sort_unstable();
            let expected: Vec<u64> = limits
                .iter()
                .map(|limit| shown.buckets().filter(|(highest, _)| highest <= limit).map(|(_, count)| count).sum())
                .collect();
            prop_assert_eq!(counts.counts_up_to(&limits), expected.clone());
            counts.pack();
            prop_assert_eq!(counts.quantile_ns(quantile), shown.quantile_ns(quantile));
            prop_assert_eq!(counts.counts_up_to(&limits), expected);
        }
    }
}

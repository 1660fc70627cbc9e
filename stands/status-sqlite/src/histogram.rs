//! A latency histogram of atomic counters, written as Prometheus text.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// Upper bounds in seconds, as text so that they are written as they are read; a last bucket takes the rest.
const BOUNDS: [(u64, &str); 16] = [
    (100_000, "0.0001"),
    (250_000, "0.00025"),
    (500_000, "0.0005"),
    (1_000_000, "0.001"),
    (2_500_000, "0.0025"),
    (5_000_000, "0.005"),
    (10_000_000, "0.01"),
    (25_000_000, "0.025"),
    (50_000_000, "0.05"),
    (100_000_000, "0.1"),
    (250_000_000, "0.25"),
    (500_000_000, "0.5"),
    (1_000_000_000, "1"),
    (2_500_000_000, "2.5"),
    (5_000_000_000, "5"),
    (10_000_000_000, "10"),
];

/// Counts of times by bucket, and their sum.
#[derive(Default)]
pub struct Histogram {
    buckets: [AtomicU64; BOUNDS.len() + 1],
    sum_ns: AtomicU64,
}

impl Histogram {
    /// Counts one time.
    pub fn record(&self, time: Duration) {
        let time_ns = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        let bucket = BOUNDS.partition_point(|(bound_ns, _)| *bound_ns < time_ns);
        self.buckets[bucket].fetch_add(1, Relaxed);
        self.sum_ns.fetch_add(time_ns, Relaxed);
    }

    /// How many times were counted.
    #[cfg(test)]
    pub fn count(&self) -> u64 {
        self.buckets.iter().map(|bucket| bucket.load(Relaxed)).sum()
    }

    /// Appends `name_bucket`, `name_sum` and `name_count`; `labels` is `key="value",...` or empty.
    pub fn write_text(&self, name: &str, labels: &str, text: &mut String) -> std::fmt::Result {
        let comma = if labels.is_empty() { "" } else { "," };
        let mut total = 0;
        let bounds = BOUNDS.iter().map(|(_, bound)| *bound).chain(["+Inf"]);
        for (bucket, bound) in self.buckets.iter().zip(bounds) {
            total += bucket.load(Relaxed);
            writeln!(text, "{name}_bucket{{{labels}{comma}le=\"{bound}\"}} {total}")?;
        }
        let sum_s = self.sum_ns.load(Relaxed) as f64 / 1e9;
        let labels = if labels.is_empty() {
            String::new()
        } else {
            format!("{{{labels}}}")
        };
        writeln!(text, "{name}_sum{labels} {sum_s}")?;
        writeln!(text, "{name}_count{labels} {total}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_are_cumulative_and_bounds_inclusive() {
        let histogram = Histogram::default();
        for time_us in [100, 101, 1_000, 20_000_000] {
            histogram.record(Duration::from_micros(time_us));
        }
        let mut text = String::new();
        histogram.write_text("time_seconds", "route=\"/\"", &mut text).unwrap();
        for line in [
            "time_seconds_bucket{route=\"/\",le=\"0.0001\"} 1",
            "time_seconds_bucket{route=\"/\",le=\"0.00025\"} 2",
            "time_seconds_bucket{route=\"/\",le=\"0.001\"} 3",
            "time_seconds_bucket{route=\"/\",le=\"10\"} 3",
            "time_seconds_bucket{route=\"/\",le=\"+Inf\"} 4",
            "time_seconds_sum{route=\"/\"} 20.001201",
            "time_seconds_count{route=\"/\"} 4",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} not in\n{text}");
        }
    }
}

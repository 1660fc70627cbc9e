//! What was measured: samples folded into windows by due second.
//!
//! # Layout
//! - [`Sample`]: one settled call, which can always say when it was due.
//! - [`ErrorKind`]: how a call failed.
//! - [`TimeHistogram`]: counts of nanoseconds in HdrHistogram's buckets, on the hot path.
//! - [`SpanHistogram`]: HdrHistogram of nanoseconds; merged, never averaged.
//! - [`SpanCounts`]: counts of many windows on their way to a [`SpanHistogram`].
//! - [`Window`]: counts and histograms of one due second and one operation, the latter as [`Times`].
//! - [`ApdexCounts`]: satisfied, tolerating and frustrated calls, by group of users.
//! - [`Traffic`]: bytes received and sent.
//! - [`Phases`]: connect, TLS handshake, first byte, transfer.
//! - [`Recorder`]: folds samples into windows and hands them over as deltas.

mod apdex;
mod blob;
mod error_kind;
mod histogram;
mod phases;
mod recorder;
mod sample;
mod span_counts;
mod time_histogram;
mod traffic;
mod window;

pub use apdex::{ApdexCounts, ApdexGroup, APDEX_GROUPS};
pub use error_kind::{ErrorKind, STATUS_PREFIX};
pub use histogram::{BlobError, SpanHistogram};
pub use phases::Phases;
pub use recorder::Recorder;
pub use sample::{Outcome, Sample};
pub use span_counts::SpanCounts;
pub use time_histogram::TimeHistogram;
pub use traffic::Traffic;
pub use window::{Times, Window, WindowDelta};

/// Nanoseconds in a second.
pub const NANOS_PER_SECOND: u64 = 1_000_000_000;

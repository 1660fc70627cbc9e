//! `Histogram`: times in milliseconds for Python, nanoseconds inside.

use std::borrow::Cow;
use std::sync::OnceLock;

use loadproof_measure::{SpanCounts, SpanHistogram, TimeHistogram};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

const NANOS_PER_MILLISECOND: f64 = 1e6;

/// HdrHistogram of times; see `_engine.pyi`.
///
/// Most histograms are only added to others. So one is kept as it came, adding is an addition of counts, and it becomes an HdrHistogram
/// when somebody reads it.
#[pyclass(module = "loadproof._engine")]
#[derive(Clone, Default)]
pub struct Histogram {
    counts: SpanCounts,
    /// Of a window, and not yet in the counts.
    window: TimeHistogram,
    read: OnceLock<SpanHistogram>,
}

impl Histogram {
    /// The times of a window.
    pub(crate) fn of_window(window: TimeHistogram) -> Self {
        Self {
            window,
            ..Self::default()
        }
    }

    /// The times that were added up.
    pub(crate) fn of_counts(counts: SpanCounts) -> Self {
        Self {
            counts,
            ..Self::default()
        }
    }

    /// These times as those of a window.
    pub(crate) fn as_window(&self) -> TimeHistogram {
        self.counted().window()
    }

    /// Adds these times to others.
    pub(crate) fn add_to(&self, counts: &mut SpanCounts) {
        counts.merge(&self.counts);
        counts.add_window(&self.window);
    }

    /// The times, to be added to.
    fn written(&mut self) -> &mut SpanCounts {
        self.read = OnceLock::new();
        self.counts.add_window(&std::mem::take(&mut self.window));
        &mut self.counts
    }

    fn all(&self) -> SpanCounts {
        let mut counts = self.counts.clone();
        counts.add_window(&self.window);
        counts
    }

    /// All times as counts; without a copy where none are of a window.
    fn counted(&self) -> Cow<'_, SpanCounts> {
        if self.window.count() == 0 {
            Cow::Borrowed(&self.counts)
        } else {
            Cow::Owned(self.all())
        }
    }

    fn read(&self) -> &SpanHistogram {
        self.read.get_or_init(|| self.all().histogram())
    }
}

fn milliseconds(value_ns: f64) -> f64 {
    value_ns / NANOS_PER_MILLISECOND
}

fn nanoseconds(value_ms: f64) -> PyResult<u64> {
    if value_ms.is_finite() && value_ms >= 0.0 {
        Ok((value_ms * NANOS_PER_MILLISECOND).round() as u64)
    } else {
        Err(PyValueError::new_err(format!(
            "a time must be a number of 0 or more milliseconds, not {value_ms}"
        )))
    }
}

#[pymethods]
impl Histogram {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    #[staticmethod]
    fn from_blob(blob: &[u8]) -> PyResult<Self> {
        let counts = SpanCounts::from_blob(blob).map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Self::of_counts(counts))
    }

    fn to_blob<'py>(&self, python: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self
            .all()
            .to_blob()
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(PyBytes::new(python, &bytes))
    }

    fn merge(&mut self, other: &Bound<'_, Self>) -> PyResult<()> {
        // Merging a histogram with itself doubles it; the borrow checker of PyO3 would refuse the second borrow.
        match other.try_borrow() {
            Ok(other) => other.add_to(self.written()),
            Err(_) => self.clone().add_to(self.written()),
        }
        Ok(())
    }

    fn merge_blob(&mut self, blob: &[u8]) -> PyResult<()> {
        self.written()
            .add_blob(blob)
            .map_err(|error| PyValueError::new_err(error.to_string()))
    }

    fn copy(&self) -> Self {
        self.clone()
    }

    fn equals(&self, other: &Self) -> bool {
        self.all() == other.all()
    }

    #[pyo3(signature = (value_ms, count = 1))]
    fn record_ms(&mut self, value_ms: f64, count: u64) -> PyResult<()> {
        self.written().record_ns(nanoseconds(value_ms)?, count);
        Ok(())
    }

    fn quantile_ms(&self, quantile: f64) -> f64 {
        if self.count() == 0 {
            return f64::NAN;
        }
        milliseconds(match self.read.get() {
            Some(read) => read.quantile_ns(quantile),
            None => self.counted().quantile_ns(quantile),
        } as f64)
    }

    fn share_over(&self, threshold_ms: f64) -> PyResult<f64> {
        let threshold_ns = nanoseconds(threshold_ms)?;
        if self.read().count() == 0 {
            return Ok(f64::NAN);
        }
        Ok(self.read().count_over(threshold_ns) as f64 / self.read().count() as f64)
    }

    fn buckets(&self) -> Vec<(f64, u64)> {
        self.read()
            .buckets()
            .map(|(value_ns, count)| (milliseconds(value_ns as f64), count))
            .collect()
    }

    fn counts_up_to(&self, limits_ms: Vec<f64>) -> PyResult<Vec<u64>> {
        let limits_ns = limits_ms.into_iter().map(nanoseconds).collect::<PyResult<Vec<u64>>>()?;
        if !limits_ns.is_sorted() {
            return Err(PyValueError::new_err("limits must ascend"));
        }
        Ok(self.counted().counts_up_to(&limits_ns))
    }

    #[getter]
    fn count(&self) -> u64 {
        match self.read.get() {
            Some(read) => read.count(),
            None => self.counts.count() + self.window.count(),
        }
    }

    #[getter]
    fn max_ms(&self) -> f64 {
        if self.read().count() == 0 {
            return f64::NAN;
        }
        milliseconds(self.read().max_ns() as f64)
    }

    #[getter]
    fn mean_ms(&self) -> f64 {
        if self.read().count() == 0 {
            return f64::NAN;
        }
        milliseconds(self.read().mean_ns())
    }
}

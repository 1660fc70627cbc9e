//! `Histogram`: times in milliseconds for Python, nanoseconds inside.

use loadproof_measure::{SpanCounts, SpanHistogram, TimeHistogram};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

const NANOS_PER_MILLISECOND: f64 = 1e6;

/// HdrHistogram of times; see `_engine.pyi`.
#[pyclass(module = "loadproof._engine")]
#[derive(Default)]
pub struct Histogram {
    pub(crate) inner: SpanHistogram,
}

impl Histogram {
    /// The times of a window; none where it has none.
    pub(crate) fn of_window(window: Option<&TimeHistogram>) -> Self {
        let mut inner = SpanHistogram::default();
        if let Some(window) = window {
            inner.merge_window(window);
        }
        Self { inner }
    }

    /// The times that were added up.
    pub(crate) fn of_counts(counts: &SpanCounts) -> Self {
        Self {
            inner: counts.histogram(),
        }
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
        let inner = SpanHistogram::from_blob(blob).map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Self { inner })
    }

    fn to_blob<'py>(&self, python: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self
            .inner
            .to_blob()
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(PyBytes::new(python, &bytes))
    }

    fn merge(&mut self, other: &Bound<'_, Self>) -> PyResult<()> {
        // Merging a histogram with itself doubles it; the borrow checker of PyO3 would refuse the second borrow.
        match other.try_borrow() {
            Ok(other) => self.inner.merge(&other.inner),
            Err(_) => self.inner.merge(&self.inner.clone()),
        }
        Ok(())
    }

    fn copy(&self) -> Self {
        Self {
            inner: self.inner.clone(),
        }
    }

    fn equals(&self, other: &Self) -> bool {
        self.inner == other.inner
    }

    #[pyo3(signature = (value_ms, count = 1))]
    fn record_ms(&mut self, value_ms: f64, count: u64) -> PyResult<()> {
        self.inner.record_ns(nanoseconds(value_ms)?, count);
        Ok(())
    }

    fn quantile_ms(&self, quantile: f64) -> f64 {
        if self.inner.count() == 0 {
            return f64::NAN;
        }
        milliseconds(self.inner.quantile_ns(quantile) as f64)
    }

    fn share_over(&self, threshold_ms: f64) -> PyResult<f64> {
        let threshold_ns = nanoseconds(threshold_ms)?;
        if self.inner.count() == 0 {
            return Ok(f64::NAN);
        }
        Ok(self.inner.count_over(threshold_ns) as f64 / self.inner.count() as f64)
    }

    fn buckets(&self) -> Vec<(f64, u64)> {
        self.inner
            .buckets()
            .map(|(value_ns, count)| (milliseconds(value_ns as f64), count))
            .collect()
    }

    #[getter]
    fn count(&self) -> u64 {
        self.inner.count()
    }

    #[getter]
    fn max_ms(&self) -> f64 {
        if self.inner.count() == 0 {
            return f64::NAN;
        }
        milliseconds(self.inner.max_ns() as f64)
    }

    #[getter]
    fn mean_ms(&self) -> f64 {
        if self.inner.count() == 0 {
            return f64::NAN;
        }
        milliseconds(self.inner.mean_ns())
    }
}

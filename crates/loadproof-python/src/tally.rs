//! `Tally`: counts and times of any number of windows, added up.

use std::collections::BTreeMap;

use loadproof_measure::SpanCounts;
use pyo3::prelude::*;

use crate::histogram::Histogram;
use crate::tick::Delta;

/// Counts and times that add up exactly; see `_engine.pyi`.
#[pyclass(module = "loadproof._engine", subclass)]
#[derive(Clone, Default)]
pub struct Tally {
    #[pyo3(get)]
    due: u64,
    #[pyo3(get)]
    sent: u64,
    #[pyo3(get)]
    completed: u64,
    #[pyo3(get)]
    dropped: u64,
    #[pyo3(get)]
    cut: u64,
    #[pyo3(get)]
    done: u64,
    #[pyo3(get)]
    errors: BTreeMap<String, u64>,
    #[pyo3(get)]
    within: Vec<u64>,
    response: SpanCounts,
    service: SpanCounts,
    wait: SpanCounts,
    lateness: SpanCounts,
}

fn counts_of(times: Option<PyRef<'_, Histogram>>) -> SpanCounts {
    let mut counts = SpanCounts::default();
    if let Some(times) = times {
        counts.add_span(&times.inner);
    }
    counts
}

impl Tally {
    fn add_errors<'a>(&mut self, errors: impl IntoIterator<Item = (&'a String, &'a u64)>) {
        for (kind, count) in errors {
            match self.errors.get_mut(kind) {
                Some(total) => *total += count,
                None => drop(self.errors.insert(kind.clone(), *count)),
            }
        }
    }

    fn add_within(&mut self, within: &[u64]) {
        if self.within.len() < within.len() {
            self.within.resize(within.len(), 0);
        }
        for (mine, theirs) in self.within.iter_mut().zip(within) {
            *mine += theirs;
        }
    }

    fn add_delta(&mut self, delta: &Delta, with_times: bool) {
        self.due += delta.due;
        self.sent += delta.sent;
        self.completed += delta.completed;
        self.dropped += delta.dropped;
        self.cut += delta.cut;
        self.done += delta.done;
        self.add_errors(&delta.errors);
        self.add_within(&delta.within);
        if let Some(times) = delta.times.as_deref().filter(|_| with_times) {
            self.response.add_window(&times.response);
            self.service.add_window(&times.service);
            self.wait.add_window(&times.wait);
            self.lateness.add_window(&times.lateness);
        }
    }

    fn add_tally(&mut self, other: &Self, with_times: bool) {
        self.due += other.due;
        self.sent += other.sent;
        self.completed += other.completed;
        self.dropped += other.dropped;
        self.cut += other.cut;
        self.done += other.done;
        self.add_errors(&other.errors);
        self.add_within(&other.within);
        if with_times {
            self.response.merge(&other.response);
            self.service.merge(&other.service);
            self.wait.merge(&other.wait);
            self.lateness.merge(&other.lateness);
        }
    }

    /// Adds counts of any other class that has them.
    fn add_foreign(&mut self, other: &Bound<'_, PyAny>, with_times: bool) -> PyResult<()> {
        let number = |name: &str| -> PyResult<u64> { other.getattr(name)?.extract() };
        let times = |name: &str| -> PyResult<SpanCounts> {
            if with_times {
                Ok(counts_of(Some(other.getattr(name)?.extract()?)))
            } else {
                Ok(SpanCounts::default())
            }
        };
        let read = Self {
            due: number("due")?,
            sent: number("sent")?,
            completed: number("completed")?,
            dropped: number("dropped")?,
            cut: number("cut")?,
            done: number("done")?,
            errors: other.getattr("errors")?.extract()?,
            within: other.getattr("within")?.extract()?,
            response: times("response")?,
            service: times("service")?,
            wait: times("wait")?,
            lateness: times("lateness")?,
        };
        self.add_tally(&read, with_times);
        Ok(())
    }

    fn add_any(&mut self, other: &Bound<'_, PyAny>, with_times: bool) -> PyResult<()> {
        if let Ok(delta) = other.cast::<Delta>() {
            self.add_delta(delta.get(), with_times);
            return Ok(());
        }
        match other.cast::<Self>() {
            Ok(tally) => match tally.try_borrow() {
                Ok(tally) => self.add_tally(&tally, with_times),
                // It is this very one, which PyO3 lends only once.
                Err(_) => self.add_tally(&self.clone(), with_times),
            },
            Err(_) => self.add_foreign(other, with_times)?,
        }
        Ok(())
    }
}

#[pymethods]
impl Tally {
    #[new]
    #[pyo3(signature = (*, due = 0, sent = 0, completed = 0, dropped = 0, cut = 0, done = 0, errors = None, within = None,
        response = None, service = None, wait = None, lateness = None))]
    #[allow(clippy::too_many_arguments)] // Each is a keyword of the Python class.
    fn new(
        due: u64,
        sent: u64,
        completed: u64,
        dropped: u64,
        cut: u64,
        done: u64,
        errors: Option<BTreeMap<String, u64>>,
        within: Option<Vec<u64>>,
        response: Option<PyRef<'_, Histogram>>,
        service: Option<PyRef<'_, Histogram>>,
        wait: Option<PyRef<'_, Histogram>>,
        lateness: Option<PyRef<'_, Histogram>>,
    ) -> Self {
        Self {
            due,
            sent,
            completed,
            dropped,
            cut,
            done,
            errors: errors.unwrap_or_default(),
            within: within.unwrap_or_default(),
            response: counts_of(response),
            service: counts_of(service),
            wait: counts_of(wait),
            lateness: counts_of(lateness),
        }
    }

    fn add(&mut self, counts: &Bound<'_, PyAny>) -> PyResult<()> {
        self.add_any(counts, true)
    }

    fn add_counts(&mut self, counts: &Bound<'_, PyAny>) -> PyResult<()> {
        self.add_any(counts, false)
    }

    #[getter]
    fn response(&self) -> Histogram {
        Histogram::of_counts(&self.response)
    }

    #[getter]
    fn service(&self) -> Histogram {
        Histogram::of_counts(&self.service)
    }

    #[getter]
    fn wait(&self) -> Histogram {
        Histogram::of_counts(&self.wait)
    }

    #[getter]
    fn lateness(&self) -> Histogram {
        Histogram::of_counts(&self.lateness)
    }
}

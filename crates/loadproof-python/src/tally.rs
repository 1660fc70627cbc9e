//! `Tally`: counts and times of any number of windows, added up.

use std::collections::BTreeMap;

use loadproof_measure::{ApdexCounts as Counts, SpanCounts, Traffic};
use pyo3::prelude::*;

use crate::apdex::ApdexCounts;
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
    retried: u64,
    traffic: Traffic,
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
    apdex: Option<Box<Counts>>,
}

/// What of a window is added.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Added {
    Counts,
    Responses,
    All,
}

fn counts_of(times: Option<PyRef<'_, Histogram>>) -> SpanCounts {
    let mut counts = SpanCounts::default();
    if let Some(times) = times {
        times.add_to(&mut counts);
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

    fn add_apdex(&mut self, counts: Option<&Counts>) {
        match (&mut self.apdex, counts) {
            (Some(mine), Some(theirs)) => mine.merge(theirs),
            (mine @ None, Some(theirs)) => *mine = Some(Box::new(theirs.clone())),
            (_, None) => {}
        }
    }

    fn add_delta(&mut self, delta: &Delta, times: Added) {
        self.due += delta.due;
        self.sent += delta.sent;
        self.completed += delta.completed;
        self.dropped += delta.dropped;
        self.cut += delta.cut;
        self.retried += delta.retried;
        self.traffic += delta.traffic;
        self.done += delta.done;
        self.add_errors(&delta.errors);
        self.add_within(&delta.within);
        self.add_apdex(delta.apdex.as_deref());
        if let Some(window) = delta.times.as_deref().filter(|_| times != Added::Counts) {
            self.response.add_window(&window.response);
            if times == Added::All {
                self.service.add_window(&window.service);
                self.wait.add_window(&window.wait);
                self.lateness.add_window(&window.lateness);
            }
        }
    }

    fn add_tally(&mut self, other: &Self, times: Added) {
        self.due += other.due;
        self.sent += other.sent;
        self.completed += other.completed;
        self.dropped += other.dropped;
        self.cut += other.cut;
        self.retried += other.retried;
        self.traffic += other.traffic;
        self.done += other.done;
        self.add_errors(&other.errors);
        self.add_within(&other.within);
        self.add_apdex(other.apdex.as_deref());
        if times != Added::Counts {
            self.response.merge(&other.response);
        }
        if times == Added::All {
            self.service.merge(&other.service);
            self.wait.merge(&other.wait);
            self.lateness.merge(&other.lateness);
        }
    }

    /// Adds a delta or a tally. Raises TypeError for anything else.
    fn add_any(&mut self, other: &Bound<'_, PyAny>, times: Added) -> PyResult<()> {
        if let Ok(delta) = other.cast::<Delta>() {
            self.add_delta(delta.get(), times);
            return Ok(());
        }
        match other.cast::<Self>()?.try_borrow() {
            Ok(tally) => self.add_tally(&tally, times),
            // It is this very one, which PyO3 lends only once.
            Err(_) => self.add_tally(&self.clone(), times),
        }
        Ok(())
    }
}

#[pymethods]
impl Tally {
    #[new]
    #[pyo3(signature = (*, due = 0, sent = 0, completed = 0, dropped = 0, cut = 0, retried = 0, bytes_received = 0, bytes_sent = 0,
        done = 0, errors = None, within = None, response = None, service = None, wait = None, lateness = None, apdex = None))]
    #[allow(clippy::too_many_arguments)] // Each is a keyword of the Python class.
    fn new(
        due: u64,
        sent: u64,
        completed: u64,
        dropped: u64,
        cut: u64,
        retried: u64,
        bytes_received: u64,
        bytes_sent: u64,
        done: u64,
        errors: Option<BTreeMap<String, u64>>,
        within: Option<Vec<u64>>,
        response: Option<PyRef<'_, Histogram>>,
        service: Option<PyRef<'_, Histogram>>,
        wait: Option<PyRef<'_, Histogram>>,
        lateness: Option<PyRef<'_, Histogram>>,
        apdex: Option<PyRef<'_, ApdexCounts>>,
    ) -> Self {
        Self {
            due,
            sent,
            completed,
            dropped,
            cut,
            retried,
            traffic: Traffic {
                received: bytes_received,
                sent: bytes_sent,
            },
            done,
            errors: errors.unwrap_or_default(),
            within: within.unwrap_or_default(),
            response: counts_of(response),
            service: counts_of(service),
            wait: counts_of(wait),
            lateness: counts_of(lateness),
            apdex: apdex.map(|counts| Box::new(counts.0.clone())),
        }
    }

    #[getter]
    fn apdex(&self) -> Option<ApdexCounts> {
        self.apdex.as_deref().cloned().map(ApdexCounts)
    }

    fn add(&mut self, counts: &Bound<'_, PyAny>) -> PyResult<()> {
        self.add_any(counts, Added::All)
    }

    #[pyo3(signature = (deltas, begin = 0, end = None, operations = None, *, responses_only = false))]
    fn add_all(
        &mut self,
        deltas: &Bound<'_, PyAny>,
        begin: u64,
        end: Option<u64>,
        operations: Option<usize>,
        responses_only: bool,
    ) -> PyResult<()> {
        let times = if responses_only { Added::Responses } else { Added::All };
        for delta in deltas.try_iter()? {
            let delta = delta?;
            let delta = delta.cast::<Delta>()?.get();
            let in_span = begin <= delta.second && delta.second < end.unwrap_or(u64::MAX);
            if in_span && delta.operation < operations.unwrap_or(usize::MAX) {
                self.add_delta(delta, times);
            }
        }
        Ok(())
    }

    #[staticmethod]
    #[pyo3(signature = (tallies, parts, *, responses_only = false))]
    fn add_each(tallies: &Bound<'_, PyAny>, parts: &Bound<'_, PyAny>, responses_only: bool) -> PyResult<()> {
        let times = if responses_only { Added::Responses } else { Added::All };
        let mut alike: Vec<Vec<Bound<'_, Delta>>> = Vec::new();
        for part in parts.try_iter()? {
            let (deltas, begin, end): (Bound<'_, PyAny>, u64, Option<u64>) = part?.extract()?;
            for delta in deltas.try_iter()? {
                let delta = delta?.cast_into::<Delta>()?;
                let Delta { second, operation, .. } = *delta.get();
                if begin <= second && second < end.unwrap_or(u64::MAX) {
                    if alike.len() <= operation {
                        alike.resize_with(operation + 1, Vec::new);
                    }
                    alike[operation].push(delta);
                }
            }
        }
        // One operation after the other: what is added to stays near the processor.
        for (operation, deltas) in alike.iter().enumerate().filter(|(_, deltas)| !deltas.is_empty()) {
            let tally = tallies.get_item(operation)?;
            let mut tally = tally.cast::<Self>()?.try_borrow_mut()?;
            for delta in deltas {
                tally.add_delta(delta.get(), times);
            }
        }
        Ok(())
    }

    #[staticmethod]
    #[pyo3(signature = (deltas, operations = None))]
    fn by_second(deltas: &Bound<'_, PyAny>, operations: Option<usize>) -> PyResult<Vec<(u64, Self)>> {
        let mut seconds: Vec<(u64, Self)> = Vec::new();
        for delta in deltas.try_iter()? {
            let delta = delta?;
            let delta = delta.cast::<Delta>()?.get();
            let Delta { second, operation, .. } = *delta;
            if operation >= operations.unwrap_or(usize::MAX) {
                continue;
            }
            let position = match seconds.binary_search_by_key(&second, |(known, _)| *known) {
                Ok(position) => position,
                Err(position) => {
                    seconds.insert(position, (second, Self::default()));
                    position
                }
            };
            seconds[position].1.add_delta(delta, Added::Counts);
        }
        Ok(seconds)
    }

    fn pack(&mut self) {
        self.response.pack();
        self.service.pack();
        self.wait.pack();
        self.lateness.pack();
    }

    fn add_counts(&mut self, counts: &Bound<'_, PyAny>) -> PyResult<()> {
        self.add_any(counts, Added::Counts)
    }

    #[getter]
    fn bytes_received(&self) -> u64 {
        self.traffic.received
    }

    #[getter]
    fn bytes_sent(&self) -> u64 {
        self.traffic.sent
    }

    #[getter]
    fn response(&self) -> Histogram {
        Histogram::of_counts(self.response.clone())
    }

    #[getter]
    fn service(&self) -> Histogram {
        Histogram::of_counts(self.service.clone())
    }

    #[getter]
    fn wait(&self) -> Histogram {
        Histogram::of_counts(self.wait.clone())
    }

    #[getter]
    fn lateness(&self) -> Histogram {
        Histogram::of_counts(self.lateness.clone())
    }
}

//! What a second of a trial gave.

use std::collections::BTreeMap;

use loadproof_engine::StallCause;
use loadproof_measure::{ErrorKind, Phases, TimeHistogram, Times, Traffic, WindowDelta};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::apdex::ApdexCounts;
use crate::histogram::Histogram;

const NANOS_PER_SECOND: f64 = 1e9;
const NANOS_PER_MILLISECOND: f64 = 1e6;

/// The change of one window; see `_engine.pyi`. Its histograms are made when they are asked for.
#[pyclass(module = "loadproof._engine", frozen)]
pub struct Delta {
    #[pyo3(get)]
    pub(crate) second: u64,
    #[pyo3(get)]
    pub(crate) operation: usize,
    #[pyo3(get)]
    pub(crate) due: u64,
    #[pyo3(get)]
    pub(crate) sent: u64,
    #[pyo3(get)]
    pub(crate) completed: u64,
    #[pyo3(get)]
    pub(crate) dropped: u64,
    #[pyo3(get)]
    pub(crate) cut: u64,
    #[pyo3(get)]
    pub(crate) retried: u64,
    pub(crate) traffic: Traffic,
    #[pyo3(get)]
    pub(crate) errors: BTreeMap<String, u64>,
    #[pyo3(get)]
    pub(crate) within: Vec<u64>,
    #[pyo3(get)]
    pub(crate) done: u64,
    pub(crate) times: Option<Box<Times>>,
    pub(crate) apdex: Option<Box<loadproof_measure::ApdexCounts>>,
}

fn of_times(times: Option<&TimeHistogram>) -> Histogram {
    times.cloned().map(Histogram::of_window).unwrap_or_default()
}

#[pymethods]
impl Delta {
    #[new]
    #[pyo3(signature = (second, operation = 0, *, due = 0, sent = 0, completed = 0, dropped = 0, cut = 0, retried = 0,
        bytes_received = 0, bytes_sent = 0, errors = None, within = None, done = 0, response = None, service = None, wait = None, lateness = None, apdex = None))]
    #[allow(clippy::too_many_arguments)] // Each is a keyword of the Python class.
    fn new(
        second: u64,
        operation: usize,
        due: u64,
        sent: u64,
        completed: u64,
        dropped: u64,
        cut: u64,
        retried: u64,
        bytes_received: u64,
        bytes_sent: u64,
        errors: Option<BTreeMap<String, u64>>,
        within: Option<Vec<u64>>,
        done: u64,
        response: Option<PyRef<'_, Histogram>>,
        service: Option<PyRef<'_, Histogram>>,
        wait: Option<PyRef<'_, Histogram>>,
        lateness: Option<PyRef<'_, Histogram>>,
        apdex: Option<PyRef<'_, ApdexCounts>>,
    ) -> Self {
        let window = |times: Option<PyRef<'_, Histogram>>| times.map(|times| times.as_window()).unwrap_or_default();
        let times = Times {
            response: window(response),
            service: window(service),
            wait: window(wait),
            lateness: window(lateness),
        };
        Self {
            second,
            operation,
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
            errors: errors.unwrap_or_default(),
            within: within.unwrap_or_default(),
            done,
            times: Some(Box::new(times)),
            apdex: apdex.map(|counts| Box::new(counts.0.clone())),
        }
    }

    #[getter]
    fn apdex(&self) -> Option<ApdexCounts> {
        self.apdex.as_deref().cloned().map(ApdexCounts)
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
        of_times(self.times.as_deref().map(|times| &times.response))
    }

    #[getter]
    fn service(&self) -> Histogram {
        of_times(self.times.as_deref().map(|times| &times.service))
    }

    #[getter]
    fn wait(&self) -> Histogram {
        of_times(self.times.as_deref().map(|times| &times.wait))
    }

    #[getter]
    fn lateness(&self) -> Histogram {
        of_times(self.times.as_deref().map(|times| &times.lateness))
    }
}

/// A stretch in which a run loop stood still; see `_engine.pyi`.
#[pyclass(module = "loadproof._engine", frozen, get_all)]
pub struct Stall {
    begin_s: f64,
    end_s: f64,
    oldest_due_s: f64,
    cause: &'static str,
}

impl From<loadproof_engine::Stall> for Stall {
    fn from(stall: loadproof_engine::Stall) -> Self {
        Self {
            begin_s: stall.begin_ns as f64 / NANOS_PER_SECOND,
            end_s: stall.end_ns as f64 / NANOS_PER_SECOND,
            oldest_due_s: stall.oldest_due_ns as f64 / NANOS_PER_SECOND,
            cause: match stall.cause {
                StallCause::Starved => "starved",
                StallCause::Busy => "busy",
                StallCause::Stopped => "stopped",
                StallCause::Unknown => "unknown",
            },
        }
    }
}

/// What one shard said of itself; see `_engine.pyi`.
#[pyclass(module = "loadproof._engine", frozen, get_all)]
pub struct ShardReading {
    shard: usize,
    cpu_s: f64,
    in_flight: usize,
    waiting: usize,
    connections: usize,
    sessions: usize,
    users: usize,
    longest_turn_ms: f64,
    stalls: Vec<Py<Stall>>,
    lateness: Py<Histogram>,
    phases: BTreeMap<&'static str, Py<Histogram>>,
    faults: BTreeMap<&'static str, u64>,
}

/// A reply that was not as expected; see `_engine.pyi`.
#[pyclass(module = "loadproof._engine", frozen, get_all)]
pub struct FailedReply {
    operation: usize,
    kind: String,
    due_s: f64,
    service_ms: f64,
    head: Py<PyBytes>,
    body: Py<PyBytes>,
    body_bytes: u64,
}

/// The deltas of one second; see `_engine.pyi`.
#[pyclass(module = "loadproof._engine", frozen, get_all)]
pub struct Tick {
    second: u64,
    deltas: Vec<Py<Delta>>,
    failed_replies: Vec<Py<FailedReply>>,
    shards: Vec<Py<ShardReading>>,
    service: BTreeMap<&'static str, f64>,
    last: bool,
}

fn phases(python: Python<'_>, phases: Phases) -> PyResult<BTreeMap<&'static str, Py<Histogram>>> {
    let named = [
        ("connect", phases.connect),
        ("tls", phases.tls),
        ("first_byte", phases.first_byte),
        ("transfer", phases.transfer),
        ("reused_idle", phases.reused_idle),
    ];
    named
        .into_iter()
        .map(|(name, times)| Ok((name, Py::new(python, Histogram::of_window(times))?)))
        .collect()
}

/// What the plan says that a tick does not: the number of thresholds, and names of kinds that only the scenario knows.
pub(crate) struct PlanFacts {
    pub(crate) thresholds: usize,
    pub(crate) unmet_names: Vec<String>,
}

impl PlanFacts {
    fn kind(&self, kind: ErrorKind) -> String {
        match kind {
            ErrorKind::Unmet(number) => match self.unmet_names.get(usize::from(number)) {
                Some(name) => name.clone(),
                None => kind.to_string(),
            },
            kind => kind.to_string(),
        }
    }
}

impl Delta {
    fn of_window(python: Python<'_>, delta: WindowDelta, facts: &PlanFacts) -> PyResult<Py<Self>> {
        let mut window = delta.window;
        window.within.resize(facts.thresholds, 0);
        let result = Self {
            second: delta.second,
            operation: delta.operation,
            due: window.due,
            sent: window.sent,
            completed: window.completed,
            dropped: window.dropped,
            cut: window.cut,
            retried: window.retried,
            traffic: window.traffic,
            errors: window
                .errors
                .iter()
                .map(|(kind, count)| (facts.kind(*kind), *count))
                .collect(),
            within: window.within,
            done: window.done,
            times: window.times,
            apdex: window.apdex,
        };
        Py::new(python, result)
    }
}

impl ShardReading {
    fn new(python: Python<'_>, reading: loadproof_engine::Reading) -> PyResult<Py<Self>> {
        let limits = reading.limits;
        let faults = [
            ("descriptors", limits.descriptors),
            ("ports", limits.ports),
            ("connections", limits.connections),
        ];
        let result = Self {
            shard: reading.shard,
            cpu_s: reading.cpu_ns as f64 / NANOS_PER_SECOND,
            in_flight: reading.in_flight,
            waiting: reading.waiting,
            connections: reading.connections,
            sessions: reading.sessions,
            users: reading.users,
            longest_turn_ms: reading.longest_turn_ns as f64 / NANOS_PER_MILLISECOND,
            stalls: reading
                .stalls
                .into_iter()
                .map(|stall| Py::new(python, Stall::from(stall)))
                .collect::<PyResult<_>>()?,
            lateness: Py::new(python, Histogram::of_window(reading.lateness))?,
            phases: phases(python, reading.phases)?,
            faults: faults.into_iter().filter(|(_, count)| *count > 0).collect(),
        };
        Py::new(python, result)
    }
}

impl FailedReply {
    fn new(python: Python<'_>, reply: &loadproof_engine::FailedReply, facts: &PlanFacts) -> PyResult<Py<Self>> {
        let result = Self {
            operation: reply.operation,
            kind: facts.kind(reply.kind),
            due_s: reply.due_ns as f64 / NANOS_PER_SECOND,
            service_ms: reply.service_ns as f64 / NANOS_PER_MILLISECOND,
            head: PyBytes::new(python, &reply.head).unbind(),
            body: PyBytes::new(python, &reply.body).unbind(),
            body_bytes: reply.body_bytes,
        };
        Py::new(python, result)
    }
}

impl Tick {
    /// Converts a tick of a plan.
    pub(crate) fn new(python: Python<'_>, tick: loadproof_engine::Tick, facts: &PlanFacts) -> PyResult<Self> {
        let deltas = tick
            .deltas
            .into_iter()
            .map(|delta| Delta::of_window(python, delta, facts))
            .collect::<PyResult<_>>()?;
        let failed_replies = tick
            .failed_replies
            .iter()
            .map(|reply| FailedReply::new(python, reply, facts))
            .collect::<PyResult<_>>()?;
        let service = tick
            .readings
            .iter()
            .flat_map(|reading| reading.service.iter().copied())
            .collect();
        let shards = tick
            .readings
            .into_iter()
            .map(|reading| ShardReading::new(python, reading))
            .collect::<PyResult<_>>()?;
        Ok(Self {
            second: tick.second,
            deltas,
            failed_replies,
            shards,
            service,
            last: tick.last,
        })
    }
}

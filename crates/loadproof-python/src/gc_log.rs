//! Lines of logs of garbage collections, as tuples that begin with the kind of what happened.

use loadproof_gc_log::clock::Clock;
use loadproof_gc_log::event::{Event, Of, OldUse};
use loadproof_gc_log::{Found, Reader};
use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

/// A log has some kinds of pauses, and millions of pauses.
const MOST_NAMES: usize = 32;

/// Of a line that could not be read, so much is told.
const LONGEST_UNREAD: usize = 200;

type Tuple = Py<PyAny>;

/// Reads a log block by block; see `_engine.pyi`.
#[pyclass(module = "loadproof._engine")]
#[derive(Default)]
pub struct GcLogReader {
    reader: Reader,
    names: Names,
}

/// How pauses were named until now.
#[derive(Default)]
struct Names(Vec<Name>);

struct Name {
    name: Vec<u8>,
    brackets: Vec<u8>,
    generation: Option<u8>,
    told: Tuple,
}

impl Names {
    /// A name, its brackets and its generation; the same object for the same name.
    fn told(&mut self, py: Python<'_>, of: Of, name: &[u8], brackets: &[u8]) -> PyResult<Tuple> {
        let known = self
            .0
            .iter()
            .find(|known| known.name == name && known.brackets == brackets && known.generation == of.generation);
        if let Some(known) = known {
            return Ok(known.told.clone_ref(py));
        }
        let made = (PyBytes::new(py, name), PyBytes::new(py, brackets), generation(of));
        let told = made.into_pyobject(py)?.into_any().unbind();
        if self.0.len() < MOST_NAMES {
            self.0.push(Name {
                name: name.to_vec(),
                brackets: brackets.to_vec(),
                generation: of.generation,
                told: told.clone_ref(py),
            });
        }
        Ok(told)
    }
}

#[pymethods]
impl GcLogReader {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// What each line of `block` says happened, with its time by `clock` (`uptime`, `millis`, `nanos`, `date` or none).
    fn events(&mut self, py: Python<'_>, block: &[u8], clock: Option<&str>) -> PyResult<Vec<Tuple>> {
        let clock = clock.map(named).transpose()?;
        let Self { reader, names } = self;
        reader.events(block, clock).map(|found| tuple(py, names, &found)).collect()
    }

    /// What follows is of another file: its lines are counted from 1.
    fn begin_file(&mut self) {
        self.reader.begin_file();
    }

    /// The number of pauses and collections without an end, and the number and the text of the line of the first.
    fn finish(&mut self, py: Python<'_>) -> (u64, Option<(u64, Py<PyBytes>)>) {
        let (number, first) = self.reader.finish();
        (number, first.map(|line| (line.number, PyBytes::new(py, &line.text).unbind())))
    }
}

/// The seconds that a line tells by `clock`.
#[pyfunction]
pub fn gc_log_seconds(line: &[u8], clock: &str) -> PyResult<Option<f64>> {
    Ok(named(clock)?.seconds(line))
}

fn named(clock: &str) -> PyResult<Clock> {
    Clock::named(clock).ok_or_else(|| PyValueError::new_err(format!("{clock:?} is no clock of a log")))
}

/// The kind, the time, and the rest as a tuple of its own.
fn tuple(py: Python<'_>, names: &mut Names, found: &Found<'_>) -> PyResult<Tuple> {
    let bytes = |text: &[u8]| PyBytes::new(py, text).unbind();
    let (kind, told) = match &found.event {
        Event::Pause {
            of,
            name,
            brackets,
            sizes,
            pause_ms,
            old,
        } => {
            let sizes = sizes.map(|one| (one.before_mib, one.after_mib, one.capacity_mib));
            let named = names.told(py, *of, name, brackets)?;
            let old = old.map(|old| (old_name(py, old), old.before, old.after));
            let told = (of.collection, named, sizes, *pause_ms, old).into_pyobject(py)?;
            (intern!(py, "pause"), told)
        }
        Event::Cycle { of, name, cause, sizes } => {
            let sizes = sizes.map(|one| (one.before_mib, one.after_mib, one.capacity_mib));
            let told = (of.collection, bytes(name), bytes(cause), sizes).into_pyobject(py)?;
            (intern!(py, "cycle"), told)
        }
        Event::Cleanup { of, sizes } => {
            let sizes = (sizes.before_mib, sizes.after_mib, sizes.capacity_mib);
            (intern!(py, "cleanup"), (of.collection, sizes).into_pyobject(py)?)
        }
        Event::Section { of, name } => (intern!(py, "section"), (generation(*of), bytes(name)).into_pyobject(py)?),
        Event::Row { of, name, columns } => {
            let told = (of.collection, generation(*of), bytes(name), columns.clone());
            (intern!(py, "row"), told.into_pyobject(py)?)
        }
        Event::Stall { stall_ms } => (intern!(py, "stall"), (*stall_ms,).into_pyobject(py)?),
        Event::Safepoint { reaching_ms, total_ms } => (intern!(py, "safepoint"), (*reaching_ms, *total_ms).into_pyobject(py)?),
        Event::Unread(line) => {
            let text = bytes(&line[..line.len().min(LONGEST_UNREAD)]);
            (intern!(py, "unread"), (found.line, text).into_pyobject(py)?)
        }
        Event::Fact(text) => (intern!(py, "fact"), (bytes(text),).into_pyobject(py)?),
    };
    Ok((kind, found.at_s, told).into_pyobject(py)?.into_any().unbind())
}

fn old_name<'py>(py: Python<'py>, old: OldUse) -> &'py Bound<'py, PyString> {
    match old.name {
        b"Old regions" => intern!(py, "Old regions"),
        b"Tenured" => intern!(py, "Tenured"),
        b"ParOldGen" => intern!(py, "ParOldGen"),
        _ => intern!(py, "PSOldGen"),
    }
}

fn generation(of: Of) -> &'static str {
    match of.generation {
        Some(b'y') => "y",
        Some(b'Y') => "Y",
        Some(b'O') => "O",
        _ => "",
    }
}

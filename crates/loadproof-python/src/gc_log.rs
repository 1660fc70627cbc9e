//! Lines of logs of garbage collections, as tuples that begin with the kind of what happened.

use loadproof_gc_log::clock::Clock;
use loadproof_gc_log::event::{Event, Of};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

type Tuple = Py<PyAny>;

/// What each line of `block` says happened, with its time by `clock` (`uptime`, `millis`, `nanos`, `date` or none).
#[pyfunction]
pub fn gc_log_events(py: Python<'_>, block: &[u8], clock: Option<&str>) -> PyResult<Vec<Tuple>> {
    let clock = clock.map(named).transpose()?;
    loadproof_gc_log::events(block, clock)
        .map(|found| tuple(py, found.at_s, &found.event))
        .collect()
}

/// The seconds that a line tells by `clock`.
#[pyfunction]
pub fn gc_log_seconds(line: &[u8], clock: &str) -> PyResult<Option<f64>> {
    Ok(named(clock)?.seconds(line))
}

fn named(clock: &str) -> PyResult<Clock> {
    Clock::named(clock).ok_or_else(|| PyValueError::new_err(format!("{clock:?} is no clock of a log")))
}

fn tuple(py: Python<'_>, at_s: Option<f64>, event: &Event<'_>) -> PyResult<Tuple> {
    let bytes = |text: &[u8]| PyBytes::new(py, text).unbind();
    let made = match event {
        Event::Pause {
            of,
            name,
            brackets,
            sizes,
            pause_ms,
        } => {
            let sizes = sizes.map(|one| (one.before_mib, one.after_mib, one.capacity_mib));
            let named = (bytes(name), bytes(brackets), generation(*of));
            ("pause", at_s, of.collection, named, sizes, *pause_ms)
                .into_pyobject(py)?
                .into_any()
        }
        Event::Cycle { of, name, cause, sizes } => {
            let sizes = sizes.map(|one| (one.before_mib, one.after_mib, one.capacity_mib));
            ("cycle", at_s, of.collection, bytes(name), bytes(cause), sizes)
                .into_pyobject(py)?
                .into_any()
        }
        Event::Cleanup { of, sizes } => {
            let sizes = (sizes.before_mib, sizes.after_mib, sizes.capacity_mib);
            ("cleanup", at_s, of.collection, sizes).into_pyobject(py)?.into_any()
        }
        Event::OldUse { of, name, before, after } => ("old", at_s, of.collection, bytes(name), *before, *after)
            .into_pyobject(py)?
            .into_any(),
        Event::Section { of, name } => ("section", at_s, generation(*of), bytes(name)).into_pyobject(py)?.into_any(),
        Event::Row { of, name, columns } => ("row", at_s, of.collection, generation(*of), bytes(name), columns.clone())
            .into_pyobject(py)?
            .into_any(),
        Event::Stall { stall_ms } => ("stall", at_s, *stall_ms).into_pyobject(py)?.into_any(),
        Event::Safepoint { reaching_ms, total_ms } => ("safepoint", at_s, *reaching_ms, *total_ms).into_pyobject(py)?.into_any(),
        Event::Fact(text) => ("fact", at_s, bytes(text)).into_pyobject(py)?.into_any(),
    };
    Ok(made.unbind())
}

fn generation(of: Of) -> &'static str {
    match of.generation {
        Some(b'y') => "y",
        Some(b'Y') => "Y",
        Some(b'O') => "O",
        _ => "",
    }
}

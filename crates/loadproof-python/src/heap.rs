//! Heap dumps, as JSON.

use std::path::PathBuf;

use loadproof_heap::input::Stop;
use pyo3::exceptions::{PyKeyboardInterrupt, PyMemoryError, PyValueError};
use pyo3::prelude::*;

/// What a dump says, within so many bytes of memory; Ctrl-C ends it.
#[pyfunction]
pub fn heap_dump(py: Python<'_>, path: PathBuf, allowed_bytes: u64) -> PyResult<String> {
    let mut interrupted = None;
    let found = py.detach(|| {
        let mut go_on = || match Python::attach(|py| py.check_signals()) {
            Ok(()) => true,
            Err(error) => {
                interrupted = Some(error);
                false
            }
        };
        loadproof_heap::analyse(&path, allowed_bytes, &mut go_on)
    });
    match found {
        Ok(dump) => serde_json::to_string(&dump).map_err(|error| PyValueError::new_err(error.to_string())),
        Err(Stop::Read(error)) => Err(error.into()),
        Err(Stop::Memory(needed_bytes)) => Err(PyMemoryError::new_err(needed_bytes)),
        Err(Stop::Interrupted) => Err(interrupted.unwrap_or_else(|| PyKeyboardInterrupt::new_err(()))),
        Err(stop) => Err(PyValueError::new_err(stop.to_string())),
    }
}

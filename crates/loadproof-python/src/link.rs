//! A link as a process.

use std::path::PathBuf;

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;

/// Passes connections on until the process ends; see `_engine.pyi`.
#[pyfunction]
pub fn run_link(python: Python<'_>, listen_port: u16, upstream: &str, control: PathBuf) -> PyResult<()> {
    let ended = python.detach(|| loadproof_link::run_link(listen_port, upstream, &control));
    ended.map_err(|error| PyOSError::new_err(error.to_string()))
}

//! The parsers of what a profile looks for in replies, so that its faults are found before a run.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Raises `ValueError` saying what is wrong, unless `text` is a JSON path (RFC 9535).
#[pyfunction]
pub fn check_json_path(text: &str) -> PyResult<()> {
    loadproof_scenario::check_json_path(text).map_err(PyValueError::new_err)
}

/// Raises `ValueError` saying what is wrong, unless `text` is a regular expression of bounded size.
#[pyfunction]
pub fn check_regex(text: &str) -> PyResult<()> {
    loadproof_scenario::check_regex(text).map_err(PyValueError::new_err)
}

//! The parsers of what a profile looks for in replies, so that its faults are found before a run.

use loadproof_scenario::JsonPathFault;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Raises `ValueError` unless `text` is a JSON path (RFC 9535): what is wrong, or (what could take too long, what to write instead).
#[pyfunction]
pub fn check_json_path(text: &str) -> PyResult<()> {
    loadproof_scenario::check_json_path(text).map_err(|fault| match fault {
        JsonPathFault::Syntax(what) => PyValueError::new_err(what),
        JsonPathFault::Unbounded(why, cure) => PyValueError::new_err((why, cure)),
    })
}

/// Raises `ValueError` saying what is wrong, unless `text` is a regular expression of bounded size.
#[pyfunction]
pub fn check_regex(text: &str) -> PyResult<()> {
    loadproof_scenario::check_regex(text).map_err(PyValueError::new_err)
}

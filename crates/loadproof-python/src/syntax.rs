//! The parsers of what a profile looks for in replies, so that its faults are found before a run.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Most bytes that a compiled regular expression may take.
const LARGEST_REGEX: usize = 1 << 20;

/// Raises `ValueError` saying what is wrong, unless `text` is a JSON path (RFC 9535).
#[pyfunction]
pub fn check_json_path(text: &str) -> PyResult<()> {
    match serde_json_path::JsonPath::parse(text) {
        Ok(_) => Ok(()),
        Err(error) => Err(PyValueError::new_err(error.to_string())),
    }
}

/// Raises `ValueError` saying what is wrong, unless `text` is a regular expression of bounded size.
#[pyfunction]
pub fn check_regex(text: &str) -> PyResult<()> {
    match regex::bytes::RegexBuilder::new(text).size_limit(LARGEST_REGEX).build() {
        Ok(_) => Ok(()),
        Err(error) => Err(PyValueError::new_err(error.to_string())),
    }
}

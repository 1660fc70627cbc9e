//! The names of error kinds, so that Python needs no list of its own.

use loadproof_measure::{ErrorKind, STATUS_PREFIX};
use loadproof_scenario::{CHECK_PREFIX, EXTRACT_PREFIX};
use pyo3::prelude::*;

/// The fixed names of error kinds, and the prefixes of the kinds that end with a status or a name; see `_engine.pyi`.
#[pyfunction]
pub fn error_kinds() -> (Vec<&'static str>, [&'static str; 3]) {
    let names = ErrorKind::FIXED.iter().filter_map(|kind| kind.fixed_name()).collect();
    (names, [STATUS_PREFIX, CHECK_PREFIX, EXTRACT_PREFIX])
}

//! The exceptions; see `_engine.pyi`.

// The macro that makes them leaves no place for documentation that Rust would see.
#![allow(missing_docs)]

use loadproof_engine::GeneratorError;
use pyo3::PyErr;

pyo3::create_exception!(_engine, EngineError, pyo3::exceptions::PyException);
pyo3::create_exception!(_engine, PlanError, pyo3::exceptions::PyValueError);

/// What is wrong with a plan, or with a trial.
pub(crate) fn plan_error(error: impl ToString) -> PyErr {
    PlanError::new_err(error.to_string())
}

/// What keeps the engine from going on.
pub(crate) fn engine_error(error: GeneratorError) -> PyErr {
    match error {
        GeneratorError::Plan(error) => plan_error(error),
        error => EngineError::new_err(error.to_string()),
    }
}

//! The exceptions; see `_engine.pyi`.

// The macro that makes them leaves no place for documentation that Rust would see.
#![allow(missing_docs)]

pyo3::create_exception!(_engine, EngineError, pyo3::exceptions::PyException);
pyo3::create_exception!(_engine, PlanError, pyo3::exceptions::PyValueError);

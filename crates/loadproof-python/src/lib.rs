//! `loadproof._engine`: converts, maps errors, releases the GIL. Nothing else lives here.
//!
//! # Layout
//! - `histogram`: `Histogram`, milliseconds outside and nanoseconds inside.
//! - `tick`: `Tick`, `Delta`, `ShardReading`: what a second of a trial gave.
//! - `generator`: `Generator`: shards over sockets.

mod generator;
mod histogram;
mod tick;

use pyo3::prelude::*;

pyo3::create_exception!(_engine, EngineError, pyo3::exceptions::PyException);
pyo3::create_exception!(_engine, PlanError, pyo3::exceptions::PyValueError);

#[pymodule]
fn _engine(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("EngineError", module.py().get_type::<EngineError>())?;
    module.add("PlanError", module.py().get_type::<PlanError>())?;
    module.add_class::<histogram::Histogram>()?;
    module.add_class::<tick::Delta>()?;
    module.add_class::<tick::ShardReading>()?;
    module.add_class::<tick::Tick>()?;
    module.add_class::<generator::Generator>()?;
    Ok(())
}

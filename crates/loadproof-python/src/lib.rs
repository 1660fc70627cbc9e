//! `loadproof._engine`: converts, maps errors, releases the GIL. Nothing else lives here.

mod histogram;

use pyo3::prelude::*;

#[pymodule]
fn _engine(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<histogram::Histogram>()?;
    Ok(())
}

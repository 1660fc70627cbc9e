//! `loadproof._engine`: converts, maps errors, releases the GIL. Nothing else lives here.
//!
//! # Layout
//! - `errors`: the exceptions.
//! - `histogram`: `Histogram`, milliseconds outside and nanoseconds inside.
//! - `apdex`: `ApdexCounts`: calls by Apdex and group of users.
//! - `tick`: `Tick`, `Delta`, `ShardReading`: what a second of a trial gave.
//! - `tally`: `Tally`: windows added up.
//! - `generator`: `Generator`: shards over sockets, or one over a simulated service.
//! - `driven`: which of the two it is.
//! - `error_kinds`: names of error kinds.
//! - `gc_log`: lines of logs of garbage collections.
//! - `handshake`: one TLS handshake before a load.
//! - `heap`: heap dumps.
//! - `link`: the process of a link.
//! - `syntax`: checks of JSON paths and regular expressions by the parsers that a run uses.

mod apdex;
mod driven;
mod error_kinds;
mod errors;
mod gc_log;
mod generator;
mod handshake;
mod heap;
mod histogram;
mod link;
mod syntax;
mod tally;
mod tick;

use pyo3::prelude::*;

#[pymodule]
fn _engine(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("EngineError", module.py().get_type::<errors::EngineError>())?;
    module.add("PlanError", module.py().get_type::<errors::PlanError>())?;
    module.add_class::<apdex::ApdexCounts>()?;
    module.add_class::<histogram::Histogram>()?;
    module.add_class::<tally::Tally>()?;
    module.add_class::<tick::Delta>()?;
    module.add_class::<tick::FailedReply>()?;
    module.add_class::<tick::ShardReading>()?;
    module.add_class::<tick::Stall>()?;
    module.add_class::<tick::Tick>()?;
    module.add_class::<generator::Generator>()?;
    module.add_class::<gc_log::GcLogReader>()?;
    module.add_function(wrap_pyfunction!(error_kinds::error_kinds, module)?)?;
    module.add_function(wrap_pyfunction!(gc_log::gc_log_seconds, module)?)?;
    module.add_function(wrap_pyfunction!(handshake::try_handshake, module)?)?;
    module.add_function(wrap_pyfunction!(heap::heap_dump, module)?)?;
    module.add_function(wrap_pyfunction!(link::run_link, module)?)?;
    module.add_function(wrap_pyfunction!(syntax::check_json_path, module)?)?;
    module.add_function(wrap_pyfunction!(syntax::check_regex, module)?)?;
    Ok(())
}

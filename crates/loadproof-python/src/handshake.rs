//! One TLS handshake with a target of a plan.

use std::time::Duration;

use loadproof_engine::TargetPlan;
use pyo3::prelude::*;

use crate::driven::{endpoint_of, tls_context};
use crate::errors::plan_error;

/// Tries a TLS handshake with the first address of a target, as a load would; see `_engine.pyi`.
#[pyfunction]
pub fn try_handshake(python: Python<'_>, target: &str, timeout_s: f64) -> PyResult<Option<(String, String)>> {
    let mut target: TargetPlan = serde_json::from_str(target).map_err(plan_error)?;
    let patience = Duration::try_from_secs_f64(timeout_s).map_err(plan_error)?;
    let Some(tls) = target.tls.take() else { return Ok(None) };
    let context = tls_context(tls)?;
    let endpoint = endpoint_of(&target);
    let tried = python.detach(|| loadproof_reactor::try_handshake(&endpoint, &context, patience));
    Ok(tried.err().map(|fault| (fault.kind.to_string(), fault.detail)))
}

//! The compiled whole.

use crate::feeder::Feeder;
use crate::request::Request;
use crate::{FeederSpec, OperationSpec};

/// Operations that cannot be compiled.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum ScenarioError {
    /// There is nothing to send.
    #[error("a profile needs at least one operation")]
    NoOperations,
    /// The named operation is wrong.
    #[error("operation {0:?}: {1}")]
    Operation(String, String),
    /// The named feeder is wrong.
    #[error("feeder {0:?}: {1}")]
    Feeder(String, String),
}

/// Operations compiled to pieces, with the feeders' values: read-only, shared by all shards.
#[derive(Debug)]
pub struct Scenario {
    pub(crate) feeders: Vec<Feeder>,
    pub(crate) requests: Vec<Request>,
    pub(crate) operations: Vec<OperationSpec>,
    /// Sums of the weights, each divided by the total: where a draw from 0 to 1 falls says the operation.
    pub(crate) cumulative_weights: Vec<f64>,
}

impl Scenario {
    /// Compiles operations for a host, as it stands in the `host` header.
    ///
    /// # Errors
    /// [`ScenarioError`] for the first thing that is wrong; a study file has been validated in whole before.
    pub fn compile(host: &str, feeders: &[FeederSpec], operations: Vec<OperationSpec>) -> Result<Self, ScenarioError> {
        if operations.is_empty() {
            return Err(ScenarioError::NoOperations);
        }
        let feeders = feeders
            .iter()
            .map(|spec| Feeder::load(spec).map_err(|what| ScenarioError::Feeder(spec.name.clone(), what)))
            .collect::<Result<Vec<_>, _>>()?;
        let requests = operations
            .iter()
            .map(|operation| Request::compile(operation, host, &feeders))
            .collect::<Result<Vec<_>, _>>()?;
        let cumulative_weights = cumulative_weights(&operations)?;
        Ok(Self {
            feeders,
            requests,
            operations,
            cumulative_weights,
        })
    }

    /// The operations in the order of the plan.
    pub fn operations(&self) -> &[OperationSpec] {
        &self.operations
    }
}

fn cumulative_weights(operations: &[OperationSpec]) -> Result<Vec<f64>, ScenarioError> {
    let mut sum = 0.0;
    let mut sums = Vec::with_capacity(operations.len());
    for operation in operations {
        if !operation.weight.is_finite() || operation.weight <= 0.0 {
            return Err(ScenarioError::Operation(
                operation.name.clone(),
                format!("weight {} is not above 0", operation.weight),
            ));
        }
        sum += operation.weight;
        sums.push(sum);
    }
    Ok(sums.into_iter().map(|partial| partial / sum).collect())
}

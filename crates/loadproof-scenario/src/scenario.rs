//! The compiled whole.

use crate::feeder::Feeder;
use crate::request::Request;
use crate::{FlowSpec, OperationSpec, ScenarioSpec, UsersSpec};

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
    pub(crate) flows: Vec<FlowSpec>,
    pub(crate) users: Vec<UsersSpec>,
    /// Sums of the weights, each divided by the total: where a draw from 0 to 1 falls says the operation.
    pub(crate) cumulative_weights: Vec<f64>,
}

impl Scenario {
    /// Compiles operations for a host, as it stands in the `host` header.
    ///
    /// # Errors
    /// [`ScenarioError`] for the first thing that is wrong; a study file has been validated in whole before.
    pub fn compile(host: &str, spec: ScenarioSpec) -> Result<Self, ScenarioError> {
        let operations = spec.operations;
        if operations.is_empty() {
            return Err(ScenarioError::NoOperations);
        }
        let feeders = spec
            .feeders
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
            flows: spec.flows,
            users: spec.users,
            cumulative_weights,
        })
    }

    /// Names of the rows of results: operations, then flows, in the order of the plan.
    pub fn names(&self) -> Vec<&str> {
        let operations = self.operations.iter().map(|operation| operation.name.as_str());
        operations.chain(self.flows.iter().map(|flow| flow.name.as_str())).collect()
    }

    /// Kinds of errors by the number that [`crate::Judgement::Unmet`] carries: `check-NAME`, `extract-VARIABLE`.
    pub fn unmet_names(&self) -> &[String] {
        &[]
    }

    /// Longest time that any flow may take from its due time, in nanoseconds; 0 without flows.
    pub fn longest_flow_ns(&self) -> u64 {
        0
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

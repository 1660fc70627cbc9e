//! The compiled whole.

use crate::flow::Flow;
use crate::judge::{Judge, UnmetNames};
use crate::names::Names;
use crate::request::{check_host, Request};
use crate::uses::check_uses;
use crate::weights::Weights;
use crate::{pause, FlowSpec, OperationSpec, ScenarioSpec, Start, UsersSpec};

/// Longest that a flow may be waited for, in nanoseconds.
const MOST_FLOW_NS: u64 = 600 * 1_000_000_000;
/// Most operations, and most flows: their numbers are 16 bits.
const MOST_ROWS: usize = 65_535;

/// A scenario that cannot be compiled.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum ScenarioError {
    /// There is nothing to send.
    #[error("a profile needs at least one operation")]
    NoOperations,
    /// Nothing is ever begun.
    #[error("nothing is ever called: give an operation or a flow a weight above 0, or let users go through a flow")]
    NothingBegins,
    /// The named operation is wrong.
    #[error("operation {0:?}: {1}")]
    Operation(String, String),
    /// The named feeder is wrong.
    #[error("feeder {0:?}: {1}")]
    Feeder(String, String),
    /// The named variable is wrong.
    #[error("variable {0:?}: {1}")]
    Variable(String, String),
    /// The named flow is wrong.
    #[error("flow {0:?}: {1}")]
    Flow(String, String),
    /// The users of the named flow are wrong.
    #[error("users of flow {0:?}: {1}")]
    Users(String, String),
    /// The host cannot stand in a header.
    #[error("{0}")]
    Host(String),
    /// More of something than can be numbered.
    #[error("too many {0}: at most {1}")]
    TooMany(&'static str, usize),
}

/// Operations and flows compiled to native steps, with the feeders' values: read-only, shared by all shards.
#[derive(Debug)]
pub struct Scenario {
    pub(crate) names: Names,
    pub(crate) requests: Vec<Request>,
    pub(crate) judges: Vec<Judge>,
    pub(crate) flows: Vec<Flow>,
    pub(crate) operations: Vec<OperationSpec>,
    pub(crate) users: Vec<UsersSpec>,
    /// The flow of each kind of users.
    pub(crate) flows_of_users: Vec<usize>,
    pub(crate) cookies: bool,
    /// Where a draw from 0 to 1 falls says what begins.
    pub(crate) weights: Weights,
    /// What begins, for each of the weights.
    pub(crate) starts: Vec<Start>,
    rows: Vec<String>,
    unmet: Vec<String>,
}

impl Scenario {
    /// Compiles a scenario for a host, as it stands in the `host` header.
    ///
    /// # Errors
    /// [`ScenarioError`] for the first thing that is wrong; a study file has been validated in whole before.
    pub fn compile(host: &str, spec: ScenarioSpec) -> Result<Self, ScenarioError> {
        let names = Names::load(&spec)?;
        let ScenarioSpec {
            operations,
            flows: flow_specs,
            users,
            cookies,
            ..
        } = spec;
        let rows = row_names(&operations, &flow_specs)?;
        check_host(host).map_err(ScenarioError::Host)?;
        let mut unmet = UnmetNames::default();
        let (mut requests, mut judges) = (Vec::new(), Vec::new());
        for operation in &operations {
            let request = Request::compile(operation, host, &names, cookies);
            requests.push(request.map_err(|what| ScenarioError::Operation(operation.name.clone(), what))?);
            judges.push(Judge::compile(operation, &names, &mut unmet)?);
        }
        let flows = flow_specs
            .iter()
            .map(|flow| Flow::compile(flow, &operations, &names).map_err(|what| ScenarioError::Flow(flow.name.clone(), what)));
        let flows = flows.collect::<Result<Vec<_>, _>>()?;
        let flows_of_users = users.iter().map(|kind| flow_of_users(kind, &flow_specs));
        let flows_of_users = flows_of_users.collect::<Result<Vec<_>, _>>()?;
        let (starts, weights) = starts(&operations, &flow_specs, &users)?;
        let scenario = Self {
            names,
            requests,
            judges,
            flows,
            operations,
            users,
            flows_of_users,
            cookies,
            weights,
            starts,
            rows,
            unmet: unmet.0,
        };
        check_uses(&scenario)?;
        Ok(scenario)
    }

    /// Names of the rows of results: operations, then flows, in the order of the plan.
    pub fn names(&self) -> Vec<&str> {
        self.rows.iter().map(String::as_str).collect()
    }

    /// Kinds of errors by the number that [`crate::Judgement::Unmet`] carries: `check-NAME`, `extract-VARIABLE`.
    pub fn unmet_names(&self) -> &[String] {
        &self.unmet
    }

    /// Longest time that any flow may take from its due time, in nanoseconds, at most 10 minutes; 0 without flows.
    ///
    /// It is the sum of the timeouts of calls and the longest pauses along the longest way, loops at their bounds.
    pub fn longest_flow_ns(&self) -> u64 {
        let longest = self.flows.iter().map(|flow| flow.longest_ns).max();
        longest.unwrap_or(0).min(MOST_FLOW_NS)
    }

    /// The name of a flow.
    pub(crate) fn flow_name(&self, flow: usize) -> &str {
        &self.rows[self.operations.len() + flow]
    }
}

fn row_names(operations: &[OperationSpec], flows: &[FlowSpec]) -> Result<Vec<String>, ScenarioError> {
    if operations.is_empty() {
        return Err(ScenarioError::NoOperations);
    }
    if operations.len() > MOST_ROWS || flows.len() > MOST_ROWS {
        return Err(ScenarioError::TooMany("operations or flows", MOST_ROWS));
    }
    let mut names: Vec<String> = operations.iter().map(|operation| operation.name.clone()).collect();
    names.extend(flows.iter().map(|flow| flow.name.clone()));
    let mut seen = std::collections::HashSet::new();
    for (number, name) in names.iter().enumerate() {
        if !seen.insert(name.as_str()) {
            let what = "an operation or flow of this name is there already: rename one".to_owned();
            return Err(if number < operations.len() {
                ScenarioError::Operation(name.clone(), what)
            } else {
                ScenarioError::Flow(name.clone(), what)
            });
        }
    }
    Ok(names)
}

fn flow_of_users(kind: &UsersSpec, flows: &[FlowSpec]) -> Result<usize, ScenarioError> {
    let wrong = |what| ScenarioError::Users(kind.flow.clone(), what);
    if kind.iterations_per_session == Some(0) {
        return Err(wrong("a session of 0 iterations: give it 1 or more".into()));
    }
    if let Some(pacing) = &kind.pacing {
        pause::check(pacing).map_err(wrong)?;
    }
    let flow = flows.iter().position(|flow| flow.name == kind.flow);
    flow.ok_or_else(|| wrong("no flow of this name: declare it under the flows of the profile".into()))
}

/// What an open arrival may begin with, and the weights.
fn starts(operations: &[OperationSpec], flows: &[FlowSpec], users: &[UsersSpec]) -> Result<(Vec<Start>, Weights), ScenarioError> {
    let check = |weight: f64| {
        let is_weight = weight.is_finite() && weight >= 0.0;
        is_weight
            .then_some(weight)
            .ok_or_else(|| format!("weight {weight} is not 0 or above"))
    };
    let (mut starts, mut weights) = (Vec::new(), Vec::new());
    let mut add = |start, weight: f64| {
        if weight > 0.0 {
            starts.push(start);
            weights.push(weight);
        }
    };
    for (number, operation) in operations.iter().enumerate() {
        let weight = check(operation.weight).map_err(|what| ScenarioError::Operation(operation.name.clone(), what))?;
        add(Start::Operation(number), weight);
    }
    for (number, flow) in flows.iter().enumerate() {
        let weight = check(flow.weight).map_err(|what| ScenarioError::Flow(flow.name.clone(), what))?;
        add(Start::Flow(number), weight);
    }
    if starts.is_empty() && users.iter().all(|kind| kind.most == 0) {
        return Err(ScenarioError::NothingBegins);
    }
    Ok((starts, Weights::new(&weights)))
}

//! What goes through which names: uses that could not work in a run are refused before it.

use crate::piece::Piece;
use crate::{Scenario, ScenarioError, Start};

/// Sees that each variable can have a value, and that feeders are used where they can give one.
///
/// # Errors
/// [`ScenarioError`] naming the operation or flow.
pub(crate) fn check_uses(scenario: &Scenario) -> Result<(), ScenarioError> {
    check_variables(scenario)?;
    for start in &scenario.starts {
        match start {
            Start::Operation(operation) => check_alone(scenario, *operation)?,
            Start::Flow(flow) => {
                if let Some((feeder, _)) = unique_feeders(scenario, *flow).next() {
                    return Err(wrong_flow(scenario, *flow, no_user(feeder)));
                }
            }
        }
    }
    check_rows_of_users(scenario)
}

/// A variable that is used has to get a value somewhere.
fn check_variables(scenario: &Scenario) -> Result<(), ScenarioError> {
    let variables = &scenario.names.variables;
    let mut has_value: Vec<bool> = variables.iter().map(|variable| variable.first.is_some()).collect();
    let extracted = scenario.judges.iter().flat_map(|judge| judge.extracted());
    for variable in extracted.chain(scenario.flows.iter().flat_map(|flow| flow.sets())) {
        has_value[usize::from(variable)] = true;
    }
    let never = |pieces: &mut dyn Iterator<Item = &Piece>| {
        let used = pieces
            .filter_map(Piece::variable)
            .find(|variable| !has_value[usize::from(*variable)]);
        used.map(|variable| {
            let name = &variables[usize::from(variable)].name;
            format!("variable {name:?} never has a value: give it one at first, extract it or set it")
        })
    };
    for (operation, judge) in scenario.judges.iter().enumerate() {
        let mut pieces = scenario.requests[operation].pieces().chain(judge.pieces());
        if let Some(what) = never(&mut pieces) {
            return Err(wrong_operation(scenario, operation, what));
        }
    }
    for (number, flow) in scenario.flows.iter().enumerate() {
        if let Some(what) = never(&mut flow.pieces()) {
            return Err(wrong_flow(scenario, number, what));
        }
    }
    Ok(())
}

/// An operation that open arrivals call has no session to hold anything for it.
fn check_alone(scenario: &Scenario, operation: usize) -> Result<(), ScenarioError> {
    let wrong = |what| wrong_operation(scenario, operation, what);
    let names = &scenario.names;
    let judge = &scenario.judges[operation];
    for piece in scenario.requests[operation].pieces().chain(judge.pieces()) {
        if let Some(feeder) = piece.feeder().map(|feeder| &names.feeders[usize::from(feeder)]) {
            if feeder.is_unique() {
                return Err(wrong(no_user(&feeder.name)));
            }
        }
        if let Some(variable) = piece.variable().map(|variable| &names.variables[usize::from(variable)]) {
            if variable.first.is_none() {
                let name = &variable.name;
                return Err(wrong(format!(
                    "open arrivals call it without a session, where variable {name:?} has no value: give it one at first, or call the operation in a flow and set its weight to 0"
                )));
            }
        }
    }
    if let Some(feeder) = judge.pieces().find_map(Piece::feeder) {
        let name = &names.feeders[usize::from(feeder)].name;
        return Err(wrong(format!(
            "a check uses feeder {name:?}, whose value only a session holds until the reply: call the operation in a flow and set its weight to 0"
        )));
    }
    Ok(())
}

/// There is a row for each user that needs one of its own.
fn check_rows_of_users(scenario: &Scenario) -> Result<(), ScenarioError> {
    let mut users = 0u64;
    for (kind, flow) in scenario.users.iter().zip(&scenario.flows_of_users) {
        users += u64::from(kind.most);
        for (feeder, rows) in unique_feeders(scenario, *flow) {
            if users > rows {
                return Err(ScenarioError::Users(
                    kind.flow.clone(),
                    format!("users are numbered up to {users}, and feeder {feeder:?} has {rows} rows, one for each: add rows or take fewer users"),
                ));
            }
        }
    }
    if users >= u64::from(u32::MAX) {
        return Err(ScenarioError::TooMany("users", u32::MAX as usize - 1));
    }
    Ok(())
}

/// Feeders with a row for each user that a flow uses, and their numbers of rows.
fn unique_feeders(scenario: &Scenario, flow: usize) -> impl Iterator<Item = (&str, u64)> {
    let flow = &scenario.flows[flow];
    let called = flow.calls().flat_map(|operation| {
        let request = scenario.requests[operation].pieces();
        request.chain(scenario.judges[operation].pieces())
    });
    let feeders = called.chain(flow.pieces()).filter_map(Piece::feeder);
    feeders.filter_map(|feeder| {
        let feeder = &scenario.names.feeders[usize::from(feeder)];
        feeder.unique_rows().map(|rows| (feeder.name.as_str(), rows))
    })
}

fn no_user(feeder: &str) -> String {
    format!("feeder {feeder:?} has one row for each user, and an open arrival is none: give it weight 0 and let users go through a flow")
}

fn wrong_operation(scenario: &Scenario, operation: usize, what: String) -> ScenarioError {
    ScenarioError::Operation(scenario.operations[operation].name.clone(), what)
}

fn wrong_flow(scenario: &Scenario, flow: usize, what: String) -> ScenarioError {
    ScenarioError::Flow(scenario.flow_name(flow).to_owned(), what)
}

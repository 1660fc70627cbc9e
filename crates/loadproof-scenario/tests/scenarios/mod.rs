//! Scenarios in few words, for the tests.
#![allow(dead_code, clippy::unwrap_used)]

use std::io::Write;

use loadproof_protocol::http1::Content;
use loadproof_scenario::{
    CheckSpec, DemandSpec, ExtractSpec, FeederKind, FeederSpec, FlowSpec, Judgement, OperationSpec, Player, RowOrder, Scenario,
    ScenarioSpec, StepSpec, SubjectSpec, UsersSpec, VariableSpec,
};

pub fn operation(name: &str, weight: f64, path: &str) -> OperationSpec {
    OperationSpec {
        name: name.into(),
        weight,
        method: "GET".into(),
        path: path.into(),
        headers: vec![],
        body: None,
        expect: vec![(200, 399)],
        timeout_ns: 1,
        checks: vec![],
        extracts: vec![],
        apdex_target_ns: None,
        before_of: None,
    }
}

pub fn flow(name: &str, steps: Vec<StepSpec>) -> FlowSpec {
    FlowSpec {
        name: name.into(),
        weight: 0.0,
        before: vec![],
        steps,
        goes_on: false,
        apdex_target_ns: None,
    }
}

pub fn call(name: &str) -> StepSpec {
    StepSpec::Call(name.into())
}

pub fn users(flow: &str, most: u32) -> UsersSpec {
    UsersSpec {
        flow: flow.into(),
        most,
        ramp_ns: 0,
        spread_ns: 0,
        pacing: None,
        iterations_per_session: None,
    }
}

pub fn variable(name: &str, value: Option<&str>) -> VariableSpec {
    VariableSpec {
        name: name.into(),
        value: value.map(Into::into),
    }
}

pub fn check(name: &str, subject: SubjectSpec, demand: DemandSpec) -> CheckSpec {
    CheckSpec {
        name: name.into(),
        subject,
        demand,
    }
}

pub fn extract(variable: &str, subject: SubjectSpec) -> ExtractSpec {
    ExtractSpec {
        variable: variable.into(),
        subject,
        otherwise: None,
    }
}

pub fn feeder(name: &str, kind: FeederKind) -> FeederSpec {
    FeederSpec { name: name.into(), kind }
}

pub fn range(low: i64, high: i64, order: RowOrder) -> FeederSpec {
    feeder("n", FeederKind::Range { low, high, order })
}

/// A CSV feeder named `ids`; the file goes when the first of the pair does.
pub fn csv(text: &str, order: RowOrder) -> (tempfile::NamedTempFile, FeederSpec) {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(text.as_bytes()).unwrap();
    let path = file.path().to_owned();
    let kind = FeederKind::Csv {
        path,
        separator: ',',
        order,
    };
    (file, feeder("ids", kind))
}

pub fn of_operations(operations: Vec<OperationSpec>) -> ScenarioSpec {
    ScenarioSpec {
        operations,
        ..ScenarioSpec::default()
    }
}

/// One flow that one user goes through.
pub fn of_flow(operations: Vec<OperationSpec>, steps: Vec<StepSpec>) -> ScenarioSpec {
    ScenarioSpec {
        operations,
        flows: vec![flow("flow", steps)],
        users: vec![users("flow", 1)],
        ..ScenarioSpec::default()
    }
}

pub fn player(spec: ScenarioSpec) -> Player {
    Player::new(Scenario::compile("h", spec).unwrap().into(), 5, 0, 1)
}

/// The request without its host line.
pub fn rendered(player: &mut Player, operation: usize, session: Option<u32>) -> String {
    let mut request = Vec::new();
    player
        .render(operation, session, || 1_795_266_000_007_000_000, &mut request)
        .unwrap();
    String::from_utf8(request).unwrap().replace("host: h\r\n", "")
}

/// The path of the request.
pub fn path(player: &mut Player, operation: usize, session: Option<u32>) -> String {
    let request = rendered(player, operation, session);
    request.split(' ').nth(1).unwrap().into()
}

/// Judges a reply of status 200 that took 5 ms.
pub fn judged(player: &mut Player, operation: usize, session: Option<u32>, headers: &str, body: &str) -> Judgement {
    let head = format!("HTTP/1.1 200 OK\r\n{headers}\r\n");
    let content = Content {
        head: head.as_bytes(),
        body: body.as_bytes(),
        body_bytes: body.len() as u64,
    };
    player.judge(operation, session, 200, 5_000_000, || content)
}

pub fn error(spec: ScenarioSpec) -> String {
    Scenario::compile("h", spec).unwrap_err().to_string()
}

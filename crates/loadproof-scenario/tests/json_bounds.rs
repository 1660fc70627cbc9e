//! Replies that take long to look through.

#![allow(clippy::unwrap_used)]

mod scenarios;

use loadproof_scenario::{DemandSpec, Judgement, Player, SubjectSpec};
use scenarios::{call, check, extract, judged, of_flow, of_operations, operation, path, player, variable};

fn json(path: &str) -> SubjectSpec {
    SubjectSpec::Json(path.into())
}

fn checked(subject: SubjectSpec, demand: DemandSpec) -> Player {
    let mut get = operation("get", 1.0, "/");
    get.checks = vec![check("it", subject, demand)];
    player(of_operations(vec![get]))
}

#[test]
fn what_cannot_be_looked_for_within_bounds_is_neither_there_nor_absent() {
    let nested = |depth: usize| format!("{}1{}", r#"{"a":"#.repeat(depth), "}".repeat(depth));
    for (path, body) in [
        ("$.a", nested(128)),
        ("$..a..a..b", nested(115)),
        ("$..a..a..a", nested(5000)),
    ] {
        for demand in [DemandSpec::Absent, DemandSpec::Present] {
            let mut player = checked(json(path), demand);
            assert_eq!(judged(&mut player, 0, None, "", &body), Judgement::BadExtract, "{path}");
        }
    }
    let mut deepest = checked(json("$..a..b"), DemandSpec::Absent);
    assert_eq!(judged(&mut deepest, 0, None, "", &nested(127)), Judgement::Accepted);
    let brackets = format!("{{\"a\": \"{}\"", "[".repeat(500));
    let mut no_json = checked(json("$.a"), DemandSpec::Absent);
    assert_eq!(judged(&mut no_json, 0, None, "", &brackets), Judgement::Accepted);
}

#[test]
fn all_paths_on_a_reply_share_its_bounds() {
    let body = format!("[{}]", vec![r#"{"a":{"b":[1,2]}}"#; 4000].join(","));
    let lists = |number| check(&format!("c{number}"), json("$..c"), DemandSpec::Absent);
    for (checks, expected) in [(2, Judgement::Accepted), (40, Judgement::BadExtract)] {
        let mut get = operation("get", 1.0, "/");
        get.checks = (0..checks).map(lists).collect();
        let mut player = player(of_operations(vec![get]));
        assert_eq!(judged(&mut player, 0, None, "", &body), expected, "{checks}");
    }
}

#[test]
fn an_extraction_that_is_not_told_takes_no_default() {
    let body = format!("{}1{}", "[".repeat(200), "]".repeat(200));
    let mut get = operation("get", 0.0, "/");
    get.extracts = vec![extract("v", json("$[0]"))];
    get.extracts[0].otherwise = Some("otherwise".into());
    let mut spec = of_flow(vec![get, operation("next", 0.0, "/${v}")], vec![call("get")]);
    spec.variables = vec![variable("v", Some("first"))];
    let mut player = player(spec);
    let session = player.open_session(0, Some(0));
    assert_eq!(judged(&mut player, 0, Some(session), "", &body), Judgement::BadExtract);
    assert_eq!(path(&mut player, 1, Some(session)), "/first");
}

//! Replies judged: checks, extractions, cookies.

#![allow(clippy::unwrap_used)]

mod scenarios;

use loadproof_protocol::http1::{Content, Keep};
use loadproof_scenario::{
    DemandSpec, FeederKind, Judgement, OperationSpec, Player, RowOrder, Scenario, ScenarioSpec, SubjectSpec,
};
use proptest::prelude::*;
use scenarios::{
    call, check, error, extract, feeder, judged, of_flow, of_operations, operation, path, player, range, rendered, variable,
};

fn checked(subject: SubjectSpec, demand: DemandSpec) -> Player {
    let mut get = operation("get", 1.0, "/");
    get.checks = vec![check("it", subject, demand)];
    player(of_operations(vec![get]))
}

fn header() -> SubjectSpec {
    SubjectSpec::Header("X-A".into())
}

fn json(path: &str) -> SubjectSpec {
    SubjectSpec::Json(path.into())
}

fn regex(pattern: &str) -> SubjectSpec {
    SubjectSpec::Regex(pattern.into())
}

fn equals(text: &str) -> DemandSpec {
    DemandSpec::Equals(text.into())
}

const DOCUMENT: &str =
    r#"{"items": [{"id": 7, "tags": ["a", null]}, {"id": 8.5}], "big": 18446744073709551615, "t": "é \"x\"", "n": " 12 "}"#;

#[test]
fn subjects_are_found_where_they_stand() {
    let headers = "x-a: one\r\nX-A: two\r\nset-cookie: s=1; path=/\r\nset-cookie: s=2\r\nset-cookie: gone=; max-age=0\r\n";
    for (subject, expected) in [
        (header(), "one"),
        (SubjectSpec::Cookie("s".into()), "2"),
        (json("$.items[0].id"), "7"),
        (json("$.items[?@.id > 8].id"), "8.5"),
        (json("$..tags"), r#"["a",null]"#),
        (json("$.items[0].tags[1]"), "null"),
        (json("$.big"), "18446744073709551615"),
        (json("$.t"), "é \"x\""),
        (regex(r#""id": (\d+)\D"#), "7"),
        (regex(r"\d+\.\d"), "8.5"),
        (SubjectSpec::Body, DOCUMENT),
        (SubjectSpec::Size, &DOCUMENT.len().to_string()),
        (SubjectSpec::Time, "5"),
    ] {
        let shown = format!("{subject:?}");
        let mut player = checked(subject.clone(), equals(&expected.replace("${", "$${")));
        assert_eq!(
            judged(&mut player, 0, None, headers, DOCUMENT),
            Judgement::Accepted,
            "{shown}"
        );
        let mut player = checked(subject, equals("other"));
        assert_eq!(
            judged(&mut player, 0, None, headers, DOCUMENT),
            Judgement::Unmet(0),
            "{shown}"
        );
    }
    for subject in [
        SubjectSpec::Header("none".into()),
        json("$.none"),
        regex("nothing"),
        SubjectSpec::Cookie("gone".into()),
    ] {
        let mut absent = checked(subject.clone(), DemandSpec::Absent);
        assert_eq!(judged(&mut absent, 0, None, headers, DOCUMENT), Judgement::Accepted);
        for demand in [
            DemandSpec::Present,
            equals(""),
            DemandSpec::Contains(String::new()),
            DemandSpec::Between(None, None),
        ] {
            let mut player = checked(subject.clone(), demand);
            assert_eq!(judged(&mut player, 0, None, headers, DOCUMENT), Judgement::Unmet(0));
        }
    }
    let mut group = checked(regex("(nothing)?items"), DemandSpec::Absent);
    assert_eq!(judged(&mut group, 0, None, "", DOCUMENT), Judgement::Accepted);
    let mut no_json = checked(json("$"), DemandSpec::Absent);
    assert_eq!(judged(&mut no_json, 0, None, "", "<html>"), Judgement::Accepted);
}

#[test]
fn demands_are_met_or_not() {
    let contains = |text: &str| DemandSpec::Contains(text.into());
    let matches = |text: &str| DemandSpec::Matches(text.into());
    let between = |least, most| DemandSpec::Between(least, most);
    for (demand, value, is_met) in [
        (DemandSpec::Present, "", true),
        (DemandSpec::Absent, "", false),
        (contains("b"), "abc", true),
        (contains(""), "", true),
        (contains("B"), "abc", false),
        (matches("^a.c$"), "abc", true),
        (matches("^b"), "abc", false),
        (between(Some(1.0), Some(2.0)), "1.0", true),
        (between(Some(1.0), None), "1e3", true),
        (between(None, Some(2.0)), "2.01", false),
        (between(None, None), "abc", false),
        (between(None, None), "NaN", false),
        (between(Some(1.0), None), "inf", false),
    ] {
        let shown = format!("{demand:?} {value:?}");
        let expected = if is_met { Judgement::Accepted } else { Judgement::Unmet(0) };
        let mut player = checked(header(), demand);
        assert_eq!(
            judged(&mut player, 0, None, &format!("x-a: {value}\r\n"), ""),
            expected,
            "{shown}"
        );
    }
    let mut number = checked(json("$.n"), between(Some(12.0), Some(12.0)));
    assert_eq!(judged(&mut number, 0, None, "", DOCUMENT), Judgement::Accepted);
    let mut slow = checked(SubjectSpec::Time, between(None, Some(4.9)));
    assert_eq!(judged(&mut slow, 0, None, "", ""), Judgement::Unmet(0));
}

#[test]
fn the_status_goes_first_then_the_first_check_that_fails() {
    let mut get = operation("get", 1.0, "/");
    get.checks = vec![
        check("a", header(), DemandSpec::Present),
        check("b", SubjectSpec::Body, equals("x")),
    ];
    get.extracts = vec![extract("v", header())];
    let mut other = operation("other", 1.0, "/");
    other.checks = vec![check("b", SubjectSpec::Body, equals("x"))];
    let mut spec = of_operations(vec![get, other]);
    spec.variables = vec![variable("v", None)];
    let scenario = Scenario::compile("h", spec).unwrap();
    assert_eq!(scenario.unmet_names(), ["check-a", "check-b", "extract-v"]);
    let mut player = Player::new(scenario.into(), 1, 0, 1);
    assert_eq!(player.judge(0, None, 500, 0, || unreachable!()), Judgement::Status);
    assert_eq!(judged(&mut player, 0, None, "", "y"), Judgement::Unmet(0));
    assert_eq!(judged(&mut player, 0, None, "x-a: 1\r\n", "y"), Judgement::Unmet(1));
    assert_eq!(judged(&mut player, 1, None, "", "y"), Judgement::Unmet(1));
    assert_eq!(judged(&mut player, 0, None, "x-a: 1\r\n", "x"), Judgement::Accepted);
}

#[test]
fn as_much_of_a_reply_is_kept_as_is_needed() {
    let keep_of = |checks: Vec<SubjectSpec>, cookies: bool| {
        let mut get = operation("get", 0.0, "/");
        get.method = "HEAD".into();
        get.checks = checks
            .into_iter()
            .map(|subject| check("it", subject, DemandSpec::Present))
            .collect();
        let mut spec = of_flow(vec![get], vec![call("get")]);
        spec.cookies = cookies;
        let mut player = player(spec);
        let session = player.open_session(0, Some(0));
        assert!(player.expectation(0, None).head_only);
        (player.expectation(0, None).keep, player.expectation(0, Some(session)).keep)
    };
    assert_eq!(keep_of(vec![], false), (Keep::Nothing, Keep::Nothing));
    assert_eq!(keep_of(vec![], true), (Keep::Nothing, Keep::Head));
    assert_eq!(keep_of(vec![SubjectSpec::Time, header()], false), (Keep::Head, Keep::Head));
    assert_eq!(keep_of(vec![header(), SubjectSpec::Body], true), (Keep::Whole, Keep::Whole));
}

#[test]
fn a_body_that_was_not_kept_is_too_large_for_what_needs_it() {
    let judged = |subject| {
        let content = Content {
            head: b"HTTP/1.1 200 OK\r\n\r\n",
            body: b"x",
            body_bytes: 2,
        };
        checked(subject, DemandSpec::Present).judge(0, None, 200, 0, || content)
    };
    for subject in [SubjectSpec::Body, json("$"), regex("x")] {
        assert_eq!(judged(subject), Judgement::TooLarge);
    }
    assert_eq!(judged(SubjectSpec::Size), Judgement::Accepted);
}

fn extracting(subject: SubjectSpec) -> ScenarioSpec {
    let mut get = operation("get", 0.0, "/${v}");
    get.extracts = vec![extract("v", subject), extract("w", SubjectSpec::Header("w".into()))];
    get.extracts[1].otherwise = Some("none".into());
    let mut spec = of_flow(vec![get, operation("next", 0.0, "/${v}/${w}")], vec![call("get")]);
    spec.variables = vec![variable("v", Some("first")), variable("w", Some("first"))];
    spec
}

#[test]
fn values_are_taken_from_accepted_replies() {
    let mut player = player(extracting(json("$.id")));
    let session = player.open_session(0, Some(0));
    assert_eq!(judged(&mut player, 0, Some(session), "w: 1\r\n", "{}"), Judgement::Unmet(0));
    assert_eq!(path(&mut player, 1, Some(session)), "/first/first");
    assert_eq!(
        judged(&mut player, 0, Some(session), "", r#"{"id": "a b"}"#),
        Judgement::Accepted
    );
    assert_eq!(path(&mut player, 1, Some(session)), "/a%20b/none");
    assert_eq!(
        judged(&mut player, 0, Some(session), "w: 1\r\n", r#"{"id": "c d"}"#),
        Judgement::Accepted
    );
    assert_eq!(path(&mut player, 1, Some(session)), "/c%20d/1");
    let other = player.open_session(0, Some(0));
    assert_eq!(path(&mut player, 1, Some(other)), "/first/first");
    assert_eq!(judged(&mut player, 0, None, "", "{}"), Judgement::Unmet(0));
}

#[test]
fn a_value_that_is_too_long_or_that_a_later_one_is_missing_for_is_not_taken() {
    let mut spec = extracting(regex(".+"));
    spec.operations[0].extracts[1].otherwise = None;
    let mut player = player(spec);
    let session = player.open_session(0, Some(0));
    assert_eq!(judged(&mut player, 0, Some(session), "", "x"), Judgement::Unmet(1));
    assert_eq!(
        judged(&mut player, 0, Some(session), "w: 1\r\n", &"x".repeat(65_537)),
        Judgement::TooLarge
    );
    assert_eq!(path(&mut player, 1, Some(session)), "/first/first");
    assert_eq!(
        judged(&mut player, 0, Some(session), "w: 1\r\n", &"x".repeat(65_536)),
        Judgement::Accepted
    );
    assert_eq!(path(&mut player, 1, Some(session)).len(), 65_539);
}

#[test]
fn a_check_may_name_what_the_session_sent() {
    let mut get = operation("get", 0.0, "/${n}");
    get.checks = vec![check("same", SubjectSpec::Body, equals("${v}-${n}"))];
    let mut spec = of_flow(vec![get], vec![call("get")]);
    spec.variables = vec![variable("v", Some("v"))];
    spec.feeders = vec![range(1, 9, RowOrder::Sequential)];
    let mut player = player(spec.clone());
    let (one, two) = (player.open_session(0, Some(0)), player.open_session(0, Some(0)));
    assert_eq!(
        (path(&mut player, 0, Some(one)), path(&mut player, 0, Some(two))),
        ("/1".into(), "/2".into())
    );
    assert_eq!(judged(&mut player, 0, Some(one), "", "v-1"), Judgement::Accepted);
    assert_eq!(judged(&mut player, 0, Some(two), "", "v-1"), Judgement::Unmet(0));
    spec.operations[0].weight = 1.0;
    assert!(error(spec).contains("only a session holds"));
}

#[test]
fn cookies_come_from_any_reply_and_go_with_the_session() {
    let mut own = operation("own", 0.0, "/x");
    own.headers = vec![("Cookie".into(), "k=v".into())];
    let mut spec = of_flow(vec![operation("get", 0.0, "/x/y"), own], vec![call("get")]);
    spec.cookies = true;
    let mut player = player(spec);
    let session = player.open_session(0, Some(0));
    assert_eq!(rendered(&mut player, 0, Some(session)), "GET /x/y HTTP/1.1\r\n\r\n");
    let content = Content {
        head: b"HTTP/1.1 500 No\r\nSet-Cookie: s=1\r\nset-cookie: all=2; Path=/; Max-Age=1\r\n\r\n",
        ..Content::default()
    };
    assert_eq!(player.judge(0, Some(session), 500, 0, || content), Judgement::Status);
    assert_eq!(
        rendered(&mut player, 0, Some(session)),
        "GET /x/y HTTP/1.1\r\ncookie: s=1; all=2\r\n\r\n"
    );
    assert_eq!(
        rendered(&mut player, 1, Some(session)),
        "GET /x HTTP/1.1\r\nCookie: k=v; s=1; all=2\r\n\r\n"
    );
    assert_eq!(rendered(&mut player, 1, None), "GET /x HTTP/1.1\r\nCookie: k=v\r\n\r\n");
    let mut later = Vec::new();
    player
        .render(0, Some(session), || 1_795_266_001_007_000_000, &mut later)
        .unwrap();
    assert!(String::from_utf8(later).unwrap().ends_with("\r\ncookie: s=1\r\n\r\n"));
    player.close_session(session);
    let next = player.open_session(0, Some(0));
    assert_eq!(
        (next, rendered(&mut player, 0, Some(next))),
        (session, "GET /x/y HTTP/1.1\r\n\r\n".into())
    );
}

#[test]
fn wrong_checks_and_extractions_are_named() {
    let wrong_checks = [
        (json("items["), DemandSpec::Present),
        (
            json(&format!("$[?{}@.a{}]", "(".repeat(30), ")".repeat(30))),
            DemandSpec::Present,
        ),
        (regex("(a"), DemandSpec::Present),
        (regex(&"(a{99}){99}{99}".repeat(3)), DemandSpec::Present),
        (SubjectSpec::Header(String::new()), DemandSpec::Present),
        (header(), DemandSpec::Matches("[".into())),
        (header(), equals("${nobody}")),
        (header(), equals("${now}")),
        (header(), DemandSpec::Between(Some(f64::NAN), None)),
    ];
    let of = |change: &dyn Fn(&mut OperationSpec)| {
        let mut get = operation("get", 1.0, "/");
        change(&mut get);
        let mut spec = of_operations(vec![get]);
        let format = loadproof_scenario::TimestampFormat::Unix;
        spec.feeders = vec![feeder("now", FeederKind::Timestamp { format })];
        spec.variables = vec![variable("v", None)];
        error(spec)
    };
    for (subject, demand) in wrong_checks {
        let what = of(&|get| get.checks = vec![check("it", subject.clone(), demand.clone())]);
        assert!(what.starts_with("operation \"get\": check \"it\": "), "{what}");
    }
    for (variable, subject) in [
        ("nobody", header()),
        ("v", SubjectSpec::Body),
        ("v", SubjectSpec::Time),
        ("v", regex("(")),
    ] {
        let what = of(&|get| get.extracts = vec![extract(variable, subject.clone())]);
        assert!(
            what.starts_with(&format!("operation \"get\": extraction of {variable:?}: ")),
            "{what}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_reply_is_judged(status in 0u16..1000, head: Vec<u8>, body: Vec<u8>, missing in 0u64..2, service_ns: u64) {
        let mut get = operation("get", 0.0, "/${v}");
        let subjects = [header(), json("$..a"), regex("(.)?."), SubjectSpec::Cookie("a".into()), SubjectSpec::Body, SubjectSpec::Size, SubjectSpec::Time];
        get.expect = vec![(0, 900)];
        for demand in [DemandSpec::Absent, DemandSpec::Contains("${v}".into()), DemandSpec::Matches("(?s).*".into()), DemandSpec::Between(None, None)] {
            get.checks.extend(subjects.iter().map(|subject| check("it", subject.clone(), demand.clone())));
        }
        get.extracts = subjects[..4].iter().map(|subject| extract("v", subject.clone())).collect();
        // Each check alone, so that one that fails does not keep others from being looked at.
        for place in 0..=get.checks.len() {
            let mut one = get.clone();
            one.checks = get.checks.get(place).cloned().into_iter().collect();
            let mut spec = of_flow(vec![one], vec![call("get")]);
            spec.variables = vec![variable("v", Some("x"))];
            spec.cookies = true;
            let mut player = player(spec);
            let session = player.open_session(0, Some(0));
            let content = Content { head: &head, body: &body, body_bytes: body.len() as u64 + missing };
            player.judge(0, Some(session), status, service_ns, || content);
            // A request that follows is whole or refused.
            let mut request = Vec::new();
            if player.render(0, Some(session), || 0, &mut request).is_ok() {
                prop_assert!(request.ends_with(b"\r\n\r\n"));
            }
        }
    }

    #[test]
    fn json_of_any_shape_is_read(body in r#"[\[\]{}",:0-9a]{0,200}"#, depth in 0usize..5000) {
        let mut player = checked(json("$..a"), DemandSpec::Present);
        judged(&mut player, 0, None, "", &body);
        judged(&mut player, 0, None, "", &"[".repeat(depth));
        judged(&mut player, 0, None, "", &format!("{}{}", "{\"a\":".repeat(depth), "}".repeat(depth)));
    }
}

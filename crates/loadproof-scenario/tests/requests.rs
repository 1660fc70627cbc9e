//! Requests as they are rendered from templates and feeders.

#![allow(clippy::unwrap_used)]

mod scenarios;

use std::io::Write;

use loadproof_scenario::{
    BadRequestData, BodyPartSpec, BodySpec, FeederKind, Player, RowOrder, Scenario, ScenarioError, ScenarioSpec, Start,
    TimestampFormat,
};
use proptest::prelude::*;
use scenarios::{csv, error, feeder, flow, of_operations, operation, path, player, range, rendered, users, variable};

#[test]
fn weights_are_kept_over_operations_and_flows() {
    let mut spec = of_operations(vec![
        operation("a", 70.0, "/"),
        operation("no", 0.0, "/"),
        operation("b", 20.0, "/"),
    ]);
    spec.flows = vec![flow("f", vec![scenarios::call("a")])];
    spec.flows[0].weight = 10.0;
    let mut player = player(spec);
    let mut counts: std::collections::HashMap<String, f64> = std::collections::HashMap::new();
    (0..100_000).for_each(|_| *counts.entry(format!("{:?}", player.choose())).or_default() += 1.0);
    for (start, share) in [(Start::Operation(0), 0.7), (Start::Operation(2), 0.2), (Start::Flow(0), 0.1)] {
        assert!((counts[&format!("{start:?}")] / 100_000.0 - share).abs() < 0.01, "{counts:?}");
    }
    assert_eq!((counts.len(), player.rows()), (3, 4));
}

#[test]
fn in_turn_everything_that_has_a_weight_is_begun_equally_often() {
    let mut spec = of_operations(vec![
        operation("a", 1e6, "/"),
        operation("no", 0.0, "/"),
        operation("b", 1e-6, "/"),
    ]);
    spec.flows = vec![flow("f", vec![scenarios::call("a")])];
    spec.flows[0].weight = 1.0;
    let mut player = player(spec);
    player.take_turns(true);
    let turns: Vec<Start> = (0..6).map(|_| player.choose()).collect();
    for start in [Start::Operation(0), Start::Operation(2), Start::Flow(0)] {
        assert_eq!(turns.iter().filter(|turn| **turn == start).count(), 2, "{turns:?}");
    }
    player.take_turns(false);
    assert!((0..100).all(|_| player.choose() == Start::Operation(0)));
}

#[test]
fn bodies_get_their_length_and_gaps_their_rows() {
    let (_file, ids) = csv("id,name\n1,a b\n22,c\n", RowOrder::Sequential);
    let mut create = operation("create", 1.0, "/x?n=${ids.name}");
    create.method = "POST".into();
    create.headers = vec![("x-id".into(), "${ids.id}".into())];
    create.body = Some(BodySpec::Text("[${ids.id*2}]${ids.id}".into()));
    let mut player = player(ScenarioSpec {
        feeders: vec![ids],
        ..of_operations(vec![create])
    });
    assert_eq!(
        rendered(&mut player, 0, None),
        "POST /x?n=a%20b HTTP/1.1\r\nx-id: 1\r\ncontent-length: 7\r\n\r\n[22,1]1"
    );
}

#[test]
fn an_empty_post_says_so_and_a_get_has_no_length() {
    let mut post = operation("post", 1.0, "/");
    post.method = "POST".into();
    let mut player = player(of_operations(vec![post, operation("get", 1.0, "/")]));
    assert!(rendered(&mut player, 0, None).contains("content-length: 0\r\n"));
    assert!(!rendered(&mut player, 1, None).contains("content-length"));
}

#[test]
fn an_operation_may_name_a_host_of_its_own_and_there_is_one_alone() {
    let mut get = operation("get", 1.0, "/");
    get.headers = vec![("Host".into(), "shop.local".into())];
    let mut player = player(of_operations(vec![get]));
    assert_eq!(rendered(&mut player, 0, None), "GET / HTTP/1.1\r\nHost: shop.local\r\n\r\n");
}

#[test]
fn a_body_from_a_file_goes_as_it_is() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(b"${not} a\r\ntemplate\xff\0").unwrap();
    let mut put = operation("put", 1.0, "/");
    put.method = "PUT".into();
    put.body = Some(BodySpec::File(file.path().into()));
    let mut player = player(of_operations(vec![put.clone()]));
    let mut request = Vec::new();
    player.render(0, None, || 0, &mut request).unwrap();
    assert!(request.ends_with(b"content-length: 20\r\n\r\n${not} a\r\ntemplate\xff\0"));
    put.body = Some(BodySpec::File("/nowhere/body".into()));
    let what = error(of_operations(vec![put]));
    assert!(what.contains("\"put\"") && what.contains("/nowhere/body"), "{what}");
}

#[test]
fn a_body_of_parts_joins_texts_with_templates_and_files() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(b"\xff${not a template}\0").unwrap();
    let mut post = operation("post", 1.0, "/");
    post.method = "POST".into();
    let part = || BodyPartSpec::File(file.path().into());
    post.body = Some(BodySpec::Parts(vec![
        BodyPartSpec::Text("a${n}b$${".into()),
        part(),
        BodyPartSpec::Text("end".into()),
        part(),
    ]));
    let mut player = player(ScenarioSpec {
        feeders: vec![range(7, 7, RowOrder::Sequential)],
        ..of_operations(vec![post])
    });
    let mut request = Vec::new();
    player.render(0, None, || 0, &mut request).unwrap();
    let body = b"a7b${\xff${not a template}\0end\xff${not a template}\0";
    assert!(request.ends_with(body), "{}", request.escape_ascii());
    let head = format!("content-length: {}\r\n\r\n", body.len());
    assert!(
        request[..request.len() - body.len()].ends_with(head.as_bytes()),
        "{}",
        request.escape_ascii()
    );
}

#[test]
fn the_files_of_a_body_of_parts_have_one_limit_together() {
    let file = tempfile::NamedTempFile::new().unwrap();
    file.as_file().set_len(129 << 20).unwrap();
    let mut put = operation("put", 1.0, "/");
    put.body = Some(BodySpec::Parts(vec![
        BodyPartSpec::File(file.path().into()),
        BodyPartSpec::File(file.path().into()),
    ]));
    let what = error(of_operations(vec![put]));
    assert!(what.contains("256 MiB"), "{what}");
}

#[test]
fn two_headers_of_one_name_are_both_sent() {
    let mut get = operation("get", 1.0, "/");
    get.headers = vec![
        ("A".into(), "1".into()),
        ("B".into(), String::new()),
        ("A".into(), "2".into()),
    ];
    let mut player = player(of_operations(vec![get]));
    let request = rendered(&mut player, 0, None);
    assert!(request.ends_with("A: 1\r\nB: \r\nA: 2\r\n\r\n"), "{request}");
}

#[test]
fn a_body_file_that_is_too_large_is_refused() {
    let file = tempfile::NamedTempFile::new().unwrap();
    file.as_file().set_len((256 << 20) + 1).unwrap();
    let mut put = operation("put", 1.0, "/");
    put.body = Some(BodySpec::File(file.path().into()));
    let what = error(of_operations(vec![put]));
    assert!(what.contains("256 MiB"), "{what}");
}

#[test]
fn a_line_break_in_a_header_is_refused() {
    let (_file, ids) = csv("id\n\"a\r\nevil: 1\"\nb\n", RowOrder::Sequential);
    let mut get = operation("get", 1.0, "/${ids.id}");
    get.headers = vec![("x".into(), "${ids.id}".into())];
    let mut by_variable = operation("variable", 1.0, "/");
    by_variable.headers = vec![("x".into(), "${evil}".into())];
    let mut player = player(ScenarioSpec {
        feeders: vec![ids],
        variables: vec![variable("evil", Some("a\nb"))],
        ..of_operations(vec![get, by_variable])
    });
    assert_eq!(player.render(0, None, || 0, &mut Vec::new()), Err(BadRequestData::LineBreak));
    assert!(rendered(&mut player, 0, None).contains("x: b\r\n"));
    assert_eq!(player.render(1, None, || 0, &mut Vec::new()), Err(BadRequestData::LineBreak));
}

#[test]
fn every_kind_of_feeder_fills_its_gap() {
    let text = FeederKind::RandomString {
        length: (3, 3),
        alphabet: "&".into(),
    };
    let number = FeederKind::RandomNumber {
        low: 0.5,
        high: 0.5,
        decimals: 2,
    };
    let format = TimestampFormat::Iso8601;
    let mut player = player(ScenarioSpec {
        feeders: vec![
            range(-1, 1, RowOrder::Sequential),
            feeder("u", FeederKind::Uuid {}),
            feeder("t", FeederKind::Timestamp { format }),
            feeder("s", text),
            feeder("d", number),
        ],
        variables: vec![variable("v", Some("a/b c"))],
        ..of_operations(vec![operation(
            "all",
            1.0,
            "/${n}/${n*3}/${n}/${t}/${s}/${d}/${v}/$${u}/${u}?${u}",
        )])
    });
    let found = path(&mut player, 0, None);
    let (before, uuids) = found.split_once("$%7B").unwrap_or(found.split_once("${u}/").unwrap());
    assert_eq!(before, "/-1/0,1,-1/-1/2026-11-21T13:00:00.007Z/%26%26%26/0.50/a/b%20c/");
    let (first, second) = uuids.split_once('?').unwrap();
    assert_eq!((first, first.len()), (second, 36));
    assert!(path(&mut player, 0, None).starts_with("/0/1,-1,0/0/"));
}

#[test]
fn what_cannot_be_compiled_is_named() {
    let (_file, ids) = csv("id\n1\n", RowOrder::Sequential);
    let feeders = vec![ids, feeder("u", FeederKind::Uuid {}), range(0, 9, RowOrder::Unique)];
    for path in [
        "",
        "/${nobody.id}",
        "/${ids.none}",
        "/${ids}",
        "/${",
        "/a\r\nb",
        "/a b",
        "/${v.x}",
        "/${v*2}",
        "/${u.x}",
        "/${u*2}",
        "/${n}",
        "/${n*2}",
        "/${unset}",
    ] {
        let what = error(ScenarioSpec {
            feeders: feeders.clone(),
            variables: vec![variable("v", Some("1")), variable("unset", None)],
            ..of_operations(vec![operation("op", 1.0, path)])
        });
        assert!(what.starts_with("operation \"op\": "), "{path:?}: {what}");
    }
    for (method, header) in [
        ("GE T", "x"),
        ("", "x"),
        ("GET", "a b"),
        ("GET", "a\r\nb"),
        ("GET", ""),
        ("GET", "Content-Length"),
    ] {
        let mut wrong = operation("op", 1.0, "/");
        wrong.method = method.into();
        wrong.headers = vec![(header.into(), "1".into())];
        assert!(
            error(of_operations(vec![wrong])).starts_with("operation \"op\": "),
            "{method:?} {header:?}"
        );
    }
    let (_empty, ids) = csv("id\n", RowOrder::Sequential);
    let spec = ScenarioSpec {
        feeders: vec![ids],
        ..of_operations(vec![operation("op", 1.0, "/")])
    };
    assert!(matches!(Scenario::compile("h", spec), Err(ScenarioError::Feeder(..))));
    assert_eq!(
        Scenario::compile("h", ScenarioSpec::default()).unwrap_err(),
        ScenarioError::NoOperations
    );
}

#[test]
fn names_and_weights_are_checked() {
    let spec = || of_operations(vec![operation("a", 1.0, "/")]);
    let twice = |change: fn(&mut ScenarioSpec)| {
        let mut spec = spec();
        change(&mut spec);
        error(spec)
    };
    let found = [
        twice(|spec| spec.operations.push(operation("a", 1.0, "/"))),
        twice(|spec| spec.flows = vec![flow("a", vec![scenarios::call("a")])]),
        twice(|spec| spec.variables = vec![variable("v", None), variable("v", None)]),
        twice(|spec| spec.feeders = vec![range(0, 1, RowOrder::Random), range(0, 1, RowOrder::Random)]),
        twice(|spec| {
            spec.variables = vec![variable("n", None)];
            spec.feeders = vec![range(0, 1, RowOrder::Random)];
        }),
    ];
    for (what, start) in found.iter().zip([
        "operation \"a\"",
        "flow \"a\"",
        "variable \"v\"",
        "feeder \"n\"",
        "variable \"n\"",
    ]) {
        assert!(what.starts_with(start) && what.contains("rename one"), "{what}");
    }
    for weight in [-1.0, f64::NAN, f64::INFINITY] {
        assert!(error(of_operations(vec![operation("a", weight, "/")])).contains("weight"));
    }
    let nothing = of_operations(vec![operation("a", 0.0, "/")]);
    assert_eq!(Scenario::compile("h", nothing).unwrap_err(), ScenarioError::NothingBegins);
    assert!(error(ScenarioSpec {
        users: vec![users("x", 1)],
        ..spec()
    })
    .starts_with("users of flow \"x\""));
    assert!(Scenario::compile("h\r\nx: y", spec()).is_err());
}

fn all_orders() -> ScenarioSpec {
    let kinds =
        [RowOrder::Sequential, RowOrder::Random, RowOrder::Shuffled].map(|order| FeederKind::Range { low: 0, high: 99, order });
    let feeders = kinds
        .into_iter()
        .enumerate()
        .map(|(number, kind)| feeder(&format!("n{number}"), kind));
    let paths = ["/${n0}/${n1}/${n2}", "/${u}?${n2*3}"];
    let operations = paths.iter().map(|path| operation(path, 1.0, path)).collect();
    ScenarioSpec {
        feeders: feeders.chain([feeder("u", FeederKind::Uuid {})]).collect(),
        ..of_operations(operations)
    }
}

/// The first 50 calls of a shard, of which so many are chosen before the first of them is sent.
fn calls(seed: u64, shard: usize, ahead: usize) -> Vec<Vec<u8>> {
    let mut player = Player::new(Scenario::compile("h", all_orders()).unwrap().into(), seed, shard, 3);
    let mut chosen = std::collections::VecDeque::new();
    let call = |_| {
        while chosen.len() <= ahead {
            chosen.push_back(player.choose());
        }
        let Some(Start::Operation(operation)) = chosen.pop_front() else {
            unreachable!()
        };
        let mut request = Vec::new();
        player.render(operation, None, || 0, &mut request).unwrap();
        request
    };
    (0..50).map(call).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_same_seed_gives_the_same_calls(seed: u64, shard in 0usize..3) {
        prop_assert_eq!(calls(seed, shard, 0), calls(seed, shard, 0));
        prop_assert_ne!(calls(seed, shard, 0), calls(seed.wrapping_add(1), shard, 0));
        prop_assert_ne!(calls(seed, shard, 0), calls(seed, (shard + 1) % 3, 0));
    }

    #[test]
    fn calls_that_are_due_before_others_are_sent_change_none(seed: u64, ahead in 1usize..20) {
        prop_assert_eq!(calls(seed, 0, 0), calls(seed, 0, ahead));
    }

    #[test]
    fn any_path_compiles_or_is_an_error_and_keeps_to_its_line(text in "/[$\\{\\}vn.*0-9 a\r\n%é]{0,30}", value: String) {
        let spec = ScenarioSpec {
            feeders: vec![range(0, 9, RowOrder::Random)],
            variables: vec![variable("v", Some(&value))],
            ..of_operations(vec![operation("op", 1.0, &text)])
        };
        if let Ok(scenario) = Scenario::compile("h", spec) {
            let mut request = Vec::new();
            Player::new(scenario.into(), 1, 0, 1).render(0, None, || 0, &mut request).unwrap();
            let line = request.split(|byte| *byte == b'\r').next().unwrap();
            prop_assert!(line.starts_with(b"GET /") && line.ends_with(b" HTTP/1.1"));
            prop_assert_eq!(line.iter().filter(|byte| **byte == b' ').count(), 2);
        }
    }
}

//! Sessions on their way through flows.

#![allow(clippy::unwrap_used)]

mod scenarios;

use loadproof_scenario::{
    BadRequestData, ConditionSpec, DemandSpec, FeederKind, PauseSpec, Player, RowOrder, Scenario, ScenarioSpec, Step, StepSpec,
    SubjectSpec, UsersSpec,
};
use scenarios::{
    call, csv, error, extract, feeder, flow, judged, of_flow, of_operations, operation, path, player, range, users, variable,
};

fn steps_of(player: &mut Player, session: u32) -> Vec<Step> {
    let mut steps = Vec::new();
    loop {
        match player.next_step(session) {
            Step::End => return steps,
            step => steps.push(step),
        }
        assert!(steps.len() < 100_000);
    }
}

fn set(variable: &str, value: &str) -> StepSpec {
    StepSpec::Set {
        variable: variable.into(),
        value: value.into(),
    }
}

fn when(name: &str, demand: DemandSpec) -> ConditionSpec {
    ConditionSpec::Variable {
        name: name.into(),
        demand,
    }
}

fn ab() -> Vec<loadproof_scenario::OperationSpec> {
    vec![operation("a", 0.0, "/a"), operation("b", 0.0, "/b")]
}

#[test]
fn steps_come_in_order_with_their_pauses() {
    let think = StepSpec::Think(PauseSpec::Constant(7));
    let mut player = player(of_flow(ab(), vec![call("b"), think, call("a")]));
    let session = player.open_session(0, Some(0));
    assert_eq!(steps_of(&mut player, session), [Step::Call(1), Step::Pause(7), Step::Call(0)]);
    assert_eq!(player.next_step(session), Step::End);
    player.begin_again(session);
    assert_eq!(player.next_step(session), Step::Call(1));
    assert_eq!(
        (player.flow_row(session), player.flow_of_users(0), player.goes_on(session)),
        (2, 0, false)
    );
}

#[test]
fn loops_nest_and_keep_to_their_bounds() {
    let inner = StepSpec::Repeat {
        times: (2, 2),
        steps: vec![call("b")],
    };
    let outer = StepSpec::Repeat {
        times: (3, 3),
        steps: vec![
            call("a"),
            inner,
            StepSpec::Repeat {
                times: (0, 0),
                steps: vec![call("a")],
            },
        ],
    };
    let mut player_ = player(of_flow(ab(), vec![outer]));
    let session = player_.open_session(0, Some(0));
    let once = [Step::Call(0), Step::Call(1), Step::Call(1)];
    assert_eq!(steps_of(&mut player_, session), once.repeat(3));

    let drawn = StepSpec::Repeat {
        times: (1, 4),
        steps: vec![call("a")],
    };
    let mut player = player(of_flow(ab(), vec![drawn]));
    let session = player.open_session(0, Some(0));
    let mut counts = [0; 5];
    for _ in 0..4000 {
        counts[steps_of(&mut player, session).len()] += 1;
        player.begin_again(session);
    }
    assert_eq!(counts[0], 0);
    assert!(counts[1..].iter().all(|count| (850..1150).contains(count)), "{counts:?}");
}

#[test]
fn conditions_choose_the_way() {
    let ways = StepSpec::If {
        condition: when("x", DemandSpec::Equals("${y}1".into())),
        steps: vec![call("a")],
        otherwise: vec![call("b")],
    };
    let twice = StepSpec::While {
        condition: when("x", DemandSpec::Absent),
        at_most: 5,
        steps: vec![call("b"), set("x", "${y}1")],
    };
    let capped = StepSpec::While {
        condition: when("x", DemandSpec::Matches("^y".into())),
        at_most: 3,
        steps: vec![call("a")],
    };
    let mut spec = of_flow(ab(), vec![ways.clone(), twice, ways, capped]);
    spec.variables = vec![variable("x", None), variable("y", Some("y"))];
    let mut player = player(spec);
    let session = player.open_session(0, Some(0));
    let (a, b) = (Step::Call(0), Step::Call(1));
    assert_eq!(steps_of(&mut player, session), [b, b, a, a, a, a]);
    player.begin_again(session);
    assert_eq!(steps_of(&mut player, session), [a, a, a, a, a]);
}

#[test]
fn a_chance_holds_as_often_as_it_says() {
    let ways = StepSpec::If {
        condition: ConditionSpec::Chance(0.3),
        steps: vec![call("a")],
        otherwise: vec![call("b")],
    };
    let mut player = player(of_flow(ab(), vec![ways]));
    let session = player.open_session(0, Some(0));
    let mut taken = 0;
    for _ in 0..10_000 {
        taken += u32::from(player.next_step(session) == Step::Call(0));
        player.begin_again(session);
    }
    assert!((2750..3250).contains(&taken), "{taken}");
}

#[test]
fn a_loop_without_calls_gives_way_to_others() {
    let idle = StepSpec::Repeat {
        times: (50_000, 50_000),
        steps: vec![set("x", "1")],
    };
    let mut spec = of_flow(ab(), vec![idle, call("a")]);
    spec.variables = vec![variable("x", None)];
    let mut player = player(spec);
    let session = player.open_session(0, Some(0));
    let steps = steps_of(&mut player, session);
    let (last, pauses) = steps.split_last().unwrap();
    assert_eq!((*last, pauses.len()), (Step::Call(0), 15));
    assert!(pauses.iter().all(|step| *step == Step::Pause(1)));
}

#[test]
fn a_session_keeps_its_row_until_the_next_iteration_or_step() {
    let (_file, ids) = csv("id\n10\n20\n30\n40\n50\n", RowOrder::Sequential);
    let operations = vec![operation("a", 0.0, "/${ids.id}/${n}"), operation("b", 0.0, "/b${ids.id}")];
    let mut spec = of_flow(
        operations,
        vec![call("a"), call("b"), StepSpec::Next("ids".into()), call("b")],
    );
    spec.feeders = vec![ids, range(1, 9, RowOrder::Sequential)];
    let mut player = player(spec);
    let (one, two) = (player.open_session(0, Some(0)), player.open_session(0, Some(1)));
    assert_eq!(path(&mut player, 0, Some(one)), "/10/1");
    assert_eq!(path(&mut player, 0, Some(two)), "/20/2");
    assert_eq!(path(&mut player, 1, Some(one)), "/b10");
    assert_eq!(path(&mut player, 0, None), "/30/3");
    assert_eq!(steps_of(&mut player, one).len(), 3);
    assert_eq!(
        (path(&mut player, 1, Some(one)), path(&mut player, 1, Some(two))),
        ("/b40".into(), "/b20".into())
    );
    player.begin_again(one);
    assert_eq!(path(&mut player, 0, Some(one)), "/50/4");
    player.close_session(two);
    let three = player.open_session(0, None);
    assert_eq!((three, path(&mut player, 0, Some(three))), (two, "/10/5".into()));
}

#[test]
fn a_unique_row_is_the_users_own_for_good() {
    let (_file, ids) = csv("id\na\nb\nc\n", RowOrder::Unique);
    let mut spec = of_flow(vec![operation("a", 0.0, "/${ids.id}")], vec![call("a")]);
    spec.feeders = vec![ids];
    spec.flows.push(flow("other", vec![call("a")]));
    spec.users = vec![
        users("flow", 1),
        UsersSpec {
            iterations_per_session: Some(1),
            ..users("other", 2)
        },
    ];
    let mut player = player(spec.clone());
    for (user, row) in ["/a", "/b", "/c"].into_iter().enumerate() {
        let session = player.open_session(user.min(1), Some(user as u32));
        for _ in 0..3 {
            assert_eq!(path(&mut player, 0, Some(session)), row);
            player.begin_again(session);
        }
    }
    spec.users[1].most = 3;
    let what = error(spec.clone());
    assert!(
        what.contains("\"other\"") && what.contains("up to 4") && what.contains("3 rows"),
        "{what}"
    );
    spec.users[1].most = 2;
    spec.flows[0].weight = 1.0;
    assert!(error(spec.clone()).starts_with("flow \"flow\": feeder \"ids\""));
    spec.flows[0] = flow("flow", vec![call("a"), StepSpec::Next("ids".into())]);
    assert!(error(spec).contains("leave the step out"));
}

#[test]
fn a_session_starts_anew_after_its_iterations() {
    let mut take = operation("take", 0.0, "/${x}");
    take.extracts = vec![extract("x", SubjectSpec::Header("x-new".into()))];
    let mut spec = of_flow(vec![take], vec![call("take")]);
    spec.variables = vec![variable("x", Some("first"))];
    spec.users[0].iterations_per_session = Some(2);
    spec.cookies = true;
    let mut player = player(spec);
    let session = player.open_session(0, Some(0));
    let mut paths = Vec::new();
    for _ in 0..4 {
        let request = scenarios::rendered(&mut player, 0, Some(session));
        paths.push((
            request.split(' ').nth(1).unwrap().to_owned(),
            request.contains("cookie: s=1\r\n"),
        ));
        judged(&mut player, 0, Some(session), "x-new: later\r\nset-cookie: s=1\r\n", "");
        player.begin_again(session);
    }
    let expected = [("/first", false), ("/later", true), ("/first", false), ("/later", true)];
    assert_eq!(paths, expected.map(|(path, has_cookie)| (path.to_owned(), has_cookie)));
}

#[test]
fn what_was_not_set_is_not_sent() {
    let mut spec = of_flow(
        vec![operation("a", 0.0, "/${x}")],
        vec![call("a"), set("x", "${y}"), set("y", "1"), set("x", "${y}${y}")],
    );
    spec.variables = vec![variable("x", None), variable("y", None)];
    let mut player = player(spec);
    let session = player.open_session(0, Some(0));
    assert_eq!(
        player.render(0, Some(session), || 0, &mut Vec::new()),
        Err(BadRequestData::Unset)
    );
    steps_of(&mut player, session);
    assert_eq!(path(&mut player, 0, Some(session)), "/11");
}

#[test]
fn a_variable_cannot_grow_without_bound() {
    let double = StepSpec::Repeat {
        times: (40, 40),
        steps: vec![set("x", "${x}${x}")],
    };
    let mut spec = of_flow(vec![operation("a", 0.0, "/${x}")], vec![double, call("a")]);
    spec.variables = vec![variable("x", Some("x"))];
    let mut player = player(spec);
    let session = player.open_session(0, Some(0));
    assert_eq!(player.next_step(session), Step::Call(0));
    assert_eq!(
        player.render(0, Some(session), || 0, &mut Vec::new()),
        Err(BadRequestData::Unset)
    );
}

#[test]
fn the_longest_way_through_a_flow_is_known() {
    let timed = |timeout_ns| loadproof_scenario::OperationSpec {
        timeout_ns,
        ..operation(&timeout_ns.to_string(), 0.0, "/")
    };
    let longest = |steps| {
        let spec = of_flow(vec![timed(10), timed(1000)], steps);
        Scenario::compile("h", spec).unwrap().longest_flow_ns()
    };
    let think = |pause| StepSpec::Think(pause);
    assert_eq!(longest(vec![call("10"), think(PauseSpec::Uniform(3, 5)), call("10")]), 25);
    assert_eq!(longest(vec![call("10"), think(PauseSpec::Exponential(100))]), 1010);
    let either = StepSpec::If {
        condition: ConditionSpec::Chance(0.5),
        steps: vec![call("10")],
        otherwise: vec![call("1000")],
    };
    let repeat = |most, steps| StepSpec::Repeat { times: (1, most), steps };
    assert_eq!(longest(vec![repeat(3, vec![either.clone(), call("10")])]), 3030);
    let endless = (0..8).fold(vec![either], |steps, _| vec![repeat(u32::MAX, steps)]);
    assert_eq!(longest(endless), 600_000_000_000);
    assert_eq!(player(of_operations(vec![operation("a", 1.0, "/")])).longest_flow_ns(), 0);
}

#[test]
fn flows_that_cannot_be_run_are_named() {
    let forever = StepSpec::While {
        condition: ConditionSpec::Chance(1.0),
        at_most: 0,
        steps: vec![call("a")],
    };
    let chance = |share| StepSpec::If {
        condition: ConditionSpec::Chance(share),
        steps: vec![call("a")],
        otherwise: vec![],
    };
    let of_demand = |demand| StepSpec::If {
        condition: when("x", demand),
        steps: vec![call("a")],
        otherwise: vec![],
    };
    let repeat = |times, steps| StepSpec::Repeat { times, steps };
    let deep = (0..40).fold(call("a"), |step, _| repeat((1, 1), vec![step]));
    let wrong = [
        call("nobody"),
        forever,
        chance(1.5),
        chance(f64::NAN),
        deep,
        set("nobody", ""),
        set("x", "${nobody}"),
        set("x", "${now}"),
        StepSpec::Next("nobody".into()),
        repeat((2, 1), vec![call("a")]),
        repeat((1, 2), vec![]),
        StepSpec::Think(PauseSpec::Uniform(2, 1)),
        of_demand(DemandSpec::Matches("(".into())),
        of_demand(DemandSpec::Between(Some(2.0), Some(1.0))),
        of_demand(DemandSpec::Contains("${".into())),
    ];
    let format = loadproof_scenario::TimestampFormat::Unix;
    for step in wrong {
        let shown = format!("{step:?}");
        let mut spec = of_flow(ab(), vec![call("a"), step]);
        spec.variables = vec![variable("x", Some(""))];
        spec.feeders = vec![feeder("now", FeederKind::Timestamp { format })];
        let what = error(spec);
        assert!(what.starts_with("flow \"flow\": "), "{what} for {shown}");
    }
    assert!(error(of_flow(ab(), vec![StepSpec::Think(PauseSpec::Constant(1))])).contains("calls no operation"));
    let mut never = of_flow(vec![operation("a", 0.0, "/${x}")], vec![call("a")]);
    never.variables = vec![variable("x", None)];
    assert!(error(never).contains("\"x\" never has a value"));
}

#[test]
fn the_same_seed_gives_the_same_way() {
    let random = |seed| {
        let ways = StepSpec::If {
            condition: ConditionSpec::Chance(0.5),
            steps: vec![call("a"), StepSpec::Think(PauseSpec::Exponential(1_000_000))],
            otherwise: vec![call("b")],
        };
        let spec: ScenarioSpec = of_flow(
            ab(),
            vec![StepSpec::Repeat {
                times: (1, 9),
                steps: vec![ways],
            }],
        );
        let mut player = Player::new(Scenario::compile("h", spec).unwrap().into(), seed, 0, 1);
        let session = player.open_session(0, Some(0));
        let mut iteration = || {
            player.begin_again(session);
            steps_of(&mut player, session)
        };
        (0..20).map(|_| iteration()).collect::<Vec<_>>()
    };
    assert_eq!(random(1), random(1));
    assert_ne!(random(1), random(2));
}

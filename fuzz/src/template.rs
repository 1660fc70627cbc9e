//! Any texts compile to a scenario or are an error; what compiles renders requests whose head has the lines of the operation and no others,
//! whatever a hostile reply put into its variables.
//!
//! Input: texts with the byte 31 between them, in the order of [`Texts`].

use loadproof_protocol::http1::Content;
use loadproof_scenario::{
    BodySpec, CheckSpec, ConditionSpec, DemandSpec, ExtractSpec, FeederKind, FeederSpec, FlowSpec, OperationSpec, Player,
    RowOrder, Scenario, ScenarioSpec, Step, StepSpec, SubjectSpec, Template, TimestampFormat, VariableSpec,
};

const STEPS: usize = 40;
const REQUEST_ENDS: &str = "\r\n\r\n";

/// What a plan says, as far as it is text.
struct Texts<'a> {
    path: &'a str,
    header_name: &'a str,
    header_value: &'a str,
    body: &'a str,
    regex: &'a str,
    json_path: &'a str,
    demand: &'a str,
    set: &'a str,
    first_value: &'a str,
    reply_head: &'a str,
    reply_body: &'a str,
}

impl<'a> Texts<'a> {
    fn of(input: &'a str) -> Self {
        let mut texts = input.splitn(11, '\u{1f}');
        let mut next = || texts.next().unwrap_or_default();
        Self {
            path: next(),
            header_name: next(),
            header_value: next(),
            body: next(),
            regex: next(),
            json_path: next(),
            demand: next(),
            set: next(),
            first_value: next(),
            reply_head: next(),
            reply_body: next(),
        }
    }

    fn operation(&self) -> OperationSpec {
        let check = |name: &str, subject, demand| CheckSpec {
            name: name.into(),
            subject,
            demand,
        };
        let extract = |variable: &str, subject| ExtractSpec {
            variable: variable.into(),
            subject,
            otherwise: Some(self.first_value.into()),
        };
        OperationSpec {
            name: "operation".into(),
            weight: 1.0,
            method: "POST".into(),
            path: self.path.into(),
            headers: vec![(self.header_name.into(), self.header_value.into())],
            body: Some(BodySpec::Text(self.body.into())),
            expect: vec![(200, 299)],
            timeout_ns: 1,
            checks: vec![
                check("a", SubjectSpec::Body, DemandSpec::Contains(self.demand.into())),
                check("b", SubjectSpec::Body, DemandSpec::Matches(self.regex.into())),
            ],
            extracts: vec![
                extract("a", SubjectSpec::Regex(self.regex.into())),
                extract("b", SubjectSpec::Json(self.json_path.into())),
                extract("c", SubjectSpec::Header(self.header_name.into())),
            ],
            apdex_target_ns: None,
            before_of: None,
        }
    }

    fn scenario(&self) -> ScenarioSpec {
        let feeder = |name: &str, kind| FeederSpec { name: name.into(), kind };
        let variable = |name: &str| VariableSpec {
            name: name.into(),
            value: Some(self.first_value.into()),
        };
        let order = RowOrder::Sequential;
        let format = TimestampFormat::Iso8601;
        let demand = DemandSpec::Equals(self.demand.into());
        ScenarioSpec {
            variables: vec![variable("a"), variable("b"), variable("c")],
            feeders: vec![
                feeder("u", FeederKind::Uuid {}),
                feeder("n", FeederKind::Range { low: -9, high: 9, order }),
                feeder("t", FeederKind::Timestamp { format }),
            ],
            operations: vec![self.operation()],
            flows: vec![FlowSpec {
                name: "flow".into(),
                weight: 0.0,
                before: vec![],
                apdex_target_ns: None,
                steps: vec![
                    StepSpec::Call("operation".into()),
                    StepSpec::Set {
                        variable: "a".into(),
                        value: self.set.into(),
                    },
                    StepSpec::While {
                        condition: ConditionSpec::Variable {
                            name: "b".into(),
                            demand,
                        },
                        at_most: 2,
                        steps: vec![StepSpec::Call("operation".into())],
                    },
                    StepSpec::Call("operation".into()),
                ],
                goes_on: true,
            }],
            users: vec![],
            cookies: true,
        }
    }
}

/// The head's lines are those that the operation gives, in any values, and the body is as long as the head says.
fn check_request(request: &[u8], header_name: &str) {
    let ends = REQUEST_ENDS.as_bytes();
    let end = request.windows(4).position(|four| four == ends).expect("the head ends");
    let head = &request[..end];
    let mut lines = head.split(|byte| *byte == b'\n');
    let first = lines.next().expect("a request line");
    assert!(first.starts_with(b"POST ") && first.ends_with(b" HTTP/1.1\r"));
    let mut length = None;
    let mut fields = 0;
    for line in lines {
        let colon = line.iter().position(|byte| *byte == b':').expect("a header");
        let (name, value) = (&line[..colon], line[colon + 1..].trim_ascii());
        assert!(!value.iter().any(|byte| matches!(byte, b'\r' | 0)));
        let is_ours = matches!(name, b"host" | b"cookie" | b"content-length");
        assert!(
            is_ours || name == header_name.as_bytes(),
            "a header that the operation does not have"
        );
        if name == b"content-length" {
            length = std::str::from_utf8(value)
                .ok()
                .and_then(|digits| digits.parse::<usize>().ok());
        }
        fields += 1;
    }
    assert!(fields <= 4, "more headers than the operation has");
    assert_eq!(length, Some(request.len() - end - 4));
}

/// What must hold of this input; panics where it does not.
pub fn check(input: &[u8]) {
    let Ok(input) = std::str::from_utf8(input) else { return };
    let texts = Texts::of(input);
    let _ = Template::parse(input);
    let Ok(scenario) = Scenario::compile("target:80", texts.scenario()) else {
        return;
    };
    let mut player = Player::new(scenario.into(), 1, 0, 1);
    let session = player.open_session(0, None);
    let head = format!("HTTP/1.1 200 OK\r\n{}\r\n\r\n", texts.reply_head);
    let content = Content {
        head: head.as_bytes(),
        body: texts.reply_body.as_bytes(),
        body_bytes: texts.reply_body.len() as u64,
    };
    let mut request = Vec::new();
    for _ in 0..STEPS {
        match player.next_step(session) {
            Step::Call(operation) => {
                if player
                    .render(operation, Some(session), || 1_795_266_000_007_000_000, &mut request)
                    .is_ok()
                {
                    check_request(&request, texts.header_name);
                }
                player.judge(operation, Some(session), 200, 1, || content);
            }
            Step::Pause(_) | Step::EndBefore => {}
            Step::End => {
                player.close_session(session);
                return;
            }
        }
    }
    panic!("a flow without an end");
}

//! One shard's place in a scenario.

use std::sync::Arc;

use loadproof_protocol::http1::{self, Content, Expectation, Keep};

use crate::draws::Draws;
use crate::judge::{Extracted, Judge};
use crate::session::{Capacity, Sessions};
use crate::subject::Answer;
use crate::{pause, OperationSpec, PauseSpec, Scenario, UsersSpec};

/// Number of a session without user.
const NO_USER: u32 = u32::MAX;

/// A value may not or cannot stand in a request; nothing was rendered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadRequestData {
    /// It would break out of its header.
    #[error("a value holds a line break where a header stands")]
    LineBreak,
    /// There is none: a variable was not extracted or set before.
    #[error("a variable has no value where a request needs it")]
    Unset,
}

/// What an open arrival begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// A single call of an operation, without a session.
    Operation(usize),
    /// A flow, for which a session is to be opened.
    Flow(usize),
}

/// What a session does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Calls an operation.
    Call(usize),
    /// Does nothing for so many nanoseconds.
    Pause(u64),
    /// The steps before the first iteration are at their end; the next step is the first of the iteration.
    EndBefore,
    /// The flow is at its end.
    End,
}

/// What a reply is found to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// As its operation expects.
    Accepted,
    /// Its status is not one of those expected.
    Status,
    /// It fails a check or lacks what is to be extracted: the number of the name in [`Scenario::unmet_names`].
    Unmet(u16),
    /// A check or extraction needs more of it than is kept.
    TooLarge,
    /// What a check or extraction looks for in its JSON cannot be told within the bounds of a reply: it is nested too deep, or has
    /// too many ways to go.
    BadExtract,
    /// A check or extraction needs the body, and its `Content-Encoding` is not supported.
    UnsupportedEncoding,
    /// A check or extraction needs the body, and the body is not what its `Content-Encoding` says.
    CorruptEncoding,
    /// A check or extraction needs the body as text, and the body is not UTF-8.
    UnsupportedCharset,
}

/// Chooses what begins by weight, leads sessions through their flows, renders requests and judges replies, for one shard.
///
/// ```
/// use loadproof_scenario::{OperationSpec, Player, Scenario, ScenarioSpec, Start};
/// let operation = OperationSpec {
///     name: "root".into(), weight: 1.0, method: "GET".into(), path: "/".into(), headers: vec![], body: None,
///     expect: vec![(200, 299)], timeout_ns: 10_000_000_000, checks: vec![], extracts: vec![],
///     apdex_target_ns: None, before_of: None,
/// };
/// let spec = ScenarioSpec { operations: vec![operation], ..ScenarioSpec::default() };
/// let scenario = Scenario::compile("localhost", spec).unwrap();
/// let mut player = Player::new(scenario.into(), 1, 0, 1);
/// let mut request = Vec::new();
/// assert_eq!(player.choose(), Start::Operation(0));
/// player.render(0, None, || 0, &mut request).unwrap();
/// assert_eq!(request, b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n");
/// ```
#[derive(Debug)]
pub struct Player {
    pub(crate) scenario: Arc<Scenario>,
    judges: Vec<Judge>,
    /// What each call asks of its operation, close together.
    facts: Box<[Facts]>,
    pub(crate) draws: Draws,
    pub(crate) sessions: Sessions,
    /// Seconds since 1970 when a session with cookies last sent something.
    now_s: u64,
    body: Vec<u8>,
    pub(crate) scratch: Vec<u8>,
    extracted: Extracted,
    /// Where the shard's first turn falls among what arrivals begin with.
    first_turn: usize,
    /// The next turn; None: draws by weight.
    turn: Option<usize>,
}

/// Methods whose requests do the same however often they arrive (RFC 9110, section 9.2.2).
const IDEMPOTENT: [&str; 6] = ["GET", "HEAD", "OPTIONS", "PUT", "DELETE", "TRACE"];
/// Headers by which a target knows a request again, whatever its method.
const IDEMPOTENCY_KEYS: [&str; 2] = ["idempotency-key", "x-idempotency-key"];

fn is_repeatable(operation: &OperationSpec) -> bool {
    let has_key = |name: &str| IDEMPOTENCY_KEYS.iter().any(|key| name.eq_ignore_ascii_case(key));
    IDEMPOTENT.contains(&operation.method.as_str()) || operation.headers.iter().any(|(name, _)| has_key(name))
}

/// What a call of an operation needs to know of it.
#[derive(Clone, Copy, Debug)]
struct Facts {
    timeout_ns: u64,
    head_only: bool,
    /// A call may be sent a second time where it is not known whether the first arrived.
    repeatable: bool,
    /// Its request is the same in every call.
    constant: bool,
}

impl Player {
    /// A place for shard `shard` of `shards`; the same seed gives the same calls.
    pub fn new(scenario: Arc<Scenario>, seed: u64, shard: usize, shards: usize) -> Self {
        let capacity = Capacity {
            variables: scenario.names.variables.len(),
            feeders: scenario.names.feeders.len(),
            passes: scenario.flows.iter().map(|flow| flow.depth).max().unwrap_or(0),
        };
        let facts = scenario.operations.iter().zip(&scenario.requests);
        let facts = facts.map(|(operation, request)| Facts {
            timeout_ns: operation.timeout_ns,
            head_only: operation.method == "HEAD",
            repeatable: is_repeatable(operation),
            constant: request.constant().is_some(),
        });
        let first_turn = scenario.starts.len() * shard / shards.max(1);
        Self {
            facts: facts.collect(),
            judges: scenario.judges.clone(),
            draws: Draws::new(&scenario.names.feeders, seed, shard, shards),
            sessions: Sessions::new(capacity),
            scenario,
            now_s: 0,
            body: Vec::new(),
            scratch: Vec::new(),
            extracted: Extracted::default(),
            first_turn,
            turn: None,
        }
    }

    /// With `in_turn` open arrivals begin with each operation and flow in its turn, however rare it is; else with draws by weight.
    pub fn take_turns(&mut self, in_turn: bool) {
        self.turn = in_turn.then_some(self.first_turn);
    }

    /// What the next open arrival begins with, by weight or in turn; the first operation where nothing has a weight above 0.
    #[inline(always)]
    pub fn choose(&mut self) -> Start {
        let starts = &self.scenario.starts;
        if starts.len() < 2 {
            return starts.first().copied().unwrap_or(Start::Operation(0));
        }
        if let Some(turn) = &mut self.turn {
            *turn = (*turn + 1) % starts.len();
            return starts[*turn];
        }
        let draw = self.draws.random.f64();
        starts[self.scenario.weights.place_of(draw)]
    }

    /// Rows of results: operations, then flows.
    pub fn rows(&self) -> usize {
        self.scenario.operations.len() + self.scenario.flows.len()
    }

    /// The kinds of closed users, counts over all shards.
    pub fn users(&self) -> &[UsersSpec] {
        &self.scenario.users
    }

    /// The flow of a kind of users, by the kind's number.
    pub fn flow_of_users(&self, kind: usize) -> usize {
        self.scenario.flows_of_users[kind]
    }

    /// Longest time that any flow may take from its due time, in nanoseconds; 0 without flows.
    pub fn longest_flow_ns(&self) -> u64 {
        self.scenario.longest_flow_ns()
    }

    /// A length of a pause, drawn.
    pub fn pause_ns(&mut self, pause: &PauseSpec) -> u64 {
        pause::draw_ns(pause, &mut self.draws.random)
    }

    /// A number drawn evenly from 0 to 1.
    pub fn chance(&mut self) -> f64 {
        self.draws.random.f64()
    }

    /// Opens a session at the begin of a flow; `user` is its number over all shards and kinds when a user has it.
    ///
    /// Kinds are numbered one after another: the first user of a kind has the sum of the most users of the kinds before it.
    pub fn open_session(&mut self, flow: usize, user: Option<u32>) -> u32 {
        let most_iterations = user.and_then(|user| self.kind_of(user)?.iterations_per_session);
        let begin = self.scenario.flows[flow].begin;
        let at = if user.is_some() { 0 } else { begin };
        self.sessions.open(
            flow as u16,
            (at, begin),
            user.unwrap_or(NO_USER),
            most_iterations.unwrap_or(0),
        )
    }

    /// True if any flow has steps before its first iteration.
    pub fn has_before(&self) -> bool {
        self.scenario.flows.iter().any(|flow| flow.begin > 0)
    }

    /// True if a session still has to run the steps before its first iteration, or is within them.
    pub fn is_before(&self, session: u32) -> bool {
        self.sessions.get(session).is_before()
    }

    /// Sets a session back to the steps before its first iteration, of which one failed; what it drew for them is forgotten.
    pub fn repeat_before(&mut self, session: u32) {
        let session = self.sessions.get_mut(session);
        session.tag += 1;
        session.at = 0;
    }

    /// The user of a session, by its number over all shards and kinds; None: an open arrival has it.
    #[inline]
    pub fn user_of(&self, session: u32) -> Option<u32> {
        let user = self.sessions.get(session).user;
        (user != NO_USER).then_some(user)
    }

    /// Target times of Apdex in nanoseconds, by row of results; 0: none is counted.
    pub fn apdex_targets_ns(&self) -> Vec<u64> {
        let operations = self.scenario.operations.iter().map(|operation| operation.apdex_target_ns);
        let flows = self.scenario.flows.iter().map(|flow| flow.apdex_target_ns);
        operations.chain(flows).map(|target_ns| target_ns.unwrap_or(0)).collect()
    }

    fn kind_of(&self, user: u32) -> Option<&UsersSpec> {
        let mut end = 0u64;
        self.scenario.users.iter().find(|kind| {
            end += u64::from(kind.most);
            u64::from(user) < end
        })
    }

    /// Sets a user's session to the begin of its flow: its next iteration, or a new session when the old one has had all of its.
    pub fn begin_again(&mut self, session: u32) {
        self.sessions.get_mut(session).next_iteration();
    }

    /// Ends a session; its number may be given again.
    pub fn close_session(&mut self, session: u32) {
        self.sessions.close(session);
    }

    /// The row of results of a session's flow.
    pub fn flow_row(&self, session: u32) -> usize {
        self.scenario.operations.len() + usize::from(self.sessions.get(session).flow)
    }

    /// Whether a session's flow goes on after a failed call.
    pub fn goes_on(&self, session: u32) -> bool {
        self.scenario.flows[usize::from(self.sessions.get(session).flow)].goes_on
    }

    /// What the reply to an operation may be, and how much of it is needed: more in a session that keeps cookies.
    #[inline]
    pub fn expectation(&self, operation: usize, session: Option<u32>) -> Expectation {
        let keep = self.judges[operation].keep;
        Expectation {
            head_only: self.facts[operation].head_only,
            keep: if self.takes_cookies(session) {
                keep.max(Keep::Head)
            } else {
                keep
            },
        }
    }

    #[inline]
    fn takes_cookies(&self, session: Option<u32>) -> bool {
        self.scenario.cookies && session.is_some()
    }

    /// Judges a reply, and takes from an accepted one what the session is to have of it; cookies from any.
    #[inline]
    pub fn judge<'a>(
        &mut self,
        operation: usize,
        session: Option<u32>,
        status: u16,
        service_ns: u64,
        content: impl FnOnce() -> Content<'a>,
    ) -> Judgement {
        let judge = &self.judges[operation];
        let is_expected = judge.expects(status);
        let takes_cookies = self.takes_cookies(session);
        if !takes_cookies && (!is_expected || judge.is_plain()) {
            return if is_expected { Judgement::Accepted } else { Judgement::Status };
        }
        let answer = Answer::new(content(), service_ns, self.now_s);
        self.judge_answer(operation, session, is_expected, &answer)
    }

    fn judge_answer(&mut self, operation: usize, session: Option<u32>, is_expected: bool, answer: &Answer<'_>) -> Judgement {
        let mut judgement = Judgement::Status;
        if is_expected {
            let held = session.map(|session| self.sessions.get_mut(session));
            let mut no_time = || 0;
            let mut fill = self.draws.fill(&self.scenario.names, held, &mut no_time);
            judgement = self.judges[operation].judge(answer, &mut fill, &mut self.scratch, &mut self.extracted);
        }
        let Some(session) = session else { return judgement };
        let session = self.sessions.get_mut(session);
        if judgement == Judgement::Accepted {
            for (variable, text) in self.extracted.iter() {
                session.variables[usize::from(variable)].set(text);
            }
        }
        if self.scenario.cookies {
            for cookie in answer.cookies() {
                session.jar.get_or_insert_default().take(&cookie, self.now_s);
            }
        }
        judgement
    }

    /// Nanoseconds from due after which a call of the operation is given up.
    #[inline]
    pub fn timeout_ns(&self, operation: usize) -> u64 {
        self.facts[operation].timeout_ns
    }

    /// Whether nothing in the calls of the operation changes from call to call: such a call needs no [`Self::render`].
    #[inline]
    pub fn is_constant(&self, operation: usize) -> bool {
        self.facts[operation].constant
    }

    /// True if a call of the operation may be sent a second time where it is not known whether the first arrived: the method is idempotent
    /// (RFC 9110, section 9.2.2), or the request has an `Idempotency-Key` by which the target knows it again.
    #[inline]
    pub fn is_repeatable(&self, operation: usize) -> bool {
        self.facts[operation].repeatable
    }

    /// The bytes of every call of the operation, where nothing in them changes from call to call.
    #[inline]
    pub fn constant_request(&self, operation: usize) -> Option<&[u8]> {
        if self.facts[operation].constant {
            self.scenario.requests[operation].constant()
        } else {
            None
        }
    }

    /// Replaces `request` by the bytes of a call of the operation; `unix_ns` is asked for when a template or a cookie wants the time.
    ///
    /// # Errors
    /// [`BadRequestData`] when a value may not or cannot stand where the template puts it.
    #[inline]
    pub fn render(
        &mut self,
        operation: usize,
        session: Option<u32>,
        unix_ns: impl FnOnce() -> u64,
        request: &mut Vec<u8>,
    ) -> Result<(), BadRequestData> {
        request.clear();
        let mut unix_ns = Some(unix_ns);
        let mut now_ns = 0;
        let mut now = || {
            if let Some(ask) = unix_ns.take() {
                now_ns = ask();
            }
            now_ns
        };
        let compiled = &self.scenario.requests[operation];
        if self.scenario.cookies {
            if let Some(session) = session {
                self.now_s = now() / 1_000_000_000;
                self.sessions
                    .get_mut(session)
                    .jar
                    .get_or_insert_default()
                    .before_request(self.now_s);
            }
        }
        let held = session.map(|session| self.sessions.get_mut(session));
        self.draws.next_call();
        let mut fill = self.draws.fill(&self.scenario.names, held, &mut now);
        fill.pieces(&compiled.head, request)?;
        if let Some(body) = &compiled.body {
            self.body.clear();
            fill.pieces(body, &mut self.body)?;
            http1::write_content_length(request, self.body.len());
            request.extend_from_slice(&self.body);
        }
        if let (true, Some(session)) = (self.scenario.cookies, session) {
            if let Some(jar) = &mut self.sessions.get_mut(session).jar {
                jar.after_request(request);
            }
        }
        Ok(())
    }
}

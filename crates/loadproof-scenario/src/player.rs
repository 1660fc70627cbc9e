//! One shard's place in a scenario.

use std::sync::Arc;

use loadproof_protocol::http1::{self, Content, Expectation, Keep};

use crate::column::Column;
use crate::feeder::Cursor;
use crate::request::{breaks_a_line, Piece};
use crate::{PauseSpec, Scenario, UsersSpec};

/// A feeder's value would have broken out of its header; nothing was rendered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a feeder's value holds a line break where a header stands")]
pub struct BadRequestData;

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
}

/// Chooses operations by weight and renders their requests, for one shard.
///
/// ```
/// use loadproof_scenario::{OperationSpec, Player, Scenario, ScenarioSpec, Start};
/// let operation = OperationSpec {
///     name: "root".into(), weight: 1.0, method: "GET".into(), path: "/".into(), headers: vec![], body: None,
///     expect: vec![(200, 399)], timeout_ns: 10_000_000_000, checks: vec![], extracts: vec![],
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
    scenario: Arc<Scenario>,
    random: fastrand::Rng,
    cursors: Vec<Cursor>,
    /// Number of the call being rendered, from 1; what feeders drew for it is theirs until the next.
    call: u64,
    body: Vec<u8>,
}

impl Player {
    /// A place for shard `shard` of `shards`; the same seed gives the same calls.
    pub fn new(scenario: Arc<Scenario>, seed: u64, shard: usize, shards: usize) -> Self {
        let cursors = scenario
            .feeders
            .iter()
            .map(|feeder| Cursor::new(feeder, shard, shards))
            .collect();
        let random = fastrand::Rng::with_seed(seed.wrapping_add((shard as u64 + 1).wrapping_mul(0xD1B5_4A32_D192_ED03)));
        Self {
            scenario,
            random,
            cursors,
            call: 0,
            body: Vec::new(),
        }
    }

    /// What the next open arrival begins with, by weight.
    #[inline]
    pub fn choose(&mut self) -> Start {
        let last = self.scenario.cumulative_weights.len() - 1;
        if last == 0 {
            return Start::Operation(0);
        }
        let draw = self.random.f64();
        Start::Operation(self.scenario.cumulative_weights.partition_point(|sum| *sum <= draw).min(last))
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
    pub fn flow_of_users(&self, _kind: usize) -> usize {
        0
    }

    /// Longest time that any flow may take from its due time, in nanoseconds; 0 without flows.
    pub fn longest_flow_ns(&self) -> u64 {
        self.scenario.longest_flow_ns()
    }

    /// A length of a pause, drawn.
    pub fn pause_ns(&mut self, _pause: &PauseSpec) -> u64 {
        0
    }

    /// A number drawn evenly from 0 to 1.
    pub fn chance(&mut self) -> f64 {
        self.random.f64()
    }

    /// Opens a session at the begin of a flow; `user` is its number over all shards and kinds when a user has it.
    pub fn open_session(&mut self, _flow: usize, _user: Option<u32>) -> u32 {
        0
    }

    /// Sets a user's session to the begin of its flow: its next iteration, or a new session when the old one has had all of its.
    pub fn begin_again(&mut self, _session: u32) {}

    /// Ends a session; its number may be given again.
    pub fn close_session(&mut self, _session: u32) {}

    /// The row of results of a session's flow.
    pub fn flow_row(&self, _session: u32) -> usize {
        self.scenario.operations.len()
    }

    /// What a session does next.
    pub fn next_step(&mut self, _session: u32) -> Step {
        Step::End
    }

    /// Whether a session's flow goes on after a failed call.
    pub fn goes_on(&self, _session: u32) -> bool {
        false
    }

    /// What the reply to an operation may be, and how much of it is needed: more in a session that keeps cookies.
    #[inline]
    pub fn expectation(&self, operation: usize, _session: Option<u32>) -> Expectation {
        Expectation {
            head_only: self.scenario.operations[operation].method == "HEAD",
            keep: Keep::Nothing,
        }
    }

    /// Judges a reply, and takes from an accepted one what the session is to have of it.
    #[inline]
    pub fn judge<'a>(
        &mut self,
        operation: usize,
        _session: Option<u32>,
        status: u16,
        _service_ns: u64,
        _content: impl FnOnce() -> Content<'a>,
    ) -> Judgement {
        if self.expects(operation, status) {
            Judgement::Accepted
        } else {
            Judgement::Status
        }
    }

    /// Nanoseconds from due after which a call of the operation is given up.
    #[inline]
    pub fn timeout_ns(&self, operation: usize) -> u64 {
        self.scenario.operations[operation].timeout_ns
    }

    /// Whether the operation accepts a status.
    #[inline]
    fn expects(&self, operation: usize, status: u16) -> bool {
        self.scenario.operations[operation]
            .expect
            .iter()
            .any(|(low, high)| (*low..=*high).contains(&status))
    }

    /// Replaces `request` by the bytes of a call of the operation; `unix_ns` is asked for when a template wants the time.
    ///
    /// # Errors
    /// [`BadRequestData`] when a feeder's value may not stand where the template puts it.
    #[inline]
    pub fn render(
        &mut self,
        operation: usize,
        _session: Option<u32>,
        _unix_ns: impl FnOnce() -> u64,
        request: &mut Vec<u8>,
    ) -> Result<(), BadRequestData> {
        request.clear();
        self.call += 1;
        let compiled = &self.scenario.requests[operation];
        let mut fill = Fill {
            cursors: &mut self.cursors,
            random: &mut self.random,
            call: self.call,
        };
        fill.pieces(&compiled.head, request)?;
        if let Some(body) = &compiled.body {
            self.body.clear();
            fill.pieces(body, &mut self.body)?;
            http1::write_content_length(request, self.body.len());
            request.extend_from_slice(&self.body);
        }
        Ok(())
    }
}

struct Fill<'player> {
    cursors: &'player mut [Cursor],
    random: &'player mut fastrand::Rng,
    call: u64,
}

impl Fill<'_> {
    #[inline]
    fn pieces(&mut self, pieces: &[Piece], out: &mut Vec<u8>) -> Result<(), BadRequestData> {
        for piece in pieces {
            match piece {
                Piece::Literal(bytes) => out.extend_from_slice(bytes),
                Piece::Uuid { feeder } => out.extend_from_slice(self.cursors[*feeder].uuid(self.call, self.random)),
                Piece::Value { feeder, column, guarded } => {
                    let row = self.cursors[*feeder].row(self.call, self.random);
                    append(column, row, *guarded, out)?;
                }
                Piece::Values {
                    feeder,
                    column,
                    count,
                    guarded,
                } => {
                    for position in 0..*count {
                        if position > 0 {
                            out.push(b',');
                        }
                        let row = self.cursors[*feeder].draw(self.random);
                        append(column, row, *guarded, out)?;
                    }
                }
            }
        }
        Ok(())
    }
}

#[inline]
fn append(column: &Column, row: usize, guarded: bool, out: &mut Vec<u8>) -> Result<(), BadRequestData> {
    let value = column.value(row);
    if guarded && value.iter().copied().any(breaks_a_line) {
        return Err(BadRequestData);
    }
    out.extend_from_slice(value);
    Ok(())
}

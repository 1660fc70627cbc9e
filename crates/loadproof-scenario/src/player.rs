//! One shard's place in a scenario.

use std::sync::Arc;

use loadproof_protocol::http1;

use crate::column::Column;
use crate::feeder::Cursor;
use crate::request::{breaks_a_line, Piece};
use crate::Scenario;

/// A feeder's value would have broken out of its header; nothing was rendered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a feeder's value holds a line break where a header stands")]
pub struct BadRequestData;

/// Chooses operations by weight and renders their requests, for one shard.
///
/// ```
/// use loadproof_scenario::{OperationSpec, Player, Scenario};
/// let operation = OperationSpec {
///     name: "root".into(), weight: 1.0, method: "GET".into(), path: "/".into(), headers: vec![], body: None,
///     expect: vec![(200, 399)], timeout_ns: 10_000_000_000,
/// };
/// let scenario = Scenario::compile("localhost", &[], vec![operation]).unwrap();
/// let mut player = Player::new(scenario.into(), 1, 0, 1);
/// let mut request = Vec::new();
/// let operation = player.choose();
/// player.render(operation, &mut request).unwrap();
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

    /// The operation of the next call, by weight.
    #[inline]
    pub fn choose(&mut self) -> usize {
        let last = self.scenario.cumulative_weights.len() - 1;
        if last == 0 {
            return 0;
        }
        let draw = self.random.f64();
        self.scenario.cumulative_weights.partition_point(|sum| *sum <= draw).min(last)
    }

    /// Number of operations.
    pub fn operations(&self) -> usize {
        self.scenario.operations.len()
    }

    /// Whether an operation's replies have no body.
    #[inline]
    pub fn is_head(&self, operation: usize) -> bool {
        self.scenario.operations[operation].method == "HEAD"
    }

    /// Nanoseconds from due after which a call of the operation is given up.
    #[inline]
    pub fn timeout_ns(&self, operation: usize) -> u64 {
        self.scenario.operations[operation].timeout_ns
    }

    /// Whether the operation accepts a status.
    #[inline]
    pub fn expects(&self, operation: usize, status: u16) -> bool {
        self.scenario.operations[operation]
            .expect
            .iter()
            .any(|(low, high)| (*low..=*high).contains(&status))
    }

    /// Replaces `request` by the bytes of a call of the operation.
    ///
    /// # Errors
    /// [`BadRequestData`] when a feeder's value may not stand where the template puts it.
    #[inline]
    pub fn render(&mut self, operation: usize, request: &mut Vec<u8>) -> Result<(), BadRequestData> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FeederKind, FeederSpec, OperationSpec, RowOrder, ScenarioError};
    use std::io::Write;

    fn operation(name: &str, weight: f64, path: &str) -> OperationSpec {
        OperationSpec {
            name: name.into(),
            weight,
            method: "GET".into(),
            path: path.into(),
            headers: vec![],
            body: None,
            expect: vec![(200, 399)],
            timeout_ns: 1,
        }
    }

    fn csv(text: &str) -> (tempfile::NamedTempFile, FeederSpec) {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        let kind = FeederKind::Csv {
            path: file.path().to_owned(),
            order: RowOrder::Sequential,
        };
        (
            file,
            FeederSpec {
                name: "ids".into(),
                kind,
            },
        )
    }

    fn rendered(player: &mut Player, operation: usize) -> String {
        let mut request = Vec::new();
        player.render(operation, &mut request).unwrap();
        String::from_utf8(request).unwrap()
    }

    #[test]
    fn weights_are_kept() {
        let operations = vec![
            operation("a", 70.0, "/"),
            operation("b", 20.0, "/"),
            operation("c", 10.0, "/"),
        ];
        let scenario = Scenario::compile("h", &[], operations).unwrap();
        let mut player = Player::new(scenario.into(), 5, 0, 1);
        let mut counts = [0.0f64; 3];
        (0..100_000).for_each(|_| counts[player.choose()] += 1.0);
        for (count, share) in counts.iter().zip([0.7, 0.2, 0.1]) {
            assert!((count / 100_000.0 - share).abs() < 0.01, "{counts:?}");
        }
    }

    #[test]
    fn bodies_get_their_length_and_gaps_their_rows() {
        let (_file, feeder) = csv("id,name\n1,a b\n22,c\n");
        let mut create = operation("create", 1.0, "/x?n=${ids.name}");
        create.method = "POST".into();
        create.headers = vec![("x-id".into(), "${ids.id}".into())];
        create.body = Some("[${ids.id*2}]${ids.id}".into());
        let scenario = Scenario::compile("h:1", &[feeder], vec![create]).unwrap();
        let mut player = Player::new(scenario.into(), 1, 0, 1);
        assert_eq!(
            rendered(&mut player, 0),
            "POST /x?n=a%20b HTTP/1.1\r\nhost: h:1\r\nx-id: 1\r\ncontent-length: 7\r\n\r\n[22,1]1"
        );
    }

    #[test]
    fn an_empty_post_says_so_and_a_get_has_no_length() {
        let mut post = operation("post", 1.0, "/");
        post.method = "POST".into();
        let scenario = Scenario::compile("h", &[], vec![post, operation("get", 1.0, "/")]).unwrap();
        let mut player = Player::new(scenario.into(), 1, 0, 1);
        assert!(rendered(&mut player, 0).contains("content-length: 0\r\n"));
        assert!(!rendered(&mut player, 1).contains("content-length"));
    }

    #[test]
    fn a_line_break_in_a_header_is_refused() {
        let (_file, feeder) = csv("id\n\"a\r\nevil: 1\"\n");
        let mut get = operation("get", 1.0, "/${ids.id}");
        get.headers = vec![("x".into(), "${ids.id}".into())];
        let scenario = Scenario::compile("h", &[feeder], vec![get]).unwrap();
        let mut player = Player::new(scenario.into(), 1, 0, 1);
        assert_eq!(player.render(0, &mut Vec::new()), Err(BadRequestData));
    }

    #[test]
    fn what_cannot_be_compiled_is_named() {
        let (_file, feeder) = csv("id\n1\n");
        for path in ["/${nobody.id}", "/${ids.none}", "/${ids}", "/${", "/a\r\nb"] {
            let error = Scenario::compile("h", std::slice::from_ref(&feeder), vec![operation("op", 1.0, path)]).unwrap_err();
            assert!(error.to_string().contains("\"op\""), "{error}");
        }
        let (_empty, feeder) = csv("id\n");
        assert!(matches!(
            Scenario::compile("h", &[feeder], vec![operation("op", 1.0, "/")]),
            Err(ScenarioError::Feeder(..))
        ));
        assert_eq!(Scenario::compile("h", &[], vec![]).unwrap_err(), ScenarioError::NoOperations);
    }
}

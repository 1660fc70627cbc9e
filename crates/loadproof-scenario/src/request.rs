//! An operation compiled to byte pieces.

use std::sync::Arc;

use loadproof_protocol::http1;

use crate::column::Column;
use crate::feeder::{Feeder, Source};
use crate::{BodySpec, OperationSpec, Part, ScenarioError, Template};

/// A piece of a request.
#[derive(Debug)]
pub(crate) enum Piece {
    Literal(Vec<u8>),
    /// The call's own row of a column; `guarded` where a line break would end the header that it stands in.
    Value {
        feeder: usize,
        column: Arc<Column>,
        guarded: bool,
    },
    /// Fresh rows, joined by commas.
    Values {
        feeder: usize,
        column: Arc<Column>,
        count: usize,
        guarded: bool,
    },
    Uuid {
        feeder: usize,
    },
}

/// An operation compiled: head pieces, then the body's.
#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) head: Vec<Piece>,
    /// Pieces of a body whose length differs from call to call; a fixed one is part of the head.
    pub(crate) body: Option<Vec<Piece>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Path,
    Header,
    Body,
}

impl Request {
    /// Compiles an operation against the feeders.
    ///
    /// # Errors
    /// [`ScenarioError`] naming the operation and what is wrong in it.
    pub(crate) fn compile(operation: &OperationSpec, host: &str, feeders: &[Feeder]) -> Result<Self, ScenarioError> {
        let pieces = |text: &str, place| {
            compile_template(text, place, feeders).map_err(|what| ScenarioError::Operation(operation.name.clone(), what))
        };
        let mut head = vec![Piece::Literal(http1::before_path(&operation.method))];
        head.extend(pieces(&operation.path, Place::Path)?);
        head.push(Piece::Literal(http1::after_path(host)));
        for (name, value) in &operation.headers {
            head.push(Piece::Literal(http1::header_name(name)));
            head.extend(pieces(value, Place::Header)?);
            head.push(Piece::Literal(http1::header_end()));
        }
        let body = match &operation.body {
            Some(BodySpec::Text(text)) => pieces(text, Place::Body)?,
            Some(BodySpec::File(_)) | None => Vec::new(),
        };
        let fixed = body.iter().all(|piece| matches!(piece, Piece::Literal(_)));
        if !fixed {
            return Ok(Self {
                head: joined(head),
                body: Some(joined(body)),
            });
        }
        let length: usize = body
            .iter()
            .map(|piece| if let Piece::Literal(bytes) = piece { bytes.len() } else { 0 })
            .sum();
        let mut end = Vec::new();
        if length > 0 || ["POST", "PUT", "PATCH"].contains(&operation.method.as_str()) {
            http1::write_content_length(&mut end, length);
        } else {
            end.extend_from_slice(http1::CRLF);
        }
        head.push(Piece::Literal(end));
        head.extend(body);
        Ok(Self {
            head: joined(head),
            body: None,
        })
    }
}

/// Neighbouring literals as one, so that a plain request is a single copy.
fn joined(pieces: Vec<Piece>) -> Vec<Piece> {
    let mut result: Vec<Piece> = Vec::with_capacity(pieces.len());
    for piece in pieces {
        match (result.last_mut(), piece) {
            (Some(Piece::Literal(before)), Piece::Literal(bytes)) => before.extend(bytes),
            (_, piece) => result.push(piece),
        }
    }
    result
}

fn compile_template(text: &str, place: Place, feeders: &[Feeder]) -> Result<Vec<Piece>, String> {
    let template = Template::parse(text).map_err(|error| error.to_string())?;
    template
        .parts()
        .iter()
        .map(|part| compile_part(part, place, feeders))
        .collect()
}

fn compile_part(part: &Part, place: Place, feeders: &[Feeder]) -> Result<Piece, String> {
    let (name, column, count) = match part {
        Part::Text(text) => {
            if place != Place::Body && text.bytes().any(breaks_a_line) {
                return Err(format!("a line break in {text:?}"));
            }
            return Ok(Piece::Literal(text.clone().into_bytes()));
        }
        Part::Gap { feeder, column, count } => (feeder, column, *count),
    };
    let feeder = feeders
        .iter()
        .position(|feeder| feeder.name == *name)
        .ok_or_else(|| format!("no feeder {name:?}"))?;
    let Some(column_name) = column else {
        return match feeders[feeder].source {
            Source::Uuid => Ok(Piece::Uuid { feeder }),
            Source::Rows { .. } => Err(format!("feeder {name:?} has columns: write `${{{name}.column}}`")),
        };
    };
    let column = feeders[feeder]
        .column(column_name)
        .ok_or_else(|| format!("feeder {name:?} has no column {column_name:?}"))?;
    let column = if place == Place::Path {
        Arc::new(column.percent_encoded())
    } else {
        Arc::clone(column)
    };
    let guarded = place == Place::Header;
    Ok(match count {
        Some(count) => Piece::Values {
            feeder,
            column,
            count,
            guarded,
        },
        None => Piece::Value { feeder, column, guarded },
    })
}

/// Whether a byte would end the line that a value stands in, and let the rest be read as a header of its own.
pub(crate) fn breaks_a_line(byte: u8) -> bool {
    matches!(byte, b'\r' | b'\n' | 0)
}

//! A template compiled to pieces.

use std::sync::Arc;

use crate::column::Column;
use crate::feeder::{Feeder, Source};
use crate::names::Names;
use crate::place::{breaks_a_line, Place};
use crate::{Part, Template};

/// A piece of a text that is made anew for each call.
#[derive(Clone, Debug)]
pub(crate) enum Piece {
    Literal(Vec<u8>),
    /// The held row of a column; `guarded` where a line break would end the header that it stands in, and some row has one.
    Value {
        feeder: u16,
        column: Arc<Column>,
        guarded: bool,
    },
    /// Fresh rows, joined by commas.
    Values {
        feeder: u16,
        column: Arc<Column>,
        count: u16,
        guarded: bool,
    },
    /// The held value of a feeder without columns.
    Made {
        feeder: u16,
        place: Place,
    },
    /// Fresh numbers of a range, joined by commas.
    Numbers {
        feeder: u16,
        count: u16,
    },
    Variable {
        variable: u16,
        place: Place,
    },
    /// The cookies of the session, as a header or, `joined`, behind those in the value of one.
    Cookies {
        joined: bool,
    },
}

impl Piece {
    pub(crate) fn feeder(&self) -> Option<u16> {
        match self {
            Self::Value { feeder, .. }
            | Self::Values { feeder, .. }
            | Self::Made { feeder, .. }
            | Self::Numbers { feeder, .. } => Some(*feeder),
            Self::Literal(_) | Self::Variable { .. } | Self::Cookies { .. } => None,
        }
    }

    pub(crate) fn variable(&self) -> Option<u16> {
        match self {
            Self::Variable { variable, .. } => Some(*variable),
            _ => None,
        }
    }
}

/// Compiles a template for the place that it stands in.
///
/// # Errors
/// A sentence that names the gap that is wrong.
pub(crate) fn compile_template(text: &str, place: Place, names: &Names) -> Result<Vec<Piece>, String> {
    let template = Template::parse(text).map_err(|error| error.to_string())?;
    template.parts().iter().map(|part| compile_part(part, place, names)).collect()
}

/// Neighbouring literals as one, so that a plain request is a single copy.
pub(crate) fn joined(pieces: Vec<Piece>) -> Box<[Piece]> {
    let mut result: Vec<Piece> = Vec::with_capacity(pieces.len());
    for piece in pieces {
        match (result.last_mut(), piece) {
            (Some(Piece::Literal(before)), Piece::Literal(bytes)) => before.extend(bytes),
            (_, piece) => result.push(piece),
        }
    }
    result.into()
}

fn compile_part(part: &Part, place: Place, names: &Names) -> Result<Piece, String> {
    match part {
        Part::Text(text) => {
            if matches!(place, Place::Path | Place::Header) && text.bytes().any(breaks_a_line) {
                return Err(format!("a line break in {text:?}"));
            }
            if place == Place::Path && text.bytes().any(|byte| byte == b' ' || byte.is_ascii_control()) {
                return Err(format!(
                    "a space or control character in {text:?}: write it percent-encoded (%20)"
                ));
            }
            Ok(Piece::Literal(text.clone().into_bytes()))
        }
        Part::Gap { name, column, count } => {
            let count = count.map(|count| u16::try_from(count).unwrap_or(u16::MAX));
            if let Ok(variable) = names.variable(name) {
                if column.is_some() || count.is_some() {
                    return Err(format!(
                        "variable {name:?} has one value, no columns and rows: write `${{{name}}}`"
                    ));
                }
                return Ok(Piece::Variable { variable, place });
            }
            let feeder = names.feeder(name).map_err(|_| format!("no variable or feeder {name:?}"))?;
            compile_feeder_gap(feeder, &names.feeders[usize::from(feeder)], column.as_deref(), count, place)
        }
    }
}

fn compile_feeder_gap(
    number: u16,
    feeder: &Feeder,
    column: Option<&str>,
    count: Option<u16>,
    place: Place,
) -> Result<Piece, String> {
    let name = &feeder.name;
    if count.is_some() && feeder.is_unique() {
        return Err(format!(
            "feeder {name:?} has one row for each user: write the gap without `*`"
        ));
    }
    let Source::Rows(columns) = &feeder.source else {
        if column.is_some() {
            return Err(format!("feeder {name:?} has no columns: write `${{{name}}}`"));
        }
        if place == Place::Unsent && !feeder.is_held() {
            return Err(format!(
                "feeder {name:?} is the time of sending, and nothing is sent here: use it in a path, header or body"
            ));
        }
        return match (count, &feeder.source) {
            (Some(count), Source::Range { .. }) => Ok(Piece::Numbers { feeder: number, count }),
            (Some(_), _) => Err(format!("only rows and ranges can be multiplied: write `${{{name}}}`")),
            (None, _) => Ok(Piece::Made { feeder: number, place }),
        };
    };
    let Some(column_name) = column else {
        return Err(format!("feeder {name:?} has columns: write `${{{name}.column}}`"));
    };
    let column = columns.iter().find(|column| column.name == column_name);
    let column = column.ok_or_else(|| format!("feeder {name:?} has no column {column_name:?}"))?;
    let guarded = place == Place::Header && column.plain.breaks_a_line();
    let column = Arc::clone(if place == Place::Path {
        column.encoded()
    } else {
        &column.plain
    });
    Ok(match count {
        Some(count) => Piece::Values {
            feeder: number,
            column,
            count,
            guarded,
        },
        None => Piece::Value {
            feeder: number,
            column,
            guarded,
        },
    })
}

//! What a part of a reply or a variable has to be.

use std::borrow::Cow;

use regex::bytes::Regex;

use crate::fill::Fill;
use crate::names::Names;
use crate::pattern::compile_regex;
use crate::piece::{compile_template, joined, Piece};
use crate::place::Place;
use crate::DemandSpec;

/// A part that was found.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Found<'a> {
    Text(Cow<'a, [u8]>),
    Number(f64),
}

impl<'a> Found<'a> {
    pub(crate) fn into_text(self) -> Cow<'a, [u8]> {
        match self {
            Self::Text(text) => text,
            Self::Number(number) => Cow::Owned(number.to_string().into_bytes()),
        }
    }
}

/// A demand, compiled.
#[derive(Clone, Debug)]
pub(crate) enum Demand {
    Present,
    Absent,
    Equals(Box<[Piece]>),
    Contains(Box<[Piece]>),
    Matches(Regex),
    Between(f64, f64),
}

impl Demand {
    /// # Errors
    /// A sentence that names what is wrong.
    pub(crate) fn compile(spec: &DemandSpec, names: &Names) -> Result<Self, String> {
        let text = |text: &str| compile_template(text, Place::Unsent, names).map(joined);
        Ok(match spec {
            DemandSpec::Present => Self::Present,
            DemandSpec::Absent => Self::Absent,
            DemandSpec::Equals(template) => Self::Equals(text(template)?),
            DemandSpec::Contains(template) => Self::Contains(text(template)?),
            DemandSpec::Matches(pattern) => Self::Matches(compile_regex(pattern)?),
            DemandSpec::Between(least, most) => {
                let (least, most) = (least.unwrap_or(f64::NEG_INFINITY), most.unwrap_or(f64::INFINITY));
                if least > most || least.is_nan() || most.is_nan() {
                    return Err(format!(
                        "no number is between {least} and {most}: write the lower bound first"
                    ));
                }
                Self::Between(least, most)
            }
        })
    }

    /// The template in it.
    pub(crate) fn pieces(&self) -> &[Piece] {
        match self {
            Self::Equals(pieces) | Self::Contains(pieces) => pieces,
            _ => &[],
        }
    }

    /// True if it looks for letters outside ASCII; `filled` is its template as it was last filled.
    pub(crate) fn seeks_non_ascii(&self, filled: &[u8]) -> bool {
        match self {
            Self::Equals(_) | Self::Contains(_) => !filled.is_ascii(),
            Self::Matches(pattern) => !pattern.as_str().is_ascii(),
            Self::Present | Self::Absent | Self::Between(..) => false,
        }
    }

    /// Whether what was found is as demanded; a template that cannot be made is met by nothing.
    pub(crate) fn is_met(&self, found: Option<Found<'_>>, fill: &mut Fill<'_>, scratch: &mut Vec<u8>) -> bool {
        let Some(found) = found else {
            return matches!(self, Self::Absent);
        };
        match self {
            Self::Present => true,
            Self::Absent => false,
            Self::Between(least, most) => number_in(&found).is_some_and(|number| (*least..=*most).contains(&number)),
            Self::Matches(pattern) => pattern.is_match(&found.into_text()),
            Self::Equals(pieces) | Self::Contains(pieces) => {
                scratch.clear();
                if fill.pieces(pieces, scratch).is_err() {
                    return false;
                }
                let text = found.into_text();
                match self {
                    Self::Equals(_) => *text == scratch[..],
                    _ => holds(&text, scratch),
                }
            }
        }
    }
}

fn number_in(found: &Found<'_>) -> Option<f64> {
    match found {
        Found::Number(number) => Some(*number),
        Found::Text(text) => {
            let number: f64 = std::str::from_utf8(text).ok()?.trim().parse().ok()?;
            number.is_finite().then_some(number)
        }
    }
}

/// Whether a text holds another.
fn holds(text: &[u8], part: &[u8]) -> bool {
    memchr::memmem::find(text, part).is_some()
}

//! Pieces to bytes: a text with the values of one session, or of a call without one.

use crate::cursor::{Cursor, Drawn};
use crate::jar::Jar;
use crate::names::Names;
use crate::piece::Piece;
use crate::place::breaks_a_line;
use crate::session::Value;
use crate::BadRequestData;

/// Whose values fill the gaps, and where fresh ones come from.
pub(crate) struct Fill<'a> {
    pub(crate) names: &'a Names,
    pub(crate) cursors: &'a mut [Cursor],
    pub(crate) random: &'a mut fastrand::Rng,
    /// Rows and values that were drawn for this tag are held, one slot for each feeder.
    pub(crate) drawn: &'a mut [Drawn],
    pub(crate) tag: u64,
    pub(crate) user: u32,
    /// Those of the session; none where there is no session: each variable is as at first.
    pub(crate) variables: &'a [Value],
    pub(crate) jar: Option<&'a Jar>,
    pub(crate) unix_ns: &'a mut dyn FnMut() -> u64,
}

impl Fill<'_> {
    /// Appends the text that the pieces make.
    ///
    /// # Errors
    /// [`BadRequestData`] at the first value that may not or cannot stand in its place.
    #[inline]
    pub(crate) fn pieces(&mut self, pieces: &[Piece], out: &mut Vec<u8>) -> Result<(), BadRequestData> {
        for piece in pieces {
            match piece {
                Piece::Literal(bytes) => out.extend_from_slice(bytes),
                Piece::Value { feeder, column, guarded } => {
                    let row = self.held(*feeder)[0];
                    append(column.value(row as usize), *guarded, out)?;
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
                        let row = self.cursors[usize::from(*feeder)].draw(self.random, self.user)[0];
                        append(column.value(row as usize), *guarded, out)?;
                    }
                }
                _ => self.rare(piece, out)?,
            }
        }
        Ok(())
    }

    /// Draws the next row or value of a feeder for the owner.
    pub(crate) fn renew(&mut self, feeder: u16) {
        let feeder = usize::from(feeder);
        self.cursors[feeder].renew(&mut self.drawn[feeder], self.tag, self.random, self.user);
    }

    #[inline]
    fn held(&mut self, feeder: u16) -> [u64; 2] {
        let feeder = usize::from(feeder);
        self.cursors[feeder].held(&mut self.drawn[feeder], self.tag, self.random, self.user)
    }

    fn rare(&mut self, piece: &Piece, out: &mut Vec<u8>) -> Result<(), BadRequestData> {
        match piece {
            Piece::Made { feeder, place } => {
                let source = &self.names.feeders[usize::from(*feeder)];
                let words = if source.is_held() { self.held(*feeder) } else { [0; 2] };
                let start = out.len();
                source.write(words, self.unix_ns, out);
                place.encode_from(start, out);
            }
            Piece::Numbers { feeder, count } => {
                for position in 0..*count {
                    if position > 0 {
                        out.push(b',');
                    }
                    let words = self.cursors[usize::from(*feeder)].draw(self.random, self.user);
                    self.names.feeders[usize::from(*feeder)].write(words, self.unix_ns, out);
                }
            }
            Piece::Variable { variable, place } => {
                let first = self.names.variables[usize::from(*variable)].first.as_deref();
                let value = match self.variables.get(usize::from(*variable)) {
                    Some(value) => value.text(first),
                    None => first,
                };
                place.write(value.ok_or(BadRequestData::Unset)?, out)?;
            }
            Piece::Cookies { joined } => {
                if let Some(jar) = self.jar {
                    jar.write(*joined, out);
                }
            }
            Piece::Literal(_) | Piece::Value { .. } | Piece::Values { .. } => {}
        }
        Ok(())
    }
}

#[inline]
fn append(value: &[u8], guarded: bool, out: &mut Vec<u8>) -> Result<(), BadRequestData> {
    if guarded && value.iter().copied().any(breaks_a_line) {
        return Err(BadRequestData::LineBreak);
    }
    out.extend_from_slice(value);
    Ok(())
}

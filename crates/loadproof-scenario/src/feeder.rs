//! Feeders: where values come from, shared by all shards.

use std::sync::{Arc, OnceLock};

use crate::column::{read_csv, Column};
use crate::generated::{write_timestamp, write_uuid, RandomNumber, RandomText};
use crate::{FeederKind, FeederSpec, RowOrder, TimestampFormat};

/// A feeder with its values.
#[derive(Debug)]
pub(crate) struct Feeder {
    pub(crate) name: String,
    pub(crate) source: Source,
    pub(crate) draw: Draw,
}

/// Where the values come from.
#[derive(Debug)]
pub(crate) enum Source {
    Rows(Vec<NamedColumn>),
    Range { low: i64 },
    Uuid,
    Timestamp(TimestampFormat),
    Text(RandomText),
    Number(RandomNumber),
}

/// A column as it stands in the file and, where a path needs it, percent-encoded.
#[derive(Debug)]
pub(crate) struct NamedColumn {
    pub(crate) name: String,
    pub(crate) plain: Arc<Column>,
    encoded: OnceLock<Arc<Column>>,
}

impl NamedColumn {
    pub(crate) fn encoded(&self) -> &Arc<Column> {
        self.encoded.get_or_init(|| Arc::new(self.plain.percent_encoded()))
    }
}

/// What is drawn when a value is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Draw {
    /// A position from 0 to a last one.
    Positions { last: u64, order: RowOrder },
    /// 128 random bits.
    Bits,
}

impl Feeder {
    /// Reads or prepares the feeder's values.
    ///
    /// # Errors
    /// A sentence that names what is wrong.
    pub(crate) fn load(spec: &FeederSpec) -> Result<Self, String> {
        let (source, draw) = match &spec.kind {
            FeederKind::Csv { path, separator, order } => {
                let columns = read_csv(path, *separator)?;
                let rows = columns.first().map_or(0, |(_, column)| column.rows());
                if rows == 0 {
                    return Err(format!("{}: no rows under its header", path.display()));
                }
                let columns = columns.into_iter().map(|(name, column)| NamedColumn {
                    name,
                    plain: Arc::new(column),
                    encoded: OnceLock::new(),
                });
                (Source::Rows(columns.collect()), positions(rows as u64 - 1, *order))
            }
            FeederKind::Range { low, high, order } => {
                if low > high {
                    return Err(format!("a range from {low} to {high} is empty: write the lower number first"));
                }
                (Source::Range { low: *low }, positions(high.abs_diff(*low), *order))
            }
            FeederKind::Uuid {} => (Source::Uuid, Draw::Bits),
            FeederKind::Timestamp { format } => (Source::Timestamp(*format), Draw::Bits),
            FeederKind::RandomString { length, alphabet } => (Source::Text(RandomText::new(*length, alphabet)?), Draw::Bits),
            FeederKind::RandomNumber { low, high, decimals } => {
                let (number, last) = RandomNumber::new(*low, *high, *decimals)?;
                (Source::Number(number), positions(last, RowOrder::Random))
            }
        };
        Ok(Self {
            name: spec.name.clone(),
            source,
            draw,
        })
    }

    /// Whether each user has one row of it for good.
    pub(crate) fn is_unique(&self) -> bool {
        self.unique_rows().is_some()
    }

    /// Rows of which each user has one; None where it is not so.
    pub(crate) fn unique_rows(&self) -> Option<u64> {
        match self.draw {
            Draw::Positions {
                last,
                order: RowOrder::Unique,
            } => Some(last.saturating_add(1)),
            _ => None,
        }
    }

    /// Whether its value is held for an iteration, and not that of the moment.
    pub(crate) fn is_held(&self) -> bool {
        !matches!(self.source, Source::Timestamp(_))
    }

    /// Appends the value that was drawn, of a feeder without columns.
    pub(crate) fn write(&self, words: [u64; 2], unix_ns: &mut dyn FnMut() -> u64, out: &mut Vec<u8>) {
        match &self.source {
            Source::Rows(_) => {}
            Source::Range { low } => {
                out.extend_from_slice(itoa::Buffer::new().format(low.wrapping_add_unsigned(words[0])).as_bytes());
            }
            Source::Uuid => write_uuid(u128::from(words[0]) << 64 | u128::from(words[1]), out),
            Source::Timestamp(format) => write_timestamp(*format, unix_ns(), out),
            Source::Text(text) => text.write(words, out),
            Source::Number(number) => number.write(words[0], out),
        }
    }
}

fn positions(last: u64, order: RowOrder) -> Draw {
    Draw::Positions { last, order }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn numbers_of_a_range_stay_in_it(a: i64, b: i64, share in 0.0..1.0f64) {
            let (low, high) = (a.min(b), a.max(b));
            let kind = FeederKind::Range { low, high, order: RowOrder::Random };
            let feeder = Feeder::load(&FeederSpec { name: "f".into(), kind }).unwrap();
            let position = (high.abs_diff(low) as f64 * share) as u64;
            for position in [0, position.min(high.abs_diff(low)), high.abs_diff(low)] {
                let mut out = Vec::new();
                feeder.write([position, 0], &mut || 0, &mut out);
                let number: i64 = String::from_utf8(out).unwrap().parse().unwrap();
                prop_assert!((low..=high).contains(&number));
            }
        }
    }

    #[test]
    fn an_empty_range_is_refused() {
        let kind = FeederKind::Range {
            low: 2,
            high: 1,
            order: RowOrder::Random,
        };
        let what = Feeder::load(&FeederSpec { name: "f".into(), kind }).unwrap_err();
        assert!(what.contains("from 2 to 1"), "{what}");
    }
}

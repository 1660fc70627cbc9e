//! Feeders: shared values, and one shard's place in them.

use std::sync::Arc;

use crate::column::{read_csv, Column};
use crate::{FeederKind, FeederSpec, RowOrder};

/// A feeder with its values, shared by all shards.
#[derive(Debug)]
pub(crate) struct Feeder {
    pub(crate) name: String,
    pub(crate) source: Source,
}

#[derive(Debug)]
pub(crate) enum Source {
    Rows {
        columns: Vec<(String, Arc<Column>)>,
        rows: usize,
        order: RowOrder,
    },
    Uuid,
}

impl Feeder {
    /// Reads the feeder's values.
    ///
    /// # Errors
    /// A sentence that names the file.
    pub(crate) fn load(spec: &FeederSpec) -> Result<Self, String> {
        let source = match &spec.kind {
            FeederKind::Uuid {} => Source::Uuid,
            FeederKind::Csv { path, order } => {
                let columns: Vec<_> = read_csv(path)?
                    .into_iter()
                    .map(|(name, column)| (name, Arc::new(column)))
                    .collect();
                let rows = columns.first().map_or(0, |(_, column)| column.rows());
                if rows == 0 {
                    return Err(format!("{}: no rows under its header", path.display()));
                }
                Source::Rows {
                    columns,
                    rows,
                    order: *order,
                }
            }
            _ => return Err("not there yet".into()),
        };
        Ok(Self {
            name: spec.name.clone(),
            source,
        })
    }

    pub(crate) fn column(&self, name: &str) -> Option<&Arc<Column>> {
        match &self.source {
            Source::Rows { columns, .. } => columns.iter().find(|(known, _)| known == name).map(|(_, column)| column),
            Source::Uuid => None,
        }
    }
}

/// One shard's place in a feeder.
#[derive(Debug)]
pub(crate) struct Cursor {
    rows: usize,
    order: RowOrder,
    next: usize,
    stride: usize,
    /// The call that `row` and `uuid` were drawn for; a feeder named twice in one call gives the same value.
    drawn_for: u64,
    row: usize,
    uuid: [u8; 36],
}

impl Cursor {
    pub(crate) fn new(feeder: &Feeder, shard: usize, shards: usize) -> Self {
        let (rows, order) = match feeder.source {
            Source::Rows { rows, order, .. } => (rows, order),
            Source::Uuid => (1, RowOrder::Sequential),
        };
        Self {
            rows,
            order,
            next: shard % rows,
            stride: shards % rows,
            drawn_for: 0,
            row: 0,
            uuid: [0; 36],
        }
    }

    /// A fresh row.
    #[inline]
    pub(crate) fn draw(&mut self, random: &mut fastrand::Rng) -> usize {
        match self.order {
            RowOrder::Random | RowOrder::Shuffled | RowOrder::Unique => random.usize(..self.rows),
            RowOrder::Sequential => {
                let row = self.next;
                self.next = (self.next + self.stride) % self.rows;
                row
            }
        }
    }

    /// The row of a call, drawn once for it.
    #[inline]
    pub(crate) fn row(&mut self, call: u64, random: &mut fastrand::Rng) -> usize {
        if self.drawn_for != call {
            self.drawn_for = call;
            self.row = self.draw(random);
        }
        self.row
    }

    /// The UUID of a call, made once for it: version 4, RFC 9562 section 5.4.
    #[inline]
    pub(crate) fn uuid(&mut self, call: u64, random: &mut fastrand::Rng) -> &[u8; 36] {
        if self.drawn_for != call {
            self.drawn_for = call;
            let bits = (random.u128(..) & !(0xF000 << 64) & !(0xC000 << 48)) | (0x4000 << 64) | (0x8000 << 48);
            write_uuid(&mut self.uuid, bits);
        }
        &self.uuid
    }
}

fn write_uuid(text: &mut [u8; 36], bits: u128) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut shift = 128;
    for (position, letter) in text.iter_mut().enumerate() {
        if matches!(position, 8 | 13 | 18 | 23) {
            *letter = b'-';
        } else {
            shift -= 4;
            *letter = DIGITS[(bits >> shift) as usize & 0xF];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(count: usize, order: RowOrder) -> Feeder {
        let mut column = Column::default();
        (0..count).for_each(|row| column.push(row.to_string().as_bytes()));
        Feeder {
            name: "f".into(),
            source: Source::Rows {
                columns: vec![("c".into(), Arc::new(column))],
                rows: count,
                order,
            },
        }
    }

    #[test]
    fn shards_share_a_sequential_feeder_without_overlap() {
        let feeder = rows(10, RowOrder::Sequential);
        let mut random = fastrand::Rng::with_seed(1);
        let mut seen: Vec<usize> = (0..2)
            .flat_map(|shard| {
                let mut cursor = Cursor::new(&feeder, shard, 2);
                (0..5).map(|_| cursor.draw(&mut random)).collect::<Vec<_>>()
            })
            .collect();
        seen.sort_unstable();
        assert_eq!(seen, (0..10).collect::<Vec<_>>());
    }

    #[test]
    fn a_call_keeps_its_row_and_its_uuid() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut cursor = Cursor::new(&rows(1000, RowOrder::Random), 0, 1);
        assert_eq!(cursor.row(1, &mut random), cursor.row(1, &mut random));
        let feeder = Feeder {
            name: "u".into(),
            source: Source::Uuid,
        };
        let mut cursor = Cursor::new(&feeder, 0, 1);
        let first = *cursor.uuid(1, &mut random);
        assert_eq!(first, *cursor.uuid(1, &mut random));
        assert_ne!(first, *cursor.uuid(2, &mut random));
        let text = String::from_utf8(first.to_vec()).unwrap();
        assert_eq!(text.as_bytes()[14], b'4', "{text}");
        assert!(b"89ab".contains(&text.as_bytes()[19]), "{text}");
        assert_eq!(text.matches('-').count(), 4);
    }
}

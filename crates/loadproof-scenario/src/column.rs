//! The values of one CSV column.

use std::path::Path;

use crate::place::{breaks_a_line, percent_encode};

/// The values of one column, laid end to end.
#[derive(Debug, Default)]
pub(crate) struct Column {
    bytes: Vec<u8>,
    ends: Vec<u32>,
}

impl Column {
    pub(crate) fn push(&mut self, value: &[u8]) {
        self.bytes.extend_from_slice(value);
        self.ends.push(u32::try_from(self.bytes.len()).unwrap_or(u32::MAX));
    }

    /// Value of one row; rows come from a feeder of the same file and so are always there.
    #[inline]
    pub(crate) fn value(&self, row: usize) -> &[u8] {
        let start = if row == 0 { 0 } else { self.ends[row - 1] as usize };
        &self.bytes[start..self.ends[row] as usize]
    }

    pub(crate) fn rows(&self) -> usize {
        self.ends.len()
    }

    /// The same values as they must stand in a path or query.
    pub(crate) fn percent_encoded(&self) -> Self {
        let mut encoded = Self::default();
        let mut value = Vec::new();
        for row in 0..self.rows() {
            value.clear();
            percent_encode(self.value(row), &mut value);
            encoded.push(&value);
        }
        encoded
    }

    /// Whether any value would end the header that it stands in.
    pub(crate) fn breaks_a_line(&self) -> bool {
        self.bytes.iter().copied().any(breaks_a_line)
    }
}

/// Largest CSV file; a column's offsets are 32 bits.
const MOST_FILE_BYTES: u64 = 1 << 30;

/// Reads a CSV file with a header into columns.
///
/// # Errors
/// A sentence that names the file and the line.
pub(crate) fn read_csv(path: &Path, separator: char) -> Result<Vec<(String, Column)>, String> {
    let shown = path.display();
    let bytes = std::fs::metadata(path).map_err(|error| format!("{shown}: {error}"))?.len();
    if bytes > MOST_FILE_BYTES {
        return Err(format!("{shown}: {bytes} bytes; at most {MOST_FILE_BYTES} can be held"));
    }
    let delimiter = u8::try_from(separator).map_err(|_| format!("{shown}: the separator {separator:?} is not ASCII"))?;
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .from_path(path)
        .map_err(|error| format!("{shown}: {error}"))?;
    let header = reader.headers().map_err(|error| format!("{shown}: {error}"))?.clone();
    let mut columns: Vec<(String, Column)> = header
        .iter()
        .map(|name| (name.trim_start_matches('\u{feff}').trim().to_owned(), Column::default()))
        .collect();
    let mut record = csv::ByteRecord::new();
    while reader
        .read_byte_record(&mut record)
        .map_err(|error| format!("{shown}: {error}"))?
    {
        for (value, (_, column)) in record.iter().zip(&mut columns) {
            column.push(value);
        }
    }
    Ok(columns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_keep_their_rows_and_paths_are_safe() {
        let mut column = Column::default();
        for value in ["a/b", "x y&z", "", "ё"] {
            column.push(value.as_bytes());
        }
        let encoded = column.percent_encoded();
        let shown: Vec<&[u8]> = (0..4).map(|row| encoded.value(row)).collect();
        assert_eq!(shown, [&b"a/b"[..], b"x%20y%26z", b"", b"%D1%91"]);
    }
}

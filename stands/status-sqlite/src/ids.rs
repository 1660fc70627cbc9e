//! The `ids` command: a seeded sample of the table's ids as CSV.

use std::io::{BufWriter, ErrorKind, Write};

use rusqlite::{Connection, OpenFlags};
use uuid::Uuid;

use crate::arguments::IdsRequest;
use crate::generation::SplitMix64;
use crate::serve::Fault;

/// Writes the header `id` and `request.count` different ids in random order.
pub fn print(request: &IdsRequest, output: &mut impl Write) -> Result<(), Fault> {
    if !request.database.exists() {
        return Err(Fault::input(format!(
            "{} is not there: start the service once with this --database, it generates the table",
            request.database.display()
        )));
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = Connection::open_with_flags(&request.database, flags)?;
    let ids = sample(&mut connection, request)?;
    match write_csv(&ids, output) {
        // The reader had enough, as `head` does.
        Err(fault) if fault.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => Ok(other?),
    }
}

fn write_csv(ids: &[Uuid], output: &mut impl Write) -> std::io::Result<()> {
    let mut output = BufWriter::new(output);
    writeln!(output, "id")?;
    for id in ids {
        writeln!(output, "{id}")?;
    }
    output.flush()
}

/// Selection sampling (Knuth, TAOCP volume 2, 3.4.2, algorithm S), then a Fisher-Yates shuffle.
fn sample(connection: &mut Connection, request: &IdsRequest) -> Result<Vec<Uuid>, Fault> {
    // Both reads in one transaction, so that rows created meanwhile do not bend the sample.
    let snapshot = connection.transaction()?;
    let mut left: u64 = snapshot.query_row("SELECT count(*) FROM status", [], |row| row.get(0))?;
    if u64::from(request.count) > left {
        return Err(Fault::input(format!(
            "--count {} is more than the {left} rows of the table",
            request.count
        )));
    }
    let mut random = SplitMix64(request.seed);
    let mut wanted = u64::from(request.count);
    let mut ids = Vec::with_capacity(request.count as usize);
    let mut statement = snapshot.prepare("SELECT id FROM status ORDER BY id")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        if random.below(left) < wanted {
            ids.push(Uuid::from_bytes(row.get(0)?));
            wanted -= 1;
        }
        left -= 1;
    }
    for last in (1..ids.len()).rev() {
        ids.swap(last, random.below(last as u64 + 1) as usize);
    }
    Ok(ids)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::path::Path;

    use super::*;
    use crate::generation;

    fn printed(database: &Path, count: u32, seed: u64) -> Result<String, Fault> {
        let mut output = Vec::new();
        print(
            &IdsRequest {
                database: database.to_owned(),
                count,
                seed,
            },
            &mut output,
        )?;
        Ok(String::from_utf8(output).unwrap())
    }

    #[test]
    fn a_sample_repeats_has_no_doubles_and_spans_the_table() {
        let directory = tempfile::tempdir().unwrap();
        let database = directory.path().join("status.db");
        generation::ensure(&database, 2000).unwrap();
        let text = printed(&database, 500, 7).unwrap();
        assert_eq!(text, printed(&database, 500, 7).unwrap());
        assert_ne!(text, printed(&database, 500, 8).unwrap());
        let ids: HashSet<&str> = text.lines().skip(1).collect();
        assert_eq!((text.lines().next(), ids.len()), (Some("id"), 500));
        let low_half = ids.iter().filter(|id| **id < "8").count();
        assert!((200..300).contains(&low_half), "{low_half} of 500 in the lower half");
    }

    #[test]
    fn more_than_there_are_and_no_database_are_bad_input() {
        let directory = tempfile::tempdir().unwrap();
        let database = directory.path().join("status.db");
        assert!(printed(&database, 1, 1)
            .unwrap_err()
            .to_string()
            .contains("start the service once"));
        generation::ensure(&database, 10).unwrap();
        assert!(printed(&database, 11, 1).unwrap_err().to_string().contains("the 10 rows"));
    }
}

//! The first start: a table of seeded rows, built beside its place and renamed into it.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use rusqlite::{params, Connection};
use rustix::fs::FlockOperation;
use uuid::Uuid;

use crate::serve::Fault;

/// Rows of the source study.
pub const SOURCE_ROWS: u32 = 1_000_000;

/// `updated_at` of every generated row, 2025-12-19T00:00:00Z: the source fills its table in one transaction.
const GENERATED_AT_US: i64 = 1_766_102_400_000_000;

const SEED: u64 = 970_104;

// Clustered on the id: one search per row read, where a rowid table needs one in the index and one in the table.
const SCHEMA: &str = "
CREATE TABLE status (id BLOB PRIMARY KEY NOT NULL, status SMALLINT NOT NULL, updated_at INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE generation (rows INTEGER NOT NULL, seed INTEGER NOT NULL);
";

const INDEX: &str = "CREATE INDEX status_updated_at_idx ON status(updated_at)";

/// Sees to it that `database` exists; a file already there is left as it is.
pub fn ensure(database: &Path, rows: u32) -> Result<(), Fault> {
    if database.exists() {
        return Ok(());
    }
    let lock = File::create(beside(database, ".lock")).map_err(|fault| {
        Fault::input(format!(
            "cannot write beside {}: {fault}; give --database in a directory that can be written",
            database.display()
        ))
    })?;
    rustix::fs::flock(&lock, FlockOperation::LockExclusive).map_err(std::io::Error::from)?;
    // Another first start may have finished while this one waited.
    if database.exists() {
        return Ok(());
    }
    let unfinished = beside(database, ".unfinished");
    remove_if_there(&unfinished)?;
    build(&unfinished, rows)?;
    File::open(&unfinished)?.sync_all()?;
    // The log of a database deleted by hand would be replayed into the new one.
    remove_if_there(&beside(database, "-wal"))?;
    remove_if_there(&beside(database, "-shm"))?;
    fs::rename(&unfinished, database)?;
    Ok(())
}

fn build(path: &Path, rows: u32) -> Result<(), Fault> {
    let mut connection = Connection::open(path)?;
    // Nothing to roll back to: an unfinished file is thrown away.
    connection.pragma_update(None, "journal_mode", "OFF")?;
    connection.pragma_update(None, "synchronous", "OFF")?;
    connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
    connection.pragma_update(None, "cache_size", -65_536)?;
    connection.execute_batch(SCHEMA)?;
    let transaction = connection.transaction()?;
    transaction.execute("INSERT INTO generation VALUES (?1, ?2)", params![rows, SEED as i64])?;
    {
        let mut insert = transaction.prepare("INSERT INTO status VALUES (?1, ?2, ?3)")?;
        for (id, status) in seeded_rows(rows) {
            insert.execute(params![id.as_bytes(), status, GENERATED_AT_US])?;
        }
    }
    transaction.execute_batch(INDEX)?;
    transaction.commit()?;
    connection.close().map_err(|(_, fault)| fault.into())
}

/// Rows in the order of their ids, so that every page is filled once; statuses 0 to 10 as in the source.
fn seeded_rows(rows: u32) -> Vec<(Uuid, i16)> {
    let mut random = SplitMix64(SEED);
    let mut seeded: Vec<(Uuid, i16)> = (0..rows)
        .map(|_| {
            let bytes = (u128::from(random.next()) << 64 | u128::from(random.next())).to_be_bytes();
            (uuid::Builder::from_random_bytes(bytes).into_uuid(), random.below(11) as i16)
        })
        .collect();
    seeded.sort_unstable();
    seeded
}

fn beside(database: &Path, suffix: &str) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

fn remove_if_there(path: &Path) -> std::io::Result<()> {
    match fs::remove_file(path) {
        Err(fault) if fault.kind() != std::io::ErrorKind::NotFound => Err(fault),
        _ => Ok(()),
    }
}

/// SplitMix64 (Steele, Lea and Flood, 2014): the same numbers for the same seed on every machine.
pub struct SplitMix64(pub u64);

impl SplitMix64 {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, even to within `bound` / 2^64.
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Table;

    #[test]
    fn two_generations_are_alike() {
        assert_eq!(seeded_rows(1000), seeded_rows(1000));
        assert_eq!(SplitMix64(1_234_567).next(), 6_457_827_717_110_365_317);
    }

    #[test]
    fn a_killed_generation_is_begun_again_and_an_old_log_is_removed() {
        let directory = tempfile::tempdir().unwrap();
        let database = directory.path().join("status.db");
        fs::write(beside(&database, ".unfinished"), "half a database").unwrap();
        fs::write(beside(&database, "-wal"), "an old log").unwrap();
        ensure(&database, 100).unwrap();
        assert!(!beside(&database, ".unfinished").exists());
        assert!(!beside(&database, "-wal").exists());
        let table = Table::open(&database).unwrap();
        assert_eq!(table.count_rows().unwrap(), 100);
        assert_eq!(table.generated_rows().unwrap(), 100);
    }

    #[test]
    fn an_existing_database_is_left_alone() {
        let directory = tempfile::tempdir().unwrap();
        let database = directory.path().join("status.db");
        ensure(&database, 10).unwrap();
        ensure(&database, 20).unwrap();
        assert_eq!(Table::open(&database).unwrap().count_rows().unwrap(), 10);
    }

    #[test]
    fn a_directory_that_is_missing_is_bad_input() {
        let fault = ensure(Path::new("/no/such/place/status.db"), 10).unwrap_err();
        assert!(fault.is_input());
        assert!(fault.to_string().contains("/no/such/place/status.db"));
    }
}

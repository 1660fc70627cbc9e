//! The SQL: one connection and what can be asked of the `status` table through it.

use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::{params, params_from_iter, Connection, ErrorCode, OptionalExtension, Row};
use serde::{Serialize, Serializer};
use uuid::Uuid;

/// The most ids that one batch may ask for.
pub const MOST_IDS: usize = 50;

/// One row, as it is answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StatusRow {
    pub id: Uuid,
    pub status: i16,
    #[serde(serialize_with = "as_rfc3339")]
    pub updated_at: Timestamp,
}

/// Microseconds since 1970 in UTC, the resolution of `timestamptz`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timestamp(pub i64);

impl Timestamp {
    pub fn now() -> Self {
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self(i64::try_from(since_1970.as_micros()).unwrap_or(i64::MAX))
    }
}

fn as_rfc3339<S: Serializer>(at: &Timestamp, serializer: S) -> Result<S::Ok, S::Error> {
    let time = UNIX_EPOCH + Duration::from_micros(u64::try_from(at.0).unwrap_or(0));
    serializer.collect_str(&humantime::format_rfc3339_micros(time))
}

/// What became of a row to be created.
#[derive(Debug, PartialEq, Eq)]
pub enum Created {
    Row(StatusRow),
    IdTaken,
}

/// One connection to the table.
pub struct Table(Connection);

impl Table {
    /// Opens an existing database for reading and writing, in WAL mode.
    pub fn open(path: &Path) -> rusqlite::Result<Self> {
        let flags = rusqlite::OpenFlags::SQLITE_OPEN_READ_WRITE | rusqlite::OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags)?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        // One statement per length of a batch, and the four others.
        connection.set_prepared_statement_cache_capacity(MOST_IDS + 4);
        Ok(Self(connection))
    }

    pub fn count_rows(&self) -> rusqlite::Result<u64> {
        self.0.query_row("SELECT count(*) FROM status", [], |row| row.get(0))
    }

    /// How many rows the first start generated.
    pub fn generated_rows(&self) -> rusqlite::Result<u32> {
        self.0.query_row("SELECT rows FROM generation", [], |row| row.get(0))
    }

    pub fn find(&self, id: Uuid) -> rusqlite::Result<Option<StatusRow>> {
        let mut statement = self
            .0
            .prepare_cached("SELECT id, status, updated_at FROM status WHERE id = ?1")?;
        statement.query_row([id.as_bytes()], read_row).optional()
    }

    /// The rows that exist among `ids`, each once, in the order of their ids.
    pub fn find_many(&self, ids: &[Uuid]) -> rusqlite::Result<Vec<StatusRow>> {
        let mut sql = String::from("SELECT id, status, updated_at FROM status WHERE id IN (?");
        for _ in 1..ids.len() {
            sql.push_str(",?");
        }
        sql.push(')');
        let mut statement = self.0.prepare_cached(&sql)?;
        let rows = statement.query_map(params_from_iter(ids.iter().map(Uuid::as_bytes)), read_row)?;
        rows.collect()
    }

    pub fn create(&self, id: Uuid, status: i16) -> rusqlite::Result<Created> {
        let updated_at = Timestamp::now();
        let mut statement = self
            .0
            .prepare_cached("INSERT INTO status (id, status, updated_at) VALUES (?1, ?2, ?3)")?;
        match statement.execute(params![id.as_bytes(), status, updated_at.0]) {
            Ok(_) => Ok(Created::Row(StatusRow { id, status, updated_at })),
            Err(fault) if fault.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => Ok(Created::IdTaken),
            Err(fault) => Err(fault),
        }
    }

    /// The row as it is now, or `None` when there is no such id.
    pub fn update(&self, id: Uuid, status: i16) -> rusqlite::Result<Option<StatusRow>> {
        let updated_at = Timestamp::now();
        let mut statement = self
            .0
            .prepare_cached("UPDATE status SET status = ?2, updated_at = ?3 WHERE id = ?1")?;
        let changed = statement.execute(params![id.as_bytes(), status, updated_at.0])?;
        Ok((changed == 1).then_some(StatusRow { id, status, updated_at }))
    }
}

fn read_row(row: &Row<'_>) -> rusqlite::Result<StatusRow> {
    Ok(StatusRow {
        id: Uuid::from_bytes(row.get(0)?),
        status: row.get(1)?,
        updated_at: Timestamp(row.get(2)?),
    })
}

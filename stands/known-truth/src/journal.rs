//! The log of what was served, written by a thread of its own once a second, or sooner when much is waiting.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use crate::behaviour::Plan;

pub const HEADER: &str = "call,connection,outcome,arrival_ns,start_ns,end_ns,sent_ns,operation";

const FLUSH_EVERY: Duration = Duration::from_secs(1);
/// Records that wake the writer before its time.
const MANY: usize = 16 * 1024;
/// Records that may wait, some 90 bytes each; a server that is faster than its log waits for it, which its log then says.
const MOST: usize = 64 * 1024;

/// One request, or the death of the server.
#[derive(Debug, Clone, Copy)]
pub struct Record {
    pub call: Option<u64>,
    pub connection: u64,
    pub plan: Plan,
    pub sent_ns: Option<u64>,
}

/// Takes records and has them written; the rest is written when it is dropped.
pub struct Journal {
    shared: Arc<Shared>,
    writer: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    waiting: Mutex<Waiting>,
    /// Told to the writer when there is much, or the end.
    wanted: Condvar,
    /// Told to the server when the writer has taken what was waiting.
    taken: Condvar,
}

#[derive(Default)]
struct Waiting {
    records: Vec<Record>,
    ended: bool,
}

impl Journal {
    /// Creates the file anew; plans refer to `operation_names` by place.
    pub fn create(path: &Path, operation_names: Vec<String>) -> io::Result<Self> {
        let mut file = BufWriter::new(File::create(path)?);
        writeln!(file, "{HEADER}")?;
        file.flush()?;
        let shared = Arc::<Shared>::default();
        let writer = std::thread::spawn({
            let shared = Arc::clone(&shared);
            move || write_until_ended(&shared, &operation_names, &mut file)
        });
        Ok(Self {
            shared,
            writer: Some(writer),
        })
    }

    /// One record; waits only where the writer is far behind.
    pub fn record(&self, record: Record) {
        let mut waiting = self.shared.lock();
        waiting.records.push(record);
        if waiting.records.len() >= MANY {
            self.shared.wanted.notify_one();
        }
        if waiting.records.len() >= MOST {
            let full = |waiting: &mut Waiting| waiting.records.len() >= MOST;
            drop(self.shared.taken.wait_while(waiting, full));
        }
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        self.shared.lock().ended = true;
        self.shared.wanted.notify_one();
        if let Some(writer) = self.writer.take() {
            // A writer that panicked has said so itself.
            let _ = writer.join();
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn write_until_ended(shared: &Shared, operation_names: &[String], file: &mut BufWriter<File>) {
    let mut taken = Vec::new();
    loop {
        let idle = |waiting: &mut Waiting| waiting.records.len() < MANY && !waiting.ended;
        let woken = shared.wanted.wait_timeout_while(shared.lock(), FLUSH_EVERY, idle);
        let mut waiting = woken.unwrap_or_else(PoisonError::into_inner).0;
        std::mem::swap(&mut waiting.records, &mut taken);
        let ended = waiting.ended;
        drop(waiting);
        shared.taken.notify_one();
        if let Err(fault) = write_records(&taken, operation_names, file) {
            // The truth is lost with the log: better no server than one that cannot be checked.
            let _ = writeln!(io::stderr(), "known-truth: the log cannot be written: {fault}");
            std::process::exit(1);
        }
        taken.clear();
        if ended {
            return;
        }
    }
}

fn write_records(records: &[Record], operation_names: &[String], file: &mut BufWriter<File>) -> io::Result<()> {
    let shown = |number: Option<u64>| number.map(|number| number.to_string()).unwrap_or_default();
    for record in records {
        let Plan {
            arrival_ns,
            start_ns,
            end_ns,
            reaction,
            operation,
        } = record.plan;
        let operation = operation
            .and_then(|place| operation_names.get(place))
            .map_or("", String::as_str);
        let (call, connection, sent) = (shown(record.call), record.connection, shown(record.sent_ns));
        writeln!(
            file,
            "{call},{connection},{reaction},{arrival_ns},{start_ns},{end_ns},{sent},{operation}"
        )?;
    }
    file.flush()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::behaviour::{Reaction, OK};

    #[test]
    fn every_record_is_in_the_file_after_the_drop() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("truth.csv");
        let journal = Journal::create(&path, vec!["form".to_owned(), "login".to_owned()]).unwrap();
        let record = |call, arrival_ns, sent_ns, operation| Record {
            call,
            connection: 3,
            plan: Plan {
                end_ns: arrival_ns + 50,
                operation,
                ..Plan::at(arrival_ns, OK)
            },
            sent_ns,
        };
        journal.record(record(Some(7), 100, Some(151), Some(1)));
        journal.record(record(None, 200, None, None));
        drop(journal);
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(
            text,
            format!("{HEADER}\n7,3,200,100,100,150,151,login\n,3,200,200,200,250,,\n")
        );
    }

    #[test]
    fn more_than_may_wait_is_written_whole() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("truth.csv");
        let journal = Journal::create(&path, Vec::new()).unwrap();
        for number in 0..(2 * MOST as u64 + 5) {
            let plan = Plan::at(number, Reaction::Reset);
            journal.record(Record {
                call: Some(number),
                connection: 0,
                plan,
                sent_ns: None,
            });
        }
        drop(journal);
        let text = std::fs::read_to_string(&path).unwrap();
        let calls: Vec<u64> = text
            .lines()
            .skip(1)
            .filter_map(|line| line.split(',').next()?.parse().ok())
            .collect();
        assert!(calls.into_iter().eq(0..(2 * MOST as u64 + 5)));
    }
}

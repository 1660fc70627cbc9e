//! The log of what was served, written by a thread of its own once a second.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use crate::behaviour::Plan;

pub const HEADER: &str = "arrival_ns,start_ns,end_ns,sent_ns";

const FLUSH_EVERY: Duration = Duration::from_secs(1);

type Lines = Arc<Mutex<Vec<(Plan, Option<u64>)>>>;

/// Takes records and has them written; the rest is written when it is dropped.
pub struct Journal {
    lines: Lines,
    stop: Option<mpsc::Sender<()>>,
    writer: Option<JoinHandle<()>>,
}

impl Journal {
    /// Creates the file anew.
    pub fn create(path: &Path) -> io::Result<Self> {
        let mut file = BufWriter::new(File::create(path)?);
        writeln!(file, "{HEADER}")?;
        file.flush()?;
        let lines = Lines::default();
        let (stop, stopped) = mpsc::channel();
        let writer = std::thread::spawn({
            let lines = Arc::clone(&lines);
            move || write_until(&stopped, &lines, &mut file)
        });
        Ok(Self {
            lines,
            stop: Some(stop),
            writer: Some(writer),
        })
    }

    /// One served request; `sent_ns` is missing when nothing was sent.
    pub fn record(&self, plan: Plan, sent_ns: Option<u64>) {
        self.lines
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push((plan, sent_ns));
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(writer) = self.writer.take() {
            // A writer that panicked has said so itself.
            let _ = writer.join();
        }
    }
}

fn write_until(stopped: &mpsc::Receiver<()>, lines: &Lines, file: &mut BufWriter<File>) {
    loop {
        let last = stopped.recv_timeout(FLUSH_EVERY) == Err(RecvTimeoutError::Disconnected);
        let taken = std::mem::take(&mut *lines.lock().unwrap_or_else(PoisonError::into_inner));
        if let Err(fault) = write_lines(&taken, file) {
            // The truth is lost with the log: better no server than one that cannot be checked.
            let _ = writeln!(io::stderr(), "known-truth: the log cannot be written: {fault}");
            std::process::exit(1);
        }
        if last {
            return;
        }
    }
}

fn write_lines(lines: &[(Plan, Option<u64>)], file: &mut BufWriter<File>) -> io::Result<()> {
    for (plan, sent_ns) in lines {
        let sent = sent_ns.map(|at_ns| at_ns.to_string()).unwrap_or_default();
        writeln!(file, "{},{},{},{sent}", plan.arrival_ns, plan.start_ns, plan.end_ns)?;
    }
    file.flush()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::behaviour::Behaviour;

    #[test]
    fn every_record_is_in_the_file_after_the_drop() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("truth.csv");
        let mut behaviour = Behaviour::Constant { delay_ns: 50 };
        let journal = Journal::create(&path).unwrap();
        journal.record(behaviour.plan(100), Some(151));
        journal.record(behaviour.plan(200), None);
        drop(journal);
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(text, format!("{HEADER}\n100,100,150,151\n200,200,250,\n"));
    }
}

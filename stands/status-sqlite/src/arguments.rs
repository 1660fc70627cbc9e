//! The command line, parsed into frozen settings.

use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use lexopt::prelude::*;

pub const HELP: &str = "\
status-sqlite: the status service over SQLite, a system under test

status-sqlite [serve] --database PATH [options]     generate the table on first start, then serve
  --database PATH             the SQLite file
  --rows N                    rows to generate on first start (default 1000000)
  --listen ADDRESS:PORT       default 127.0.0.1:0; port 0 takes a free one, printed as JSON when ready
  --workers N                 threads that speak HTTP (default 1)
  --pool N                    database connections (default 8)
  --pool-queue N              requests that may wait for a connection, more get 503 (default 1024)
  --acquire-timeout-ms N      longest wait for a connection, then 503 (default 2000)
  --cpus LIST                 run on these CPUs only, e.g. 0 or 0,2-3 (Linux)
  --die-with-parent           be killed when the thread that started this process ends (Linux)

status-sqlite ids --database PATH --count N [--seed N]
  prints CSV with the header `id`: N different ids, evenly at random from the table
";

/// What the command line asks for.
#[derive(Debug, PartialEq, Eq)]
pub enum Command {
    Help,
    Serve(ServeSettings),
    Ids(IdsRequest),
}

/// How to run the service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServeSettings {
    pub database: PathBuf,
    /// Rows to generate; `None` takes an existing table of any size.
    pub rows: Option<u32>,
    pub listen: SocketAddr,
    pub workers: usize,
    pub pool: PoolLimits,
    pub cpus: Vec<usize>,
    pub die_with_parent: bool,
}

/// The bounds of the connection pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PoolLimits {
    pub connections: usize,
    pub queue: usize,
    pub acquire_timeout: Duration,
}

/// Which ids to print.
#[derive(Debug, PartialEq, Eq)]
pub struct IdsRequest {
    pub database: PathBuf,
    pub count: u32,
    pub seed: u64,
}

/// Parses the whole command line, the program's name first.
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Command, lexopt::Error> {
    let mut parser = lexopt::Parser::from_iter(arguments);
    match parser.clone().next()? {
        Some(Value(verb)) if verb == "ids" => {
            parser.next()?;
            parse_ids(&mut parser)
        }
        Some(Value(verb)) if verb == "serve" => {
            parser.next()?;
            parse_serve(&mut parser)
        }
        _ => parse_serve(&mut parser),
    }
}

fn parse_serve(parser: &mut lexopt::Parser) -> Result<Command, lexopt::Error> {
    let mut database = None;
    let mut settings = ServeSettings {
        database: PathBuf::new(),
        rows: None,
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        workers: 1,
        pool: PoolLimits {
            connections: 8,
            queue: 1024,
            acquire_timeout: Duration::from_secs(2),
        },
        cpus: Vec::new(),
        die_with_parent: false,
    };
    while let Some(argument) = parser.next()? {
        match argument {
            Long("database") => database = Some(PathBuf::from(parser.value()?)),
            Long("rows") => settings.rows = Some(parser.value()?.parse()?),
            Long("listen") => settings.listen = parser.value()?.parse()?,
            Long("workers") => settings.workers = count(parser, "--workers", 256)?,
            Long("pool") => settings.pool.connections = count(parser, "--pool", 1024)?,
            Long("pool-queue") => settings.pool.queue = parser.value()?.parse()?,
            Long("acquire-timeout-ms") => {
                settings.pool.acquire_timeout = Duration::from_millis(parser.value()?.parse()?);
            }
            Long("cpus") => settings.cpus = parser.value()?.parse_with(cpu_list)?,
            Long("die-with-parent") => settings.die_with_parent = true,
            Short('h') | Long("help") => return Ok(Command::Help),
            other => return Err(other.unexpected()),
        }
    }
    settings.database = database.ok_or("give --database PATH, the SQLite file to serve")?;
    Ok(Command::Serve(settings))
}

fn parse_ids(parser: &mut lexopt::Parser) -> Result<Command, lexopt::Error> {
    let (mut database, mut number, mut seed) = (None, None, 1);
    while let Some(argument) = parser.next()? {
        match argument {
            Long("database") => database = Some(PathBuf::from(parser.value()?)),
            Long("count") => number = Some(parser.value()?.parse()?),
            Long("seed") => seed = parser.value()?.parse()?,
            Short('h') | Long("help") => return Ok(Command::Help),
            other => return Err(other.unexpected()),
        }
    }
    Ok(Command::Ids(IdsRequest {
        database: database.ok_or("give --database PATH, the SQLite file to read")?,
        count: number.ok_or("give --count N, how many ids to print")?,
        seed,
    }))
}

fn count(parser: &mut lexopt::Parser, option: &str, most: usize) -> Result<usize, lexopt::Error> {
    let number: usize = parser.value()?.parse()?;
    if (1..=most).contains(&number) {
        return Ok(number);
    }
    Err(format!("{option} {number} is out of range: give 1 to {most}").into())
}

/// `0,2-3` as `[0, 2, 3]`.
fn cpu_list(text: &str) -> Result<Vec<usize>, String> {
    let bad = |part: &str| format!("{part:?} is no CPU or range of CPUs: write 0 or 0,2-3");
    let mut cpus = Vec::new();
    for part in text.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let first: usize = first.trim().parse().map_err(|_| bad(part))?;
        let last: usize = last.trim().parse().map_err(|_| bad(part))?;
        if last < first || last >= rustix::thread::CpuSet::MAX_CPU {
            return Err(bad(part));
        }
        cpus.extend(first..=last);
    }
    Ok(cpus)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Command, String> {
        let words = std::iter::once("status-sqlite").chain(line.split_whitespace());
        parse(words.map(OsString::from)).map_err(|fault| fault.to_string())
    }

    #[test]
    fn serve_is_the_verb_when_none_is_given() {
        assert_eq!(parsed("--database a.db"), parsed("serve --database a.db"));
    }

    #[test]
    fn every_option_reaches_the_settings() {
        let line = "--database a.db --rows 5 --listen 127.0.0.1:81 --workers 2 --pool 3 --pool-queue 4 \
                    --acquire-timeout-ms 70 --cpus 0,2-3 --die-with-parent";
        let expected = ServeSettings {
            database: "a.db".into(),
            rows: Some(5),
            listen: SocketAddr::from(([127, 0, 0, 1], 81)),
            workers: 2,
            pool: PoolLimits {
                connections: 3,
                queue: 4,
                acquire_timeout: Duration::from_millis(70),
            },
            cpus: vec![0, 2, 3],
            die_with_parent: true,
        };
        assert_eq!(parsed(line), Ok(Command::Serve(expected)));
    }

    #[test]
    fn bad_values_name_the_cure() {
        assert!(parsed("serve").unwrap_err().contains("--database PATH"));
        assert!(parsed("--database a --workers 0").unwrap_err().contains("give 1 to 256"));
        assert!(parsed("--database a --cpus 3-2").unwrap_err().contains("0,2-3"));
        assert!(parsed("ids --database a").unwrap_err().contains("--count N"));
        assert!(parsed("--database a --colour").unwrap_err().contains("--colour"));
    }
}

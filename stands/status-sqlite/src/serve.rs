//! The life of the service: table, pool, socket, ready, stop.

use std::io::Write;
use std::net::SocketAddr;
use std::time::Duration;

use axum::serve::ListenerExt;
use tokio::net::{TcpListener, TcpSocket};

use crate::api::{router, Service};
use crate::arguments::ServeSettings;
use crate::generation::{self, SOURCE_ROWS};
use crate::metrics::Metrics;
use crate::pool::Pool;
use crate::table::Table;
use crate::{process, shutdown};

/// The kernel cuts this to `net.core.somaxconn`.
const BACKLOG: u32 = 4096;

/// Why the program ends unasked.
#[derive(Debug)]
pub struct Fault {
    text: String,
    input: bool,
}

impl Fault {
    /// A fault of what was given: the message names the cure.
    pub fn input(text: String) -> Self {
        Self { text, input: true }
    }

    pub fn is_input(&self) -> bool {
        self.input
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.text)
    }
}

impl From<std::io::Error> for Fault {
    fn from(fault: std::io::Error) -> Self {
        Self {
            text: fault.to_string(),
            input: false,
        }
    }
}

impl From<rusqlite::Error> for Fault {
    fn from(fault: rusqlite::Error) -> Self {
        Self {
            text: format!("database: {fault}"),
            input: false,
        }
    }
}

/// Serves until a signal; returns once every request in flight is answered or the longest stop is over.
pub fn serve(settings: &ServeSettings) -> Result<(), Fault> {
    prepare_process(settings)?;
    generation::ensure(&settings.database, settings.rows.unwrap_or(SOURCE_ROWS))?;
    let rows = check_table(settings)?;
    let pool = Pool::open(&settings.database, settings.pool)?;
    let metrics: &'static Metrics = Box::leak(Box::new(Metrics::new(rows)));
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(settings.workers)
        .max_blocking_threads(settings.pool.connections)
        .thread_keep_alive(Duration::from_secs(60))
        .enable_all()
        .build()?;
    let service = Service { pool, metrics };
    let outcome = runtime.block_on(run(settings.listen, service, rows));
    runtime.shutdown_timeout(Duration::from_millis(500));
    outcome
}

fn prepare_process(settings: &ServeSettings) -> Result<(), Fault> {
    if settings.die_with_parent {
        process::die_with_parent()?;
    }
    process::pin(&settings.cpus)
        .map_err(|fault| Fault::input(format!("--cpus {:?}: {fault}; see `nproc` for what there is", settings.cpus)))?;
    Ok(process::raise_descriptor_limit()?)
}

/// The number of rows there are now, once it is clear that this is the table that was asked for.
fn check_table(settings: &ServeSettings) -> Result<u64, Fault> {
    let place = settings.database.display();
    let opened = Table::open(&settings.database).and_then(|table| Ok((table.generated_rows()?, table)));
    let (generated, table) = opened.map_err(|fault| {
        Fault::input(format!(
            "{place} is no database of this service ({fault}): give another --database"
        ))
    })?;
    match settings.rows {
        Some(asked) if asked != generated => Err(Fault::input(format!(
            "{place} was generated with {generated} rows and --rows asks for {asked}: remove the file or give another --database"
        ))),
        _ => Ok(table.count_rows()?),
    }
}

async fn run(address: SocketAddr, service: Service, rows: u64) -> Result<(), Fault> {
    let stopping = shutdown::listen()?;
    let listener =
        listen(address).map_err(|fault| Fault::input(format!("--listen {address}: {fault}; port 0 takes a free one")))?;
    say_ready(listener.local_addr()?, rows)?;
    let listener = listener.tap_io(|connection| {
        // Without it an answer may wait for the client's acknowledgement; a connection lost meanwhile needs none.
        let _ = connection.set_nodelay(true);
    });
    let stop = shutdown::asked(stopping.clone());
    // On a worker, so that accepting and serving are one thread with --workers 1.
    let server = axum::serve(listener, router(service)).with_graceful_shutdown(stop);
    let server = tokio::spawn(async move { server.await });
    shutdown::asked(stopping).await;
    match tokio::time::timeout(shutdown::LONGEST_STOP, server).await {
        Ok(Ok(outcome)) => Ok(outcome?),
        Ok(Err(fault)) => Err(std::io::Error::other(fault).into()),
        Err(_) => {
            let seconds = shutdown::LONGEST_STOP.as_secs();
            writeln!(
                std::io::stderr(),
                "status-sqlite: requests were still open after {seconds} s and were cut"
            )?;
            Ok(())
        }
    }
}

fn listen(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = if address.is_ipv4() {
        TcpSocket::new_v4()?
    } else {
        TcpSocket::new_v6()?
    };
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

fn say_ready(address: SocketAddr, rows: u64) -> std::io::Result<()> {
    let line = serde_json::json!({ "listening": address.to_string(), "rows": rows });
    let mut output = std::io::stdout().lock();
    writeln!(output, "{line}")?;
    output.flush()
}

//! A bounded pool of connections behind a bounded queue, first come first served.
//!
//! A query runs on a blocking thread, as with a JDBC pool: the threads that speak HTTP never wait for the database.

use std::path::Path;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, TryAcquireError};

use crate::arguments::PoolLimits;
use crate::histogram::Histogram;
use crate::table::Table;

/// Why a query has no result.
#[derive(Debug)]
pub enum PoolFault {
    /// As many requests wait as may.
    QueueFull,
    /// No connection came free in time.
    AcquireTimeout,
    /// The query failed.
    Query(rusqlite::Error),
    /// The service is stopping, or the query's thread died.
    Closed,
}

/// SQLite takes one writer at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    Read,
    Write,
}

/// The pool; clones share it.
#[derive(Clone)]
pub struct Pool(Arc<Shared>);

struct Shared {
    limits: PoolLimits,
    /// The connections that nobody uses; at least as many as `turns` has permits.
    idle: Mutex<Vec<Table>>,
    /// One permit per connection.
    turns: Arc<Semaphore>,
    /// Writers queue here and not in SQLite, whose busy handler sleeps and keeps no order.
    write_turn: Arc<Semaphore>,
    /// Requests that wait for a permit.
    waiting: AtomicUsize,
    acquire_time: Histogram,
    timeouts: AtomicU64,
    rejections: AtomicU64,
}

/// The state of a pool at one moment.
#[derive(Debug, PartialEq, Eq)]
pub struct PoolReading {
    pub connections: usize,
    pub active: usize,
    pub idle: usize,
    pub pending: usize,
    pub timeouts: u64,
    pub rejections: u64,
}

impl Pool {
    /// Opens every connection at once.
    pub fn open(database: &Path, limits: PoolLimits) -> rusqlite::Result<Self> {
        let idle = (0..limits.connections)
            .map(|_| Table::open(database))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(Self(Arc::new(Shared {
            limits,
            idle: Mutex::new(idle),
            turns: Arc::new(Semaphore::new(limits.connections)),
            write_turn: Arc::new(Semaphore::new(1)),
            waiting: AtomicUsize::new(0),
            acquire_time: Histogram::default(),
            timeouts: AtomicU64::new(0),
            rejections: AtomicU64::new(0),
        })))
    }

    /// Runs `query` on a connection of its own; it goes on to its end even when the caller is dropped.
    pub async fn run<T, Q>(&self, access: Access, query: Q) -> Result<T, PoolFault>
    where
        T: Send + 'static,
        Q: FnOnce(&Table) -> rusqlite::Result<T> + Send + 'static,
    {
        let asked = Instant::now();
        let permits = self.acquire(access).await?;
        self.0.acquire_time.record(asked.elapsed());
        let shared = Arc::clone(&self.0);
        let outcome = tokio::task::spawn_blocking(move || {
            let lease = Lease::take(shared, permits)?;
            lease.table.as_ref().map(query)
        });
        match outcome.await {
            Ok(Some(result)) => result.map_err(PoolFault::Query),
            Ok(None) | Err(_) => Err(PoolFault::Closed),
        }
    }

    pub fn read(&self) -> PoolReading {
        let Shared {
            limits,
            turns,
            waiting,
            timeouts,
            rejections,
            ..
        } = &*self.0;
        let free = turns.available_permits();
        PoolReading {
            connections: limits.connections,
            active: limits.connections - free,
            idle: free,
            pending: waiting.load(Relaxed),
            timeouts: timeouts.load(Relaxed),
            rejections: rejections.load(Relaxed),
        }
    }

    /// How long requests waited for a connection.
    pub fn acquire_time(&self) -> &Histogram {
        &self.0.acquire_time
    }

    async fn acquire(&self, access: Access) -> Result<Permits, PoolFault> {
        if let Ok(permits) = self.try_acquire(access) {
            return Ok(permits);
        }
        let place = Place::take(&self.0)?;
        let queued = async {
            let write_turn = match access {
                Access::Write => Some(Arc::clone(&self.0.write_turn).acquire_owned().await?),
                Access::Read => None,
            };
            Ok(Permits {
                _turn: Arc::clone(&self.0.turns).acquire_owned().await?,
                _write_turn: write_turn,
            })
        };
        let outcome = tokio::time::timeout(self.0.limits.acquire_timeout, queued).await;
        drop(place);
        match outcome {
            Ok(permits) => permits.map_err(|_: tokio::sync::AcquireError| PoolFault::Closed),
            Err(_) => {
                self.0.timeouts.fetch_add(1, Relaxed);
                Err(PoolFault::AcquireTimeout)
            }
        }
    }

    /// The way of a request that need not wait: no timer, no place in the queue.
    fn try_acquire(&self, access: Access) -> Result<Permits, TryAcquireError> {
        let write_turn = match access {
            Access::Write => Some(Arc::clone(&self.0.write_turn).try_acquire_owned()?),
            Access::Read => None,
        };
        Ok(Permits {
            _turn: Arc::clone(&self.0.turns).try_acquire_owned()?,
            _write_turn: write_turn,
        })
    }
}

/// The right to use one connection.
struct Permits {
    _turn: OwnedSemaphorePermit,
    _write_turn: Option<OwnedSemaphorePermit>,
}

/// A connection in use. Fields are dropped after `drop`: the connection is back before the next may take it.
struct Lease {
    shared: Arc<Shared>,
    table: Option<Table>,
    _permits: Permits,
}

impl Lease {
    fn take(shared: Arc<Shared>, permits: Permits) -> Option<Self> {
        let table = lock(&shared.idle).pop()?;
        Some(Self {
            shared,
            table: Some(table),
            _permits: permits,
        })
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        if let Some(table) = self.table.take() {
            lock(&self.shared.idle).push(table);
        }
    }
}

/// A place in the queue, given back however the wait ends.
struct Place<'a>(&'a Shared);

impl<'a> Place<'a> {
    fn take(shared: &'a Shared) -> Result<Self, PoolFault> {
        let place = Self(shared);
        if shared.waiting.fetch_add(1, Relaxed) < shared.limits.queue {
            return Ok(place);
        }
        shared.rejections.fetch_add(1, Relaxed);
        Err(PoolFault::QueueFull)
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.waiting.fetch_sub(1, Relaxed);
    }
}

/// A list of connections is whole whatever a panicking thread did to one of them.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;

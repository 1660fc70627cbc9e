use std::sync::mpsc;
use std::time::Duration;

use super::*;
use crate::generation;

fn pool_of(connections: usize, queue: usize, acquire_timeout_ms: u64) -> (tempfile::TempDir, Pool) {
    let directory = tempfile::tempdir().unwrap();
    let database = directory.path().join("status.db");
    generation::ensure(&database, 10).unwrap();
    let acquire_timeout = Duration::from_millis(acquire_timeout_ms);
    let pool = Pool::open(
        &database,
        PoolLimits {
            connections,
            queue,
            acquire_timeout,
        },
    )
    .unwrap();
    (directory, pool)
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .unwrap()
}

/// Occupies one connection until the sender is dropped.
fn occupy(pool: &Pool, access: Access) -> mpsc::Sender<()> {
    let (release, released) = mpsc::channel::<()>();
    let pool = pool.clone();
    tokio::spawn(async move {
        let wait = move |_: &Table| {
            let _ = released.recv();
            Ok(())
        };
        pool.run(access, wait).await
    });
    release
}

async fn until(condition: impl Fn() -> bool) {
    for _ in 0..2000 {
        if condition() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    panic!("the condition did not come within 2 s");
}

#[test]
fn a_full_pool_makes_wait_and_a_full_queue_refuses() {
    let (_directory, pool) = pool_of(1, 1, 5000);
    runtime().block_on(async {
        let release = occupy(&pool, Access::Read);
        until(|| pool.read().active == 1).await;
        let waiting = tokio::spawn({
            let pool = pool.clone();
            async move { pool.run(Access::Read, Table::count_rows).await }
        });
        until(|| pool.read().pending == 1).await;
        assert!(matches!(
            pool.run(Access::Read, Table::count_rows).await,
            Err(PoolFault::QueueFull)
        ));
        drop(release);
        assert_eq!(waiting.await.unwrap().unwrap(), 10);
        let expected = PoolReading {
            connections: 1,
            active: 0,
            idle: 1,
            pending: 0,
            timeouts: 0,
            rejections: 1,
        };
        until(|| pool.read() == expected).await;
        assert_eq!(pool.acquire_time().count(), 2);
    });
}

#[test]
fn a_wait_ends_at_its_timeout() {
    let (_directory, pool) = pool_of(1, 10, 20);
    runtime().block_on(async {
        let _release = occupy(&pool, Access::Read);
        until(|| pool.read().active == 1).await;
        assert!(matches!(
            pool.run(Access::Read, Table::count_rows).await,
            Err(PoolFault::AcquireTimeout)
        ));
        assert_eq!((pool.read().pending, pool.read().timeouts), (0, 1));
    });
}

#[test]
fn a_second_writer_waits_while_readers_go_on() {
    let (_directory, pool) = pool_of(4, 10, 20);
    runtime().block_on(async {
        let _release = occupy(&pool, Access::Write);
        until(|| pool.read().active == 1).await;
        assert!(matches!(
            pool.run(Access::Write, Table::count_rows).await,
            Err(PoolFault::AcquireTimeout)
        ));
        assert_eq!(pool.run(Access::Read, Table::count_rows).await.unwrap(), 10);
    });
}

#[test]
fn a_caller_that_leaves_gives_its_place_back() {
    let (_directory, pool) = pool_of(1, 10, 5000);
    runtime().block_on(async {
        let _release = occupy(&pool, Access::Read);
        until(|| pool.read().active == 1).await;
        let waiting = tokio::spawn({
            let pool = pool.clone();
            async move { pool.run(Access::Read, Table::count_rows).await }
        });
        until(|| pool.read().pending == 1).await;
        waiting.abort();
        until(|| pool.read().pending == 0).await;
    });
}

//! The end of the service: the first SIGTERM or SIGINT stops it gently, a second one at once.

use std::time::Duration;

use tokio::signal::unix::{signal, Signal, SignalKind};
use tokio::sync::watch;

/// How long requests in flight may take after the first signal.
pub const LONGEST_STOP: Duration = Duration::from_secs(5);

const INTERRUPTED: i32 = 130;

/// Listens for signals from now on; the receiver turns true at the first one.
pub fn listen() -> std::io::Result<watch::Receiver<bool>> {
    let (stop, stopping) = watch::channel(false);
    let signals = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    tokio::spawn(follow(signals, stop));
    Ok(stopping)
}

async fn follow((mut terminate, mut interrupt): (Signal, Signal), stop: watch::Sender<bool>) {
    either(&mut terminate, &mut interrupt).await;
    // Nobody left to tell means that the service has ended already.
    let _ = stop.send(true);
    either(&mut terminate, &mut interrupt).await;
    std::process::exit(INTERRUPTED);
}

async fn either(first: &mut Signal, second: &mut Signal) {
    std::future::poll_fn(|context| {
        if first.poll_recv(context).is_ready() || second.poll_recv(context).is_ready() {
            std::task::Poll::Ready(())
        } else {
            std::task::Poll::Pending
        }
    })
    .await;
}

/// Returns once the stop was asked for.
pub async fn asked(mut stopping: watch::Receiver<bool>) {
    // A closed channel means that nobody can ask any more.
    if stopping.wait_for(|stop| *stop).await.is_err() {
        std::future::pending().await
    }
}

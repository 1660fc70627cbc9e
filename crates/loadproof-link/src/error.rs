//! Reasons for a link that does not come up or cannot go on.

use std::io;

/// The system refused what a link cannot do without.
#[derive(Debug, thiserror::Error)]
pub enum LinkError {
    /// The port cannot be listened on.
    #[error("port {port} cannot be listened on ({source}). Cure: free it, or choose another one")]
    Listen {
        /// The port.
        port: u16,
        /// Reason of the system.
        source: io::Error,
    },
    /// The address to pass connections on to is wrong or unknown.
    #[error("{upstream} is no address to pass connections on to ({source}). Cure: give HOST:PORT")]
    Upstream {
        /// The address as it was given.
        upstream: String,
        /// Reason of the system.
        source: io::Error,
    },
    /// The control socket cannot be opened.
    #[error("the control socket {path} cannot be opened ({source}). Cure: give a path in a directory that can be written")]
    Control {
        /// Its path.
        path: String,
        /// Reason of the system.
        source: io::Error,
    },
    /// Epoll fails.
    #[error("the link cannot wait for connections ({0}). Cure: raise the limits of the process")]
    Poll(io::Error),
}

//! Why bytes are not a reply.

/// Why bytes are not a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Not HTTP/1.x, or not as its own lengths say.
    #[error("not an HTTP/1.1 reply: {0}")]
    Garbage(&'static str),
    /// Beyond [`Limits`].
    #[error("{0} passes the bound")]
    TooLarge(&'static str),
    /// The connection ended before the reply did.
    #[error("the connection was closed before the reply was whole")]
    Closed,
}

//! A link: a process that passes TCP connections on to another address, and makes faults of a network on demand.
//!
//! One thread and one epoll instance. Without a fault each chunk goes from socket to socket without a copy; with one, it
//! waits in a queue of its direction. A fault ends at its deadline by itself, whoever asked for it.
//!
//! # Layout
//! - `link`: the loop over connections, orders and deadlines; `poll`: epoll.
//! - `pair`: the two connections of one client; `flow`: bytes of one direction on their way; `allowance`: its bandwidth.
//! - `fault`: the faults and their combined effect; `order`: orders and answers of the control socket, `control` its
//!   connections.
//! - `upstream`: addresses that connections are passed on to.
//! - `error`: reasons for a link that does not come up.

mod allowance;
mod control;
mod error;
mod fault;
mod flow;
mod link;
mod order;
mod pair;
mod poll;
mod upstream;

pub use error::LinkError;
pub use link::run_link;

//! Where connections lead.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

/// Where connections lead: every address of a name, or a Unix socket.
///
/// Each new connection takes the next address, so that the load is spread evenly and an address that refuses shows in the
/// results with its share of the calls. A connection that fails is not tried at another address: that would hide the fault.
#[derive(Clone, Debug)]
pub enum Endpoint {
    /// Addresses in their order; connections go round them.
    Addresses(Arc<[SocketAddr]>),
    /// A Unix socket of the kind stream.
    Unix(PathBuf),
}

impl Endpoint {
    /// An endpoint of these addresses.
    ///
    /// ```
    /// use loadproof_reactor::Endpoint;
    /// let endpoint = Endpoint::of_addresses(["127.0.0.1:80".parse().unwrap(), "[::1]:80".parse().unwrap()]);
    /// assert_eq!(endpoint.addresses().len(), 2);
    /// ```
    pub fn of_addresses(addresses: impl IntoIterator<Item = SocketAddr>) -> Self {
        Self::Addresses(addresses.into_iter().collect())
    }

    /// The addresses; none for a Unix socket.
    pub fn addresses(&self) -> &[SocketAddr] {
        match self {
            Self::Addresses(addresses) => addresses,
            Self::Unix(_) => &[],
        }
    }
}

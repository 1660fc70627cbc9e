//! Where connections lead.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Arc;

/// Where connections lead: every address of a name, or a Unix socket.
///
/// Each new connection takes the next address, so that the load is spread evenly and an address that refuses shows in the
/// results with its share of the calls. A connection that fails is not tried at another address: that would hide the fault.
#[derive(Clone, Debug)]
pub enum Endpoint {
    /// Addresses in their order; connections go round them.
    Addresses(Arc<[Address]>),
    /// A Unix socket of the kind stream.
    Unix(PathBuf),
}

/// One address, and how connections to it went, over all shards that share the endpoint.
#[derive(Debug)]
pub struct Address {
    /// The address.
    pub address: SocketAddr,
    opened: AtomicU64,
    failed: AtomicU64,
}

impl Endpoint {
    /// An endpoint of these addresses.
    ///
    /// ```
    /// use loadproof_reactor::Endpoint;
    /// let endpoint = Endpoint::of_addresses(["127.0.0.1:80".parse().unwrap(), "[::1]:80".parse().unwrap()]);
    /// assert_eq!(endpoint.addresses().len(), 2);
    /// assert_eq!((endpoint.addresses()[0].opened(), endpoint.addresses()[0].failed()), (0, 0));
    /// ```
    pub fn of_addresses(addresses: impl IntoIterator<Item = SocketAddr>) -> Self {
        let addresses = addresses.into_iter().map(|address| Address {
            address,
            opened: AtomicU64::new(0),
            failed: AtomicU64::new(0),
        });
        Self::Addresses(addresses.collect())
    }

    /// The addresses with their counts; none for a Unix socket.
    pub fn addresses(&self) -> &[Address] {
        match self {
            Self::Addresses(addresses) => addresses,
            Self::Unix(_) => &[],
        }
    }

    /// Notes how a connection to the address with this number went.
    pub(crate) fn note(&self, number: usize, up: bool) {
        if let Some(address) = self.addresses().get(number) {
            let count = if up { &address.opened } else { &address.failed };
            count.fetch_add(1, Ordering::Relaxed);
        }
    }
}

impl Address {
    /// Connections that came up, TLS included.
    pub fn opened(&self) -> u64 {
        self.opened.load(Ordering::Relaxed)
    }

    /// Connections that failed before they could take a call.
    pub fn failed(&self) -> u64 {
        self.failed.load(Ordering::Relaxed)
    }
}

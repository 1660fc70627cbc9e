//! Addresses that connections are passed on to.

use std::io;
use std::net::{SocketAddr, ToSocketAddrs};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// HOST:PORT and what it resolves to; a name is resolved again by a thread of its own when no address takes a connection.
#[derive(Debug)]
pub(crate) struct Upstream {
    text: String,
    /// Its host is an address, which stays the same.
    is_numeric: bool,
    addresses: Arc<Mutex<Vec<SocketAddr>>>,
    is_resolving: Arc<AtomicBool>,
}

impl Upstream {
    /// Resolves the name now.
    pub(crate) fn new(text: &str) -> io::Result<Self> {
        let addresses = resolved(text)?;
        Ok(Self {
            text: text.into(),
            is_numeric: text.parse::<SocketAddr>().is_ok(),
            addresses: Arc::new(Mutex::new(addresses)),
            is_resolving: Arc::default(),
        })
    }

    /// The address with this number; None behind the last.
    pub(crate) fn address(&self, number: usize) -> Option<SocketAddr> {
        let addresses = self.addresses.lock().unwrap_or_else(PoisonError::into_inner);
        addresses.get(number).copied()
    }

    /// Resolves the name again for later connections, unless that is under way.
    pub(crate) fn resolve_again(&self) {
        if self.is_numeric || self.is_resolving.swap(true, Ordering::AcqRel) {
            return;
        }
        let (text, addresses, is_resolving) = (self.text.clone(), Arc::clone(&self.addresses), Arc::clone(&self.is_resolving));
        let resolving = move || {
            if let Ok(found) = resolved(&text) {
                *addresses.lock().unwrap_or_else(PoisonError::into_inner) = found;
            }
            is_resolving.store(false, Ordering::Release);
        };
        if thread::Builder::new().name("resolver".into()).spawn(resolving).is_err() {
            self.is_resolving.store(false, Ordering::Release);
        }
    }
}

fn resolved(text: &str) -> io::Result<Vec<SocketAddr>> {
    let mut addresses: Vec<SocketAddr> = text.to_socket_addrs()?.collect();
    addresses.dedup();
    if addresses.is_empty() {
        return Err(io::Error::new(io::ErrorKind::NotFound, "the name has no address"));
    }
    Ok(addresses)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_names_resolve() {
        let four = Upstream::new("127.0.0.1:81").unwrap();
        assert_eq!(four.address(0), Some("127.0.0.1:81".parse().unwrap()));
        assert_eq!(four.address(1), None);
        assert_eq!(
            Upstream::new("[::1]:81").unwrap().address(0),
            Some("[::1]:81".parse().unwrap())
        );
        assert!(Upstream::new("localhost:81").unwrap().address(0).unwrap().ip().is_loopback());
    }

    #[test]
    fn other_texts_do_not() {
        for text in ["", "127.0.0.1", "127.0.0.1:port", "127.0.0.1:70000", "[::1:5"] {
            assert!(Upstream::new(text).is_err(), "{text}");
        }
    }
}

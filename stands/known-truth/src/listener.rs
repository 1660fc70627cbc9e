//! The socket that takes connections.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::os::fd::AsFd;

use rustix::net::{sockopt, AddressFamily, SocketFlags, SocketType};

/// The kernel cuts this to `net.core.somaxconn`.
const BACKLOG: i32 = 4096;

/// Listens at `address`; accepting never blocks.
pub fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let family = if address.is_ipv4() {
        AddressFamily::INET
    } else {
        AddressFamily::INET6
    };
    let flags = SocketFlags::NONBLOCK | SocketFlags::CLOEXEC;
    let socket = rustix::net::socket_with(family, SocketType::STREAM, flags, None)?;
    sockopt::set_socket_reuseaddr(socket.as_fd(), true)?;
    rustix::net::bind(&socket, &address)?;
    rustix::net::listen(&socket, BACKLOG)?;
    Ok(TcpListener::from(socket))
}

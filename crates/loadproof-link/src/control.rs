//! The control socket: connections of the controller, with bounded lines.

use std::fs::{self, Permissions};
use std::io::{self, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};

/// Most connections at once; one more takes the place of the oldest.
pub(crate) const MOST_CONNECTIONS: usize = 8;
const LONGEST_LINE: usize = 4096;

/// One connection and the begin of its next line.
#[derive(Debug)]
struct Asking {
    stream: UnixStream,
    begun: Vec<u8>,
}

/// The socket, which only its owner may open.
#[derive(Debug)]
pub(crate) struct Control {
    pub(crate) listener: UnixListener,
    asking: [Option<Asking>; MOST_CONNECTIONS],
    next: usize,
}

impl Control {
    /// Opens the socket, in place of one that is left there.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let mut name = path.as_os_str().to_owned();
        name.push(".new");
        let unready = PathBuf::from(name);
        match fs::remove_file(&unready) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let listener = UnixListener::bind(&unready)?;
        fs::set_permissions(&unready, Permissions::from_mode(0o600))?;
        // It gets its name once it takes connections, of its owner alone.
        fs::rename(&unready, path)?;
        listener.set_nonblocking(true)?;
        Ok(Self {
            listener,
            asking: Default::default(),
            next: 0,
        })
    }

    /// Takes the next connection; its number, None: there is none.
    pub(crate) fn accept(&mut self) -> Option<usize> {
        let (stream, _) = self.listener.accept().ok()?;
        stream.set_nonblocking(true).ok()?;
        let free = self.asking.iter().position(Option::is_none);
        let number = free.unwrap_or_else(|| {
            self.next = (self.next + 1) % MOST_CONNECTIONS;
            self.next
        });
        self.asking[number] = Some(Asking {
            stream,
            begun: Vec::new(),
        });
        Some(number)
    }

    /// The socket of a connection.
    pub(crate) fn stream(&self, number: usize) -> Option<&UnixStream> {
        Some(&self.asking.get(number)?.as_ref()?.stream)
    }

    /// Lines that have come whole; a connection that has ended, or whose line is too long, is dropped.
    pub(crate) fn lines(&mut self, number: usize) -> Vec<Vec<u8>> {
        let Some(Some(asking)) = self.asking.get_mut(number) else {
            return Vec::new();
        };
        let mut bytes = [0; LONGEST_LINE];
        match asking.stream.read(&mut bytes) {
            Ok(0) => {
                self.asking[number] = None;
                Vec::new()
            }
            Ok(read) => {
                asking.begun.extend_from_slice(&bytes[..read]);
                let mut lines: Vec<Vec<u8>> = asking.begun.split(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
                asking.begun = lines.pop().unwrap_or_default();
                if asking.begun.len() > LONGEST_LINE {
                    self.asking[number] = None;
                }
                lines
            }
            Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) => Vec::new(),
            Err(_) => {
                self.asking[number] = None;
                Vec::new()
            }
        }
    }

    /// Sends a line; a connection that does not read its answers is dropped.
    pub(crate) fn answer(&mut self, number: usize, line: &str) {
        let Some(Some(asking)) = self.asking.get_mut(number) else {
            return;
        };
        let mut bytes = Vec::with_capacity(line.len() + 1);
        bytes.extend_from_slice(line.as_bytes());
        bytes.push(b'\n');
        if !matches!(asking.stream.write(&bytes), Ok(written) if written == bytes.len()) {
            self.asking[number] = None;
        }
    }
}

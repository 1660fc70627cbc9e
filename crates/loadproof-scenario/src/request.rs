//! An operation compiled to byte pieces.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use loadproof_protocol::http1;

use crate::names::Names;
use crate::piece::{compile_template, joined, Piece};
use crate::place::{breaks_a_line, Place};
use crate::{BodyPartSpec, BodySpec, OperationSpec};

/// Largest body from a file.
const MOST_BODY_BYTES: u64 = 256 << 20;

/// An operation compiled: head pieces, then the body's.
#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) head: Box<[Piece]>,
    /// Pieces of a body whose length differs from call to call; a fixed one is part of the head.
    pub(crate) body: Option<Box<[Piece]>>,
}

impl Request {
    /// Compiles an operation for a host; with `cookies` there is a place for those of the session.
    ///
    /// # Errors
    /// A sentence that names what is wrong.
    pub(crate) fn compile(operation: &OperationSpec, host: &str, names: &Names, cookies: bool) -> Result<Self, String> {
        if !is_token(&operation.method) {
            return Err(format!(
                "the method {:?} is not a word of HTTP: write GET, POST, …",
                operation.method
            ));
        }
        let mut head = vec![Piece::Literal(http1::before_path(&operation.method))];
        if operation.path.is_empty() {
            return Err("the path is empty: write `/` for the root".into());
        }
        head.extend(compile_template(&operation.path, Place::Path, names)?);
        head.push(Piece::Literal(http1::AFTER_PATH.to_vec()));
        let place_of = |header: &str| {
            let mut names = operation.headers.iter().map(|(name, _)| name);
            names.position(|name| name.eq_ignore_ascii_case(header))
        };
        if place_of("host").is_none() {
            head.push(Piece::Literal(http1::host_header(host)));
        }
        let own = place_of("cookie");
        if cookies && own.is_none() {
            head.push(Piece::Cookies { joined: false });
        }
        for (number, (name, value)) in operation.headers.iter().enumerate() {
            if !is_token(name)
                || ["content-length", "transfer-encoding"]
                    .iter()
                    .any(|ours| name.eq_ignore_ascii_case(ours))
            {
                return Err(format!("the header name {name:?} is none that an operation may give"));
            }
            head.push(Piece::Literal(http1::header_name(name)));
            head.extend(compile_template(value, Place::Header, names)?);
            if cookies && own == Some(number) {
                head.push(Piece::Cookies { joined: true });
            }
            head.push(Piece::Literal(http1::header_end()));
        }
        let body = match &operation.body {
            Some(BodySpec::Text(text)) => compile_template(text, Place::Body, names)?,
            Some(BodySpec::File(path)) => vec![Piece::Literal(read_body(path, MOST_BODY_BYTES)?)],
            Some(BodySpec::Parts(parts)) => body_of_parts(parts, names)?,
            None => Vec::new(),
        };
        Ok(Self::joined(head, body, &operation.method))
    }

    fn joined(mut head: Vec<Piece>, body: Vec<Piece>, method: &str) -> Self {
        let mut length = 0;
        for piece in &body {
            let Piece::Literal(bytes) = piece else {
                return Self {
                    head: joined(head),
                    body: Some(joined(body)),
                };
            };
            length += bytes.len();
        }
        let mut end = Vec::new();
        if length > 0 || ["POST", "PUT", "PATCH"].contains(&method) {
            http1::write_content_length(&mut end, length);
        } else {
            end.extend_from_slice(http1::CRLF);
        }
        head.push(Piece::Literal(end));
        head.extend(body);
        Self {
            head: joined(head),
            body: None,
        }
    }

    /// The bytes of a request that is the same in every call.
    pub(crate) fn constant(&self) -> Option<&[u8]> {
        match (&*self.head, &self.body) {
            ([Piece::Literal(bytes)], None) => Some(bytes),
            _ => None,
        }
    }

    /// All pieces of head and body.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = &Piece> {
        self.head.iter().chain(self.body.iter().flatten())
    }
}

/// Whether a text is a token (RFC 9110 section 5.6.2), as methods and header names are.
fn is_token(text: &str) -> bool {
    !text.is_empty()
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte))
}

/// The pieces of all parts in their order; the files together have at most `MOST_BODY_BYTES`.
fn body_of_parts(parts: &[BodyPartSpec], names: &Names) -> Result<Vec<Piece>, String> {
    let mut pieces = Vec::new();
    let mut room = MOST_BODY_BYTES;
    for part in parts {
        match part {
            BodyPartSpec::Text(text) => pieces.extend(compile_template(text, Place::Body, names)?),
            BodyPartSpec::File(path) => {
                let bytes = read_body(path, room)?;
                room -= bytes.len() as u64;
                pieces.push(Piece::Literal(bytes));
            }
        }
    }
    Ok(pieces)
}

/// The bytes of a file, at most `room`: what the files of a body before it have left of `MOST_BODY_BYTES`.
fn read_body(path: &Path, room: u64) -> Result<Vec<u8>, String> {
    let wrong = |error: std::io::Error| format!("the body {}: {error}", path.display());
    let too_large = || {
        format!(
            "with the file {} the body has more than {MOST_BODY_BYTES} bytes (256 MiB)",
            path.display()
        )
    };
    let file = File::open(path).map_err(wrong)?;
    if file.metadata().map_err(wrong)?.len() > room {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    // A pipe or a device does not say its size beforehand.
    file.take(room + 1).read_to_end(&mut bytes).map_err(wrong)?;
    if bytes.len() as u64 > room {
        return Err(too_large());
    }
    Ok(bytes)
}

/// Refuses a host that would break out of its header.
///
/// # Errors
/// A sentence that names it.
pub(crate) fn check_host(host: &str) -> Result<(), String> {
    if host.bytes().any(|byte| breaks_a_line(byte) || byte == b' ') {
        return Err(format!("the host {host:?} has a space or line break"));
    }
    Ok(())
}

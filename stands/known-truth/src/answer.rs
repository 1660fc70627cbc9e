//! The bytes of every answer.

use std::io::Write;

use crate::workers::Standing;

const BODY: &[u8] = br#"{"truth":"known"}"#;

/// Neither a status line nor the beginning of one.
pub const GARBAGE: &[u8] = b"\x16\x03\x01 these bytes are not HTTP\r\n\r\n";

const JSON: &str = "application/json";
const PROMETHEUS: &str = "text/plain; version=0.0.4";

/// Appends a whole answer; `head_only` leaves the body out.
pub fn write_whole(status: u16, close: bool, head_only: bool, output: &mut Vec<u8>) {
    write_head(status, close, output);
    if !head_only {
        output.extend_from_slice(BODY);
    }
}

/// Appends a page of metrics on the workers, named as stands/README.md says.
pub fn write_metrics(standing: &Standing, close: bool, head_only: bool, output: &mut Vec<u8>) {
    let metrics = [
        ("http_requests_total", "counter", standing.ended),
        ("threads_busy", "gauge", standing.busy as u64),
        ("threads_max", "gauge", standing.workers as u64),
        ("threads_queued", "gauge", standing.queued as u64),
    ];
    let body: String = metrics
        .iter()
        .map(|(name, kind, value)| format!("# TYPE {name} {kind}\n{name} {value}\n"))
        .collect();
    write_head_of(200, PROMETHEUS, body.len(), close, output);
    if !head_only {
        output.extend_from_slice(body.as_bytes());
    }
}

/// Pieces of a slow body.
pub const PIECES: u8 = 4;

/// Appends the head of an answer whose body follows in pieces.
pub fn write_slow_head(close: bool, output: &mut Vec<u8>) {
    write_head(200, close, output);
}

/// Appends the piece of this number, from 0.
pub fn write_piece(number: u8, output: &mut Vec<u8>) {
    let bound = |pieces: u8| BODY.len() * usize::from(pieces) / usize::from(PIECES);
    output.extend_from_slice(&BODY[bound(number)..bound(number + 1)]);
}

/// Appends an answer that promises a whole body and gives half of it.
pub fn write_half(output: &mut Vec<u8>) {
    write_head(200, false, output);
    output.extend_from_slice(&BODY[..BODY.len() / 2]);
}

fn write_head(status: u16, close: bool, output: &mut Vec<u8>) {
    write_head_of(status, JSON, BODY.len(), close, output);
}

fn write_head_of(status: u16, content_type: &str, length: usize, close: bool, output: &mut Vec<u8>) {
    let connection = if close { "Connection: close\r\n" } else { "" };
    // A vector takes every byte.
    let _ = write!(
        output,
        "HTTP/1.1 {status} {}\r\nContent-Type: {content_type}\r\nContent-Length: {length}\r\n{connection}\r\n",
        reason(status)
    );
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        400 => "Bad Request",
        404 => "Not Found",
        429 => "Too Many Requests",
        500 => "Internal Server Error",
        503 => "Service Unavailable",
        _ => "Status",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pieces_are_the_body() {
        let mut output = Vec::new();
        (0..PIECES).for_each(|number| write_piece(number, &mut output));
        assert_eq!(output, BODY);
    }
}

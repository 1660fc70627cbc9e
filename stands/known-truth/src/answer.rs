//! The bytes of every answer.

use std::io::Write;

const BODY: &[u8] = br#"{"truth":"known"}"#;

/// Neither a status line nor the beginning of one.
pub const GARBAGE: &[u8] = b"\x16\x03\x01 these bytes are not HTTP\r\n\r\n";

/// Appends a whole answer; `head_only` leaves the body out.
pub fn write_whole(status: u16, close: bool, head_only: bool, output: &mut Vec<u8>) {
    write_head(status, close, output);
    if !head_only {
        output.extend_from_slice(BODY);
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
    let connection = if close { "Connection: close\r\n" } else { "" };
    let length = BODY.len();
    // A vector takes every byte.
    let _ = write!(
        output,
        "HTTP/1.1 {status} {}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n{connection}\r\n",
        reason(status)
    );
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        400 => "Bad Request",
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

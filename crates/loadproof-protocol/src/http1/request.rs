//! The fixed bytes of a request, between which templates put theirs.

/// Ends a line and, after the last header, the head.
pub const CRLF: &[u8] = b"\r\n";

/// What stands before the path: the method and a space.
pub fn before_path(method: &str) -> Vec<u8> {
    format!("{method} ").into_bytes()
}

/// What stands between the path and the first header.
pub const AFTER_PATH: &[u8] = b" HTTP/1.1\r\n";

/// The header that names the target, which every request has once (RFC 9112, section 3.2).
///
/// ```
/// assert_eq!(loadproof_protocol::http1::host_header("localhost:80"), b"host: localhost:80\r\n");
/// ```
pub fn host_header(host: &str) -> Vec<u8> {
    format!("host: {host}\r\n").into_bytes()
}

/// What stands before a header's value.
pub fn header_name(name: &str) -> Vec<u8> {
    format!("{name}: ").into_bytes()
}

/// What stands after a header's value.
pub fn header_end() -> Vec<u8> {
    CRLF.to_vec()
}

/// Appends the length of the body and the end of the head.
pub fn write_content_length(out: &mut Vec<u8>, length: usize) {
    out.extend_from_slice(b"content-length: ");
    let mut digits = [0u8; 20];
    let mut start = digits.len();
    let mut rest = length;
    loop {
        start -= 1;
        digits[start] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[start..]);
    out.extend_from_slice(b"\r\n\r\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_written_in_decimal() {
        for length in [0, 7, 10, 65_535, usize::MAX] {
            let mut out = Vec::new();
            write_content_length(&mut out, length);
            assert_eq!(out, format!("content-length: {length}\r\n\r\n").into_bytes());
        }
    }
}

//! HTTP/1.1 (RFC 9112).

mod chunked;
mod decoder;
mod request;

pub use decoder::{Decoder, Fault, Limits, Reply};
pub use request::{after_path, before_path, header_end, header_name, write_content_length, CRLF};

//! HTTP/1.1 (RFC 9112).

mod chunked;
mod content;
mod decoder;
mod excerpt;
mod fault;
mod head;
mod request;

pub use content::{Content, Expectation, Keep};
pub use decoder::{Decoder, Limits, Reply};
pub use fault::Fault;
pub use request::{before_path, header_end, header_name, host_header, write_content_length, AFTER_PATH, CRLF};

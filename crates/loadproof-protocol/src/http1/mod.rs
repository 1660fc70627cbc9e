//! HTTP/1.1 (RFC 9112).

mod chunked;
mod content;
mod content_encoding;
mod decoder;
mod excerpt;
mod fault;
mod head;
mod request;

pub use content::{Content, Expectation, Keep};
pub use content_encoding::EncodingFault;
pub use decoder::{Decoder, Limits, Reply};
pub use excerpt::MOST_WHOLE_BYTES;
pub use fault::Fault;
pub use request::{before_path, header_end, header_name, host_header, write_content_length, AFTER_PATH, CRLF};

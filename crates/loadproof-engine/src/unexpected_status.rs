//! The kind of a reply whose status is not expected.

use loadproof_measure::ErrorKind;
use loadproof_protocol::http1::Content;
use memchr::memmem;

/// Status with which servers refuse what is not HTTP for them.
const BAD_REQUEST: u16 = 400;
/// Texts of servers that were sent plain HTTP at a port that speaks TLS: nginx, Go, Apache httpd, Tomcat.
const TLS_EXPECTED: [&[u8]; 4] = [
    b"plain HTTP request was sent to HTTPS port",
    b"Client sent an HTTP request to an HTTPS server",
    b"speaking plain HTTP to an SSL-enabled server port",
    b"This combination of host and port requires TLS",
];
/// Text of nginx, which finishes a handshake without a client certificate and refuses each request after it.
const CLIENT_CERTIFICATE: &[u8] = b"No required SSL certificate was sent";

/// The kind of a reply with a status that its operation does not expect, by its status and what was kept of it.
#[cold]
pub(crate) fn kind_of_status(status: u16, content: Content<'_>, over_tls: bool) -> ErrorKind {
    let names = |text: &[u8]| memmem::find(content.body, text).is_some();
    match status {
        301 | 302 | 303 | 307 | 308 => ErrorKind::Redirect,
        300..=399 if content.header("location").next().is_some() => ErrorKind::Redirect,
        BAD_REQUEST if over_tls && names(CLIENT_CERTIFICATE) => ErrorKind::TlsClientCertificate,
        BAD_REQUEST if !over_tls && TLS_EXPECTED.iter().any(|text| names(text)) => ErrorKind::TlsExpected,
        status => ErrorKind::Status(status),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn content<'a>(head: &'a [u8], body: &'a [u8]) -> Content<'a> {
        Content {
            head,
            body,
            body_bytes: body.len() as u64,
        }
    }

    #[test]
    fn redirects_are_one_kind_and_other_3xx_keep_their_status() {
        let bare = content(b"HTTP/1.1 301 Moved\r\n\r\n", b"");
        let located = content(b"HTTP/1.1 300 Choices\r\nLOCATION: /a\r\n\r\n", b"");
        for status in [301, 302, 303, 307, 308] {
            assert_eq!(kind_of_status(status, bare, false), ErrorKind::Redirect);
        }
        for status in [300, 304, 305, 399] {
            assert_eq!(kind_of_status(status, bare, false), ErrorKind::Status(status));
            assert_eq!(kind_of_status(status, located, true), ErrorKind::Redirect);
        }
        for status in [199, 200, 201, 400, 503] {
            assert_eq!(kind_of_status(status, located, false), ErrorKind::Status(status));
        }
    }

    #[test]
    fn refusals_of_plain_http_and_of_a_missing_certificate_are_named() {
        let head = b"HTTP/1.1 400 Bad Request\r\n\r\n";
        let nginx = b"<center>The plain HTTP request was sent to HTTPS port</center>";
        assert_eq!(kind_of_status(400, content(head, nginx), false), ErrorKind::TlsExpected);
        assert_eq!(kind_of_status(400, content(head, nginx), true), ErrorKind::Status(400));
        assert_eq!(kind_of_status(404, content(head, nginx), false), ErrorKind::Status(404));
        let go = b"Client sent an HTTP request to an HTTPS server.\n";
        assert_eq!(kind_of_status(400, content(head, go), false), ErrorKind::TlsExpected);
        let certificate = b"<center>No required SSL certificate was sent</center>";
        let refused = content(head, certificate);
        assert_eq!(kind_of_status(400, refused, true), ErrorKind::TlsClientCertificate);
        assert_eq!(kind_of_status(400, refused, false), ErrorKind::Status(400));
    }
}

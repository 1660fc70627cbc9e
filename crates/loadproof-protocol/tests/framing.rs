//! What is a reply by RFC 9110 and RFC 9112, what is a fault, and where real servers are given way.

// In a test a broken assumption must end it.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use loadproof_protocol::http1::{Decoder, Expectation, Fault, Keep, Limits, Reply};

const CHUNKED: &str = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";

fn begun(keep: Keep) -> Decoder {
    let mut decoder = Decoder::new(Limits::default());
    decoder.expect_reply(Expectation { head_only: false, keep });
    decoder
}

/// What comes of a stream and the end of the connection, the same when it comes at once and byte by byte.
fn outcome(stream: &[u8]) -> Result<(Reply, Vec<u8>), Fault> {
    let one = decode(stream, stream.len());
    assert_eq!(decode(stream, 1), one, "{}", String::from_utf8_lossy(stream));
    one
}

fn decode(stream: &[u8], step: usize) -> Result<(Reply, Vec<u8>), Fault> {
    let mut decoder = begun(Keep::Whole);
    for part in stream.chunks(step) {
        if let Some(reply) = decoder.feed(part)? {
            return Ok((reply, decoder.content(part).body.to_vec()));
        }
    }
    let reply = decoder.end()?.unwrap();
    Ok((reply, decoder.content(&[]).body.to_vec()))
}

/// The body, and whether the connection lasts.
fn answered(stream: impl AsRef<[u8]>) -> (Vec<u8>, bool) {
    let stream = stream.as_ref();
    let outcome = outcome(stream);
    assert!(outcome.is_ok(), "{outcome:?} for {}", String::from_utf8_lossy(stream));
    let (reply, body) = outcome.unwrap();
    assert_eq!(reply.body_bytes, body.len() as u64);
    (body, reply.keep_alive)
}

fn assert_garbage(stream: impl AsRef<[u8]>) {
    let outcome = outcome(stream.as_ref());
    assert!(
        matches!(outcome, Err(Fault::Garbage(_))),
        "{outcome:?} for {}",
        String::from_utf8_lossy(stream.as_ref())
    );
}

/// Bytes after the end of a reply: a fault where they come with it; where they do not, they belong to no call.
fn assert_overlong(stream: &str) {
    let outcome = decode(stream.as_bytes(), usize::MAX);
    assert!(matches!(outcome, Err(Fault::Garbage(_))), "{outcome:?} for {stream:?}");
    assert!(decode(stream.as_bytes(), 1).is_ok());
}

fn assert_too_large(stream: impl AsRef<[u8]>) {
    let outcome = decode(stream.as_ref(), usize::MAX);
    assert!(matches!(outcome, Err(Fault::TooLarge(_))), "{outcome:?}");
    assert_eq!(decode(stream.as_ref(), 1000), outcome);
}

#[test]
fn a_transfer_coding_wins_over_a_length_and_ends_the_connection() {
    // RFC 9112, section 6.3: the coding overrides the length; section 6.1: the connection is not to be trusted after it.
    let both = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n";
    assert_eq!(answered(both), (b"abc".to_vec(), false));
    let old = "HTTP/1.0 200 OK\r\nconnection: keep-alive\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n";
    assert_eq!(answered(old), (b"abc".to_vec(), false));
}

#[test]
fn codings_that_do_not_end_in_chunked_last_until_the_close() {
    for codings in ["gzip", "chunked, gzip", "chunked\r\ntransfer-encoding: gzip"] {
        let stream = format!("HTTP/1.1 200 OK\r\ntransfer-encoding: {codings}\r\n\r\nabc");
        assert_eq!(answered(stream), (b"abc".to_vec(), false), "{codings}");
    }
    for codings in [
        "gzip, chunked",
        "gzip\r\nTransfer-Encoding: CHUNKED",
        "chunked,",
        ", chunked ,",
        "identity, chunked",
    ] {
        let stream = format!("HTTP/1.1 200 OK\r\ntransfer-encoding: {codings}\r\n\r\n3\r\nabc\r\n0\r\n\r\n");
        assert_eq!(answered(stream), (b"abc".to_vec(), true), "{codings}");
    }
    assert_garbage("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked, chunked\r\n\r\n0\r\n\r\n");
    // Sent by servers from before RFC 7230: no coding at all.
    let identity = "HTTP/1.1 200 OK\r\ntransfer-encoding: identity\r\ncontent-length: 3\r\n\r\nabc";
    assert_eq!(answered(identity), (b"abc".to_vec(), true));
}

#[test]
fn lengths_are_numbers_that_agree() {
    for length in ["3", "3, 3", "3\r\nContent-Length: 3", "0003"] {
        let stream = format!("HTTP/1.1 200 OK\r\ncontent-length: {length}\r\n\r\nabc");
        assert_eq!(answered(stream), (b"abc".to_vec(), true), "{length}");
    }
    for length in [
        "",
        "+3",
        "-3",
        "3 3",
        "3;",
        "0x3",
        "3.0",
        "3, 4",
        "3,",
        "3\r\ncontent-length: 4",
        "\u{663}",
    ] {
        assert_garbage(format!("HTTP/1.1 200 OK\r\ncontent-length: {length}\r\n\r\nabc"));
    }
    assert_too_large("HTTP/1.1 200 OK\r\ncontent-length: 1073741825\r\n\r\n");
    assert_too_large("HTTP/1.1 200 OK\r\ncontent-length: 99999999999999999999999\r\n\r\n");
}

#[test]
fn replies_without_a_body_have_none_whatever_they_say() {
    for status in [204, 304] {
        let stream = format!("HTTP/1.1 {status} x\r\ncontent-length: 5\r\n\r\n");
        assert_eq!(answered(stream), (vec![], true));
        assert_overlong(&format!("HTTP/1.1 {status} x\r\ncontent-length: 5\r\n\r\nhello"));
        assert_eq!(
            answered(format!("HTTP/1.1 {status} x\r\ntransfer-encoding: chunked\r\n\r\n")),
            (vec![], true)
        );
    }
    // 205 has a length of its own, if mostly 0.
    assert_eq!(
        answered("HTTP/1.1 205 Reset Content\r\ncontent-length: 0\r\n\r\n"),
        (vec![], true)
    );
    assert_eq!(
        answered("HTTP/1.1 200 OK\r\n\r\nuntil close"),
        (b"until close".to_vec(), false)
    );
}

#[test]
fn interim_replies_pass_and_are_bounded_with_the_head() {
    let interim = "HTTP/1.1 102 Processing\r\ncontent-length: 9\r\n\r\n";
    let last = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n";
    assert_eq!(answered(interim.repeat(100) + last), (vec![], true));
    assert_too_large(interim.repeat(2000) + last);
    assert_garbage("HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\n\r\n");
    // The bound is that of one reply, not of the connection.
    let mut decoder = begun(Keep::Nothing);
    for _ in 0..50 {
        decoder.expect_reply(Expectation::default());
        assert!(decoder.feed((interim.repeat(100) + last).as_bytes()).unwrap().is_some());
    }
}

#[test]
fn connections_last_as_the_version_and_the_header_say() {
    let cases = [
        ("1.1", "", true),
        ("1.1", "connection: close\r\n", false),
        ("1.1", "connection: x, Close\r\n", false),
        ("1.1", "connection: keep-alive\r\nconnection: close\r\n", false),
        ("1.1", "connection: upgrade\r\n", true),
        ("1.1", "connection: closed\r\n", true),
        ("1.0", "", false),
        ("1.0", "connection: Keep-Alive\r\n", true),
        ("1.0", "connection: keep-alive, close\r\n", false),
    ];
    for (version, header, lasts) in cases {
        let stream = format!("HTTP/{version} 200 OK\r\n{header}content-length: 0\r\n\r\n");
        assert_eq!(answered(stream), (vec![], lasts), "{version} {header}");
    }
}

#[test]
fn the_time_that_an_idle_connection_lasts_is_read() {
    let cases = [
        ("timeout=5", Some(5)),
        ("timeout=5, max=100", Some(5)),
        ("max=100, Timeout = 5", Some(5)),
        ("timeout=0", Some(0)),
        ("timeout=70000", Some(u16::MAX)),
        ("timeout=", None),
        ("timeout=-1", None),
        ("timeout=+5", None),
        ("timeout=5s", None),
        ("max=5", None),
        ("", None),
    ];
    for (value, keep_alive_s) in cases {
        let stream = format!("HTTP/1.1 200 OK\r\nKeep-Alive: {value}\r\ncontent-length: 0\r\n\r\n");
        assert_eq!(outcome(stream.as_bytes()).unwrap().0.keep_alive_s, keep_alive_s, "{value}");
    }
}

#[test]
fn heads_of_real_servers_are_read() {
    // Lines that end with LF alone, and empty ones before the status line: RFC 9112, section 2.2.
    assert_eq!(answered("HTTP/1.1 200 OK\ncontent-length: 2\n\nok"), (b"ok".to_vec(), true));
    assert_eq!(
        answered("\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"),
        (b"ok".to_vec(), true)
    );
    // No reason, and one that is not ASCII.
    assert_eq!(
        answered("HTTP/1.1 200\r\ncontent-length: 2\r\n\r\nok"),
        (b"ok".to_vec(), true)
    );
    assert_eq!(
        answered("HTTP/1.1 200 d\u{e9}j\u{e0}\r\nx: \u{e9}\r\ncontent-length: 2\r\n\r\nok"),
        (b"ok".to_vec(), true)
    );
    // A line that goes on in the next one: section 5.2.
    let folded = "HTTP/1.1 200 OK\r\nx: a\r\n\tb\r\n  c\r\ncontent-length:\r\n 2\r\nconnection: x,\n close\r\n\r\nok";
    assert_eq!(answered(folded), (b"ok".to_vec(), false));
}

#[test]
fn heads_that_two_readers_may_take_differently_are_refused() {
    for head in [
        "HTTP/1.1 200 OK\r\n content-length: 2\r\n\r\nok",
        "HTTP/1.1 200 OK\r\ncontent-length : 2\r\n\r\nok",
        "HTTP/1.1 200 OK\r\ncontent-length\r\n\r\nok",
        "HTTP/1.1 200 OK\r\n: 2\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nx: a\rb\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nx: a\0b\r\n\r\nok",
        "HTTP/1.1 20 OK\r\n\r\n",
        "HTTP/1.1 099 OK\r\n\r\n",
        "HTTP/1.1 2000 OK\r\n\r\n",
        "HTTP/1.1  200 OK\r\n\r\n",
        "HTTP/2.0 200 OK\r\n\r\n",
        "http/1.1 200 OK\r\n\r\n",
        "ICY 200 OK\r\n\r\n",
        "220 mail.example ESMTP\r\n",
    ] {
        assert_garbage(head);
    }
}

#[test]
fn garbage_is_known_before_a_head_could_end() {
    for stream in [
        "SSH-2.0-OpenSSH_9.6",
        "HTTP/1.1 2xx and no line ends after it",
        "HTTP/1.1 200 OK\r\nno colon, and no line end for a while after it",
    ] {
        for step in [1, 3, 1000] {
            let mut decoder = begun(Keep::Nothing);
            let fault = stream.as_bytes().chunks(step).find_map(|part| decoder.feed(part).err());
            assert!(matches!(fault, Some(Fault::Garbage(_))), "{fault:?} for {stream}");
            assert!(decoder.feed(b"HTTP/1.1 200 OK\r\n\r\n").is_err(), "of no more use");
        }
    }
}

#[test]
fn heads_are_bounded_in_bytes_and_lines() {
    assert_too_large(format!("HTTP/1.1 200 OK\r\nx: {}\r\n\r\n", "y".repeat(66_000)));
    assert_too_large("\r\n".repeat(40_000));
    assert_too_large(format!("HTTP/1.1 200 OK\r\n{}\r\n", "a: b\r\n".repeat(97)));
    let most = format!("HTTP/1.1 200 OK\r\n{}content-length: 0\r\n\r\n", "a: b\r\n".repeat(95));
    assert_eq!(answered(most), (vec![], true));
    let start = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\nx: ";
    let longest = format!("{start}{}\r\n\r\n", "y".repeat(64 * 1024 - start.len() - 4));
    assert_eq!(longest.len(), 64 * 1024);
    assert_eq!(answered(longest), (vec![], true));
}

#[test]
fn chunks_are_read_as_their_grammar_says() {
    for body in [
        "3\r\nabc\r\n0\r\n\r\n",
        "3;a=b;c=\"d\"\r\nabc\r\n0;e\r\n\r\n",
        "0003\t \r\nabc\r\n0000\r\n\r\n",
        "3 ;a\r\nabc\r\n0\r\n\r\n",
        "1\r\na\r\n2\r\nbc\r\n0\r\nDigest: x\r\nEtag:\r\n\r\n",
        "3\r\nabc\r\n0\r\nDigest: a\n b\n\n",
    ] {
        assert_eq!(answered(format!("{CHUNKED}{body}")), (b"abc".to_vec(), true), "{body:?}");
    }
    for body in [
        "\r\n",
        "g\r\n",
        "-1\r\n",
        "0x3\r\nabc\r\n0\r\n\r\n",
        "3 x\r\nabc\r\n0\r\n\r\n",
        "3\nabc\r\n0\r\n\r\n",
        "3;a\nabc\r\n0\r\n\r\n",
        "3\r\rabc\r\n0\r\n\r\n",
        "3;a\rb\r\nabc\r\n0\r\n\r\n",
        "3\r\nabc\n0\r\n\r\n",
        "3\r\nabcd\r\n0\r\n\r\n",
        "3\r\nabc\r\r\n0\r\n\r\n",
        "0\r\nno colon\r\n\r\n",
        "0\r\n: x\r\n\r\n",
        "0\r\n folded: x\r\n\r\n",
        "0\r\na: b\rc\r\n\r\n",
        "0\r\na: \0\r\n\r\n",
        "0\r\n\rx",
    ] {
        assert_garbage(format!("{CHUNKED}{body}"));
    }
    assert_overlong(&format!("{CHUNKED}0\r\n\r\nHTTP/1.1 200 OK\r\n\r\n"));
}

#[test]
fn chunks_are_bounded() {
    assert_too_large(format!("{CHUNKED}1000000000000000\r\n"));
    assert_too_large(format!("{CHUNKED}40000001\r\n"));
    assert_too_large(format!("{CHUNKED}3;{}\r\nabc\r\n0\r\n\r\n", "x".repeat(9_000)));
    assert_too_large(format!(
        "{CHUNKED}0\r\n{}\r\n",
        format!("a: {}\r\n", "x".repeat(5_000)).repeat(20)
    ));
    // Long extensions on tiny chunks would make an endless body of few bytes; short ones on many are fine.
    let long = format!("1;{}\r\na\r\n", "x".repeat(1_000));
    assert_too_large(format!("{CHUNKED}{}0\r\n\r\n", long.repeat(40)));
    let many = format!("{CHUNKED}{}0\r\n\r\n", "1;ab=cdef\r\na\r\n".repeat(5_000));
    assert_eq!(answered(many), (b"a".repeat(5_000), true));
}

#[test]
fn bodies_until_close_are_bounded() {
    let limits = Limits {
        body_bytes: 10,
        ..Limits::default()
    };
    let mut decoder = Decoder::new(limits);
    decoder.expect_reply(Expectation::default());
    assert_eq!(decoder.feed(b"HTTP/1.1 200 OK\r\n\r\n0123456789"), Ok(None));
    assert!(matches!(decoder.feed(b"x"), Err(Fault::TooLarge(_))));
}

#[test]
fn bytes_that_no_call_asked_for_are_garbage() {
    let mut decoder = Decoder::new(Limits::default());
    assert_eq!(decoder.end(), Ok(None));
    assert!(matches!(decoder.feed(b"H"), Err(Fault::Garbage(_))));
    let mut decoder = begun(Keep::Nothing);
    assert_eq!(decoder.end(), Err(Fault::Closed));
}

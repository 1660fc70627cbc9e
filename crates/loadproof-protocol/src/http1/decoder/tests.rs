//! Replies at any split, and what is not one.

use super::*;
use proptest::prelude::*;

const REPLIES: [(&[u8], u16, u64, bool); 8] = [
    (b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", 200, 5, true),
    (b"HTTP/1.1 204 No Content\r\n\r\n", 204, 0, true),
    (
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;x=1\r\nhello\r\n00\r\nDigest: x\r\n\r\n",
        200,
        5,
        true,
    ),
    (
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n",
        200,
        0,
        false,
    ),
    (
        b"HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\nHTTP/1.1 404 Not Found\r\ncontent-length: 1, 1\r\n\r\nx",
        404,
        1,
        true,
    ),
    (
        b"HTTP/1.1 503 Busy\r\nconnection: Close\r\ncontent-length: 0\r\n\r\n",
        503,
        0,
        false,
    ),
    (b"HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\nok", 200, 2, false),
    (
        b"HTTP/1.0 200 OK\r\nconnection: keep-alive\r\ncontent-length: 2\r\n\r\nok",
        200,
        2,
        true,
    ),
];

fn decode(parts: &[&[u8]]) -> Result<Option<Reply>, Fault> {
    let mut decoder = Decoder::new(Limits::default());
    decoder.expect_reply(Expectation::default());
    let mut reply = None;
    for part in parts {
        assert!(reply.is_none(), "bytes after a reply");
        reply = decoder.feed(part)?;
    }
    Ok(reply)
}

proptest! {
    #[test]
    fn any_split_gives_the_same_reply(which in 0..REPLIES.len(), cuts in proptest::collection::vec(0usize..120, 0..6)) {
        let (bytes, status, body_bytes, keep_alive) = REPLIES[which];
        let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut % bytes.len()).chain([0, bytes.len()]).collect();
        cuts.sort_unstable();
        cuts.dedup();
        let parts: Vec<&[u8]> = cuts.windows(2).map(|pair| &bytes[pair[0]..pair[1]]).collect();
        prop_assert_eq!(decode(&parts), Ok(Some(Reply { status, body_bytes, keep_alive, keep_alive_s: None })));
    }

    #[test]
    fn any_bytes_are_a_reply_or_a_fault(bytes in proptest::collection::vec(any::<u8>(), 0..200), lead in 0..REPLIES.len(), keep in 0usize..60) {
        let (start, ..) = REPLIES[lead];
        let mut stream = start[..keep.min(start.len())].to_vec();
        stream.extend(bytes);
        let mut decoder = Decoder::new(Limits::default());
        decoder.expect_reply(Expectation::default());
        for byte in stream.chunks(7) {
            if !matches!(decoder.feed(byte), Ok(None)) {
                break;
            }
        }
    }
}

#[test]
fn every_byte_alone_gives_the_same_reply() {
    for (bytes, status, body_bytes, keep_alive) in REPLIES {
        let parts: Vec<&[u8]> = bytes.chunks(1).collect();
        assert_eq!(
            decode(&parts),
            Ok(Some(Reply {
                status,
                body_bytes,
                keep_alive,
                keep_alive_s: None
            }))
        );
    }
}

#[test]
fn faults_are_told_apart() {
    let long = format!("HTTP/1.1 200 OK\r\nx: {}\r\n\r\n", "y".repeat(70_000));
    type IsExpected = fn(&Fault) -> bool;
    let cases: [(&[u8], IsExpected); 7] = [
        (b"SSH-2.0-OpenSSH_9.6\r\n", |fault| matches!(fault, Fault::Garbage(_))),
        (b"HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n", |fault| {
            matches!(fault, Fault::Garbage(_))
        }),
        (
            b"HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n",
            |fault| matches!(fault, Fault::Garbage(_)),
        ),
        (b"HTTP/1.1 200 OK\r\ncontent-length: 99999999999\r\n\r\n", |fault| {
            matches!(fault, Fault::TooLarge(_))
        }),
        (b"HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\nxyz", |fault| {
            matches!(fault, Fault::Garbage(_))
        }),
        (b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n", |fault| {
            matches!(fault, Fault::Garbage(_))
        }),
        (long.as_bytes(), |fault| matches!(fault, Fault::TooLarge(_))),
    ];
    for (bytes, expected) in cases {
        let fault = decode(&[bytes]).unwrap_err();
        assert!(
            expected(&fault),
            "{fault} for {}",
            String::from_utf8_lossy(&bytes[..bytes.len().min(60)])
        );
    }
}

#[test]
fn an_endless_head_is_bounded() {
    let mut decoder = Decoder::new(Limits::default());
    decoder.expect_reply(Expectation::default());
    decoder.feed(b"HTTP/1.1 200 OK\r\n").unwrap();
    let fault = (0..10_000).find_map(|_| {
        decoder
            .feed(b"a: bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\r\n")
            .err()
    });
    assert!(matches!(fault, Some(Fault::TooLarge(_))), "{fault:?}");
}

#[test]
fn a_body_until_close_ends_with_the_connection_and_others_do_not() {
    let mut decoder = Decoder::new(Limits::default());
    decoder.expect_reply(Expectation::default());
    assert_eq!(decoder.feed(b"HTTP/1.1 200 OK\r\n\r\nabc"), Ok(None));
    assert_eq!(
        decoder.end(),
        Ok(Some(Reply {
            status: 200,
            body_bytes: 3,
            keep_alive: false,
            keep_alive_s: None
        }))
    );
    decoder.expect_reply(Expectation::default());
    decoder.feed(b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc").unwrap();
    assert_eq!(decoder.end(), Err(Fault::Closed));
}

#[test]
fn a_head_request_has_no_body_whatever_its_length_says() {
    let mut decoder = Decoder::new(Limits::default());
    decoder.expect_reply(Expectation {
        head_only: true,
        ..Expectation::default()
    });
    let reply = decoder
        .feed(b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n")
        .unwrap()
        .unwrap();
    assert_eq!(reply.body_bytes, 0);
}

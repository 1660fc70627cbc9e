//! Bodies as texts: encodings, marks and charsets.

#![allow(clippy::unwrap_used)]

mod scenarios;

use std::io::Write;

use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};
use flate2::Compression;
use loadproof_protocol::http1::Content;
use loadproof_scenario::{DemandSpec, Judgement, Player, SubjectSpec};
use scenarios::{check, extract, of_operations, operation, player};

fn checked(subject: SubjectSpec, demand: DemandSpec) -> Player {
    let mut get = operation("get", 1.0, "/");
    get.checks = vec![check("it", subject, demand)];
    player(of_operations(vec![get]))
}

fn judged(player: &mut Player, headers: &str, body: &[u8]) -> Judgement {
    let head = format!("HTTP/1.1 200 OK\r\n{headers}\r\n");
    player.judge(0, None, 200, 5, || Content {
        head: head.as_bytes(),
        body,
        body_bytes: body.len() as u64,
    })
}

fn token() -> SubjectSpec {
    SubjectSpec::Json("$.token".into())
}

fn equals(text: &str) -> DemandSpec {
    DemandSpec::Equals(text.into())
}

fn contains(text: &str) -> DemandSpec {
    DemandSpec::Contains(text.into())
}

fn regex(pattern: &str) -> SubjectSpec {
    SubjectSpec::Regex(pattern.into())
}

fn gzip(body: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(body).unwrap();
    encoder.finish().unwrap()
}

fn zlib(body: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(body).unwrap();
    encoder.finish().unwrap()
}

fn bare_deflate(body: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(body).unwrap();
    encoder.finish().unwrap()
}

const BODY: &[u8] = br#"{"token":"abc"}"#;

#[test]
fn encoded_bodies_are_decoded_before_checks() {
    for (headers, body) in [
        ("Content-Encoding: gzip\r\n", gzip(BODY)),
        ("content-encoding: X-GZIP\r\n", gzip(BODY)),
        ("Content-Encoding: deflate\r\n", zlib(BODY)),
        ("Content-Encoding: deflate\r\n", bare_deflate(BODY)),
        ("Content-Encoding: deflate, gzip\r\n", gzip(&zlib(BODY))),
        ("Content-Encoding: deflate\r\nContent-Encoding: gzip\r\n", gzip(&zlib(BODY))),
        ("Content-Encoding: gzip\r\n", [gzip(&BODY[..5]), gzip(&BODY[5..])].concat()),
        ("Content-Encoding: identity\r\n", BODY.to_vec()),
        ("Content-Encoding: utf-8\r\n", BODY.to_vec()),
        ("Content-Encoding: gzip\r\n", gzip(&[b"\xef\xbb\xbf", BODY].concat())),
        ("", [b"\xef\xbb\xbf", BODY].concat()),
    ] {
        for (subject, demand) in [
            (token(), equals("abc")),
            (SubjectSpec::Body, contains("abc")),
            (regex("^.\"token"), DemandSpec::Present),
        ] {
            let shown = format!("{headers:?} {subject:?}");
            assert_eq!(
                judged(&mut checked(subject.clone(), demand), headers, &body),
                Judgement::Accepted,
                "{shown}"
            );
            let refused = judged(&mut checked(subject, equals("no")), headers, &body);
            assert_eq!(refused, Judgement::Unmet(0), "{shown}");
        }
    }
}

#[test]
fn bodies_that_cannot_be_decoded_have_their_reason() {
    let mut cut = gzip(BODY);
    cut.truncate(cut.len() - 9);
    let mebibyte = vec![b' '; 1 << 20];
    for (encoding, body, expected) in [
        ("br", b"\x0b\x07\x80".to_vec(), Judgement::UnsupportedEncoding),
        ("zstd", b"\x28\xb5\x2f\xfd".to_vec(), Judgement::UnsupportedEncoding),
        ("gzip, br", gzip(BODY), Judgement::UnsupportedEncoding),
        ("gzip,gzip,gzip,gzip,gzip", gzip(BODY), Judgement::UnsupportedEncoding),
        ("gzip", BODY.to_vec(), Judgement::CorruptEncoding),
        ("gzip", cut, Judgement::CorruptEncoding),
        ("deflate", b"\xff\xff".to_vec(), Judgement::CorruptEncoding),
        ("gzip", gzip(&[&mebibyte[..], b"x"].concat()), Judgement::TooLarge),
        ("gzip, gzip", gzip(&gzip(&vec![0; 64 << 20])), Judgement::TooLarge),
        ("gzip", gzip(&mebibyte), Judgement::Unmet(0)),
    ] {
        let headers = format!("Content-Encoding: {encoding}\r\n");
        for (subject, demand) in [
            (token(), DemandSpec::Present),
            (SubjectSpec::Body, contains("token")),
            (regex("token"), DemandSpec::Present),
        ] {
            assert_eq!(judged(&mut checked(subject, demand), &headers, &body), expected, "{encoding}");
        }
        let mut get = operation("get", 1.0, "/");
        get.extracts = vec![extract("it", token())];
        let mut flow = scenarios::of_flow(vec![get], vec![scenarios::call("get")]);
        flow.variables = vec![scenarios::variable("it", None)];
        assert_eq!(judged(&mut player(flow), &headers, &body), expected, "{encoding}");
        // What does not stand in the body is looked for all the same.
        let mut small = checked(SubjectSpec::Header("Content-Encoding".into()), DemandSpec::Present);
        assert_eq!(judged(&mut small, &headers, &body), Judgement::Accepted);
    }
    // A reply without a body may name an encoding, such as that to HEAD.
    let mut empty = checked(SubjectSpec::Body, equals(""));
    assert_eq!(judged(&mut empty, "Content-Encoding: gzip\r\n", b""), Judgement::Accepted);
}

fn utf_16(text: &str, mark: bool, is_big: bool) -> Vec<u8> {
    let units = mark.then_some(0xfeff).into_iter().chain(text.encode_utf16());
    let bytes = units.map(|unit: u16| if is_big { unit.to_be_bytes() } else { unit.to_le_bytes() });
    bytes.flatten().collect()
}

#[test]
fn other_charsets_than_utf_8_are_named() {
    let latin = b"{\"token\":\"M\xfcller\"}";
    let text = r#"{"token":"Müller"}"#;
    let json = || checked(token(), DemandSpec::Present);
    assert_eq!(judged(&mut json(), "", text.as_bytes()), Judgement::Accepted);
    for (headers, body) in [
        ("Content-Type: application/json; charset=ISO-8859-1\r\n", latin.to_vec()),
        ("", latin.to_vec()),
        ("Content-Encoding: gzip\r\n", gzip(latin)),
        ("", utf_16(text, true, false)),
        ("", utf_16(text, true, true)),
        ("", utf_16(text, false, false)),
        ("", utf_16(text, false, true)),
        ("Content-Type: text/plain; charset=UTF-16LE\r\n", utf_16(text, false, false)),
    ] {
        assert_eq!(
            judged(&mut json(), headers, &body),
            Judgement::UnsupportedCharset,
            "{headers}{body:?}"
        );
        let mut gone = checked(token(), DemandSpec::Absent);
        assert_eq!(
            judged(&mut gone, headers, &body),
            Judgement::UnsupportedCharset,
            "{headers}{body:?}"
        );
    }
    // ASCII is found in any charset that has its bytes, other letters are not.
    for (subject, demand, expected) in [
        (SubjectSpec::Body, contains("token"), Judgement::Accepted),
        (SubjectSpec::Body, contains("nothing"), Judgement::Unmet(0)),
        (SubjectSpec::Body, contains("Müller"), Judgement::UnsupportedCharset),
        (
            SubjectSpec::Body,
            DemandSpec::Matches("Mü".into()),
            Judgement::UnsupportedCharset,
        ),
        (regex("Müller"), DemandSpec::Present, Judgement::UnsupportedCharset),
        (regex("Müller"), DemandSpec::Absent, Judgement::UnsupportedCharset),
        (regex("nothing"), DemandSpec::Absent, Judgement::Accepted),
        (regex("nothing"), equals("Müller"), Judgement::Unmet(0)),
    ] {
        let shown = format!("{subject:?} {demand:?}");
        assert_eq!(
            judged(&mut checked(subject.clone(), demand.clone()), "", latin),
            expected,
            "{shown}"
        );
        if expected == Judgement::UnsupportedCharset {
            let plain = judged(&mut checked(subject, demand), "", b"Mueller");
            assert_ne!(plain, Judgement::UnsupportedCharset, "{shown}");
        }
    }
    let wide = utf_16("token", true, false);
    assert_eq!(
        judged(&mut checked(SubjectSpec::Body, contains("token")), "", &wide),
        Judgement::UnsupportedCharset
    );
    assert_eq!(
        judged(&mut checked(regex("x"), DemandSpec::Absent), "", &wide),
        Judgement::UnsupportedCharset
    );
}

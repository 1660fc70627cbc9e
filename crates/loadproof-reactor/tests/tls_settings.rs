//! TLS settings that cannot be used name the file or the name and the cure.

// In a test a broken assumption must end it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::PathBuf;

use loadproof_reactor::{TlsSettings, TlsSettingsError};

struct File(PathBuf);

impl File {
    fn new(name: &str, text: &str) -> Self {
        let path = std::env::temp_dir().join(format!("loadproof-reactor-{}-{name}", std::process::id()));
        std::fs::write(&path, text).unwrap();
        Self(path)
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn fault(path: &File) -> TlsSettingsError {
    let settings = TlsSettings {
        server_name: "localhost".into(),
        authorities: vec![path.0.clone()],
        insecure: false,
    };
    let fault = settings.context().unwrap_err();
    let text = fault.to_string();
    assert!(text.contains(path.0.to_str().unwrap()) && text.contains("Cure: "), "{text}");
    fault
}

#[test]
fn a_file_of_authorities_that_is_none_is_named() {
    let gone = File::new("gone.pem", "");
    std::fs::remove_file(&gone.0).unwrap();
    assert!(matches!(fault(&gone), TlsSettingsError::Unreadable { .. }));
    assert!(matches!(fault(&File::new("empty.pem", "")), TlsSettingsError::Empty { .. }));
    assert!(matches!(
        fault(&File::new("text.pem", "hello\n")),
        TlsSettingsError::Empty { .. }
    ));
    let broken = "-----BEGIN CERTIFICATE-----\n!!!\n-----END CERTIFICATE-----\n";
    assert!(matches!(
        fault(&File::new("broken.pem", broken)),
        TlsSettingsError::Unreadable { .. }
    ));
    let other = "-----BEGIN CERTIFICATE-----\naGVsbG8=\n-----END CERTIFICATE-----\n";
    let other = fault(&File::new("other.pem", other));
    assert!(matches!(other, TlsSettingsError::NotAnAuthority { number: 1, .. }), "{other}");
}

#[test]
fn a_byte_order_mark_hides_no_certificate() {
    let marked = "\u{feff}-----BEGIN CERTIFICATE-----\r\naGVsbG8=\r\n-----END CERTIFICATE-----\r\n";
    assert!(matches!(
        fault(&File::new("marked.pem", marked)),
        TlsSettingsError::NotAnAuthority { number: 1, .. }
    ));
}

#[test]
fn a_name_that_no_certificate_can_have_is_named() {
    let settings = TlsSettings {
        server_name: "not a name".into(),
        insecure: true,
        ..TlsSettings::default()
    };
    let text = settings.context().unwrap_err().to_string();
    assert!(text.contains("\"not a name\"") && text.contains("Cure: "), "{text}");
}

#[test]
fn addresses_are_names_with_and_without_brackets() {
    for name in ["127.0.0.1", "::1", "[::1]", "localhost"] {
        let settings = TlsSettings {
            server_name: name.into(),
            insecure: true,
            ..TlsSettings::default()
        };
        assert!(settings.context().is_ok(), "{name}");
    }
}

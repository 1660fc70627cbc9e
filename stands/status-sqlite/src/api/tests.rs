use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use http_body_util::BodyExt;
use serde_json::{json, Value};
use tower::ServiceExt;

use super::*;
use crate::arguments::PoolLimits;
use crate::generation;
use crate::ids;

struct Stand {
    _directory: tempfile::TempDir,
    ids: Vec<String>,
    router: Router,
    runtime: tokio::runtime::Runtime,
}

fn stand() -> Stand {
    let directory = tempfile::tempdir().unwrap();
    let database = directory.path().join("status.db");
    generation::ensure(&database, 200).unwrap();
    let limits = PoolLimits {
        connections: 2,
        queue: 16,
        acquire_timeout: Duration::from_secs(2),
    };
    let pool = Pool::open(&database, limits).unwrap();
    let mut csv = Vec::new();
    ids::print(
        &crate::arguments::IdsRequest {
            database,
            count: 100,
            seed: 1,
        },
        &mut csv,
    )
    .unwrap();
    let ids = String::from_utf8(csv).unwrap().lines().skip(1).map(str::to_owned).collect();
    let metrics = Box::leak(Box::new(Metrics::new(200)));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    Stand {
        _directory: directory,
        ids,
        router: router(Service { pool, metrics }),
        runtime,
    }
}

impl Stand {
    fn send(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .body(Body::from(body.to_owned()))
            .unwrap();
        self.runtime.block_on(async {
            let response = self.router.clone().oneshot(request).await.unwrap();
            let status = response.status().as_u16();
            let bytes = response.into_body().collect().await.unwrap().to_bytes();
            (status, String::from_utf8(bytes.to_vec()).unwrap())
        })
    }

    fn json(&self, method: &str, path: &str, body: &str) -> (u16, Value) {
        let (status, text) = self.send(method, path, body);
        (status, serde_json::from_str(&text).unwrap())
    }

    #[track_caller]
    fn refused(&self, method: &str, path: &str, body: &str, expected: u16) {
        let (status, answer) = self.json(method, path, body);
        assert_eq!(status, expected, "{method} {path} {body}");
        assert!(answer["error"].as_str().is_some_and(|text| !text.is_empty()), "{answer}");
    }
}

const ABSENT: &str = "00000000-0000-4000-8000-000000000000";

#[test]
fn one_row_is_read() {
    let stand = stand();
    let (status, row) = stand.json("GET", &format!("/status/{}", stand.ids[0]), "");
    assert_eq!((status, row["id"].as_str()), (200, Some(stand.ids[0].as_str())));
    assert_eq!(row["updated_at"], "2025-12-19T00:00:00.000000Z");
    assert!((0..=10).contains(&row["status"].as_i64().unwrap()));
    stand.refused("GET", &format!("/status/{ABSENT}"), "", 404);
    for bad in ["x", "%FF", &ABSENT.replace('-', ""), &format!("{{{ABSENT}}}")] {
        stand.refused(
            "GET",
            &format!("/status/{}", bad.replace('{', "%7B").replace('}', "%7D")),
            "",
            400,
        );
    }
}

#[test]
fn a_batch_has_the_rows_that_exist_each_once() {
    let stand = stand();
    let (first, second) = (stand.ids[3].as_str(), stand.ids[1].as_str());
    let asked = [first, second, first, ABSENT];
    for query in [asked.join(","), asked.join("%2C"), asked.join(",%20,"), asked.join("&ids=")] {
        let (status, rows) = stand.json("GET", &format!("/status?ids={query}"), "");
        let mut found: Vec<_> = rows
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row["id"].as_str().unwrap())
            .collect();
        found.sort_unstable();
        let mut expected = [asked[0], asked[1]];
        expected.sort_unstable();
        assert_eq!((status, found.as_slice()), (200, expected.as_slice()), "{query}");
    }
}

#[test]
fn a_batch_has_bounds() {
    let stand = stand();
    let (status, rows) = stand.json("GET", &format!("/status?ids={}", stand.ids[..50].join(",")), "");
    assert_eq!((status, rows.as_array().map(Vec::len)), (200, Some(50)));
    stand.refused("GET", &format!("/status?ids={}", stand.ids[..51].join(",")), "", 400);
    for query in ["", "?ids=", "?ids=,%20,", "?other=1", "?ids=x", "?ids=%FF"] {
        stand.refused("GET", &format!("/status{query}"), "", 400);
    }
}

#[test]
fn a_row_is_created_and_read_back() {
    let stand = stand();
    let (status, row) = stand.json("POST", "/status", r#"{"status": 3}"#);
    assert_eq!((status, &row["status"]), (201, &json!(3)));
    let path = format!("/status/{}", row["id"].as_str().unwrap());
    assert_eq!(stand.json("GET", &path, ""), (200, row));
    let own = format!(r#"{{"id": "{ABSENT}", "status": -32768}}"#);
    assert_eq!(stand.json("POST", "/status", &own).1["id"], ABSENT);
    stand.refused("POST", "/status", &own, 409);
    assert!(stand.send("GET", "/metrics", "").1.contains("\nstatus_rows 202\n"));
}

#[test]
fn a_row_is_updated() {
    let stand = stand();
    let path = format!("/status/{}", stand.ids[0]);
    let (status, row) = stand.json("PUT", &path, r#"{"status": 77}"#);
    assert_eq!((status, &row["status"]), (200, &json!(77)));
    assert!(row["updated_at"].as_str().unwrap() > "2026");
    assert_eq!(stand.json("GET", &path, ""), (200, row));
    stand.refused("PUT", &format!("/status/{ABSENT}"), r#"{"status": 1}"#, 404);
    stand.refused("PUT", "/status/x", r#"{"status": 1}"#, 400);
}

#[test]
fn bad_bodies_are_refused() {
    let stand = stand();
    let path = format!("/status/{}", stand.ids[0]);
    for body in [
        "",
        "{",
        "[]",
        "{}",
        r#"{"status": "3"}"#,
        r#"{"status": 32768}"#,
        r#"{"status": 1.5}"#,
    ] {
        stand.refused("POST", "/status", body, 400);
        stand.refused("PUT", &path, body, 400);
    }
    stand.refused("POST", "/status", r#"{"status": 1, "id": "x"}"#, 400);
    let large = format!(r#"{{"status": 1, "more": "{}"}}"#, "x".repeat(MOST_BODY_BYTES));
    stand.refused("POST", "/status", &large, 413);
}

#[test]
fn other_paths_and_methods_are_refused_and_counted() {
    let stand = stand();
    stand.refused("GET", "/", "", 404);
    stand.refused("DELETE", "/status", "", 405);
    assert_eq!(stand.send("GET", "/healthz", "").0, 200);
    let text = stand.send("GET", "/metrics", "").1;
    for line in [
        r#"http_requests_total{method="other",route="other",status="404"} 1"#,
        r#"http_requests_total{method="other",route="other",status="405"} 1"#,
        r#"http_requests_total{method="GET",route="/healthz",status="200"} 1"#,
        r#"http_request_duration_seconds_count{method="GET",route="/healthz"} 1"#,
        "http_requests_in_flight 1",
        "pool_connections 2",
        "pool_idle 2",
    ] {
        assert!(text.lines().any(|found| found == line), "{line} not in\n{text}");
    }
}

//! What is counted, and the Prometheus text that says it. The names are the contract of all stands.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use axum::extract::{MatchedPath, Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::Response;

use crate::histogram::Histogram;
use crate::pool::Pool;
use crate::process;

/// What requests are told apart by; the last takes every path and method that is not one of the others.
const ROUTES: [(&str, &str); 7] = [
    ("GET", "/status/{id}"),
    ("GET", "/status"),
    ("POST", "/status"),
    ("PUT", "/status/{id}"),
    ("GET", "/healthz"),
    ("GET", "/metrics"),
    ("other", "other"),
];

const STATUSES: [u16; 9] = [200, 201, 400, 404, 405, 409, 413, 500, 503];

/// Counters of one service.
pub struct Metrics {
    routes: [RouteMetrics; ROUTES.len()],
    in_flight: AtomicUsize,
    /// Requests whose client left before the answer.
    cancelled: AtomicU64,
    rows: AtomicU64,
    started: SystemTime,
}

#[derive(Default)]
struct RouteMetrics {
    by_status: [AtomicU64; STATUSES.len()],
    time: Histogram,
}

impl Metrics {
    /// Metrics of a service that starts now with `rows` rows.
    pub fn new(rows: u64) -> Self {
        Self {
            routes: Default::default(),
            in_flight: AtomicUsize::new(0),
            cancelled: AtomicU64::new(0),
            rows: AtomicU64::new(rows),
            started: SystemTime::now(),
        }
    }

    pub fn count_new_row(&self) {
        self.rows.fetch_add(1, Relaxed);
    }

    /// The whole exposition, format 0.0.4.
    pub fn text(&self, pool: &Pool) -> Result<String, std::fmt::Error> {
        let mut text = String::with_capacity(16 * 1024);
        self.write_requests(&mut text)?;
        write_pool(pool, &mut text)?;
        let started_s = self.started.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64();
        let rows = self.rows.load(Relaxed);
        scalar(&mut text, "status_rows", "gauge", "Rows of the table.", rows)?;
        scalar(
            &mut text,
            "process_cpu_seconds_total",
            "counter",
            "CPU time used.",
            process::cpu_seconds(),
        )?;
        let resident = process::resident_bytes();
        scalar(
            &mut text,
            "process_resident_memory_bytes",
            "gauge",
            "Resident memory.",
            resident,
        )?;
        scalar(
            &mut text,
            "process_start_time_seconds",
            "gauge",
            "Start, seconds since 1970.",
            started_s,
        )?;
        Ok(text)
    }

    fn write_requests(&self, text: &mut String) -> std::fmt::Result {
        head(text, "http_requests_total", "counter", "Requests answered.")?;
        for ((method, route), metrics) in ROUTES.iter().zip(&self.routes) {
            for (status, count) in STATUSES.iter().zip(&metrics.by_status) {
                let count = count.load(Relaxed);
                if count > 0 {
                    let labels = format_args!("method=\"{method}\",route=\"{route}\",status=\"{status}\"");
                    writeln!(text, "http_requests_total{{{labels}}} {count}")?;
                }
            }
        }
        let name = "http_request_duration_seconds";
        head(
            text,
            name,
            "histogram",
            "Time from a request's head read to its answer ready.",
        )?;
        for ((method, route), metrics) in ROUTES.iter().zip(&self.routes) {
            metrics
                .time
                .write_text(name, &format!("method=\"{method}\",route=\"{route}\""), text)?;
        }
        let in_flight = self.in_flight.load(Relaxed);
        scalar(
            text,
            "http_requests_in_flight",
            "gauge",
            "Requests read and not yet answered.",
            in_flight,
        )?;
        let cancelled = self.cancelled.load(Relaxed);
        scalar(
            text,
            "http_requests_cancelled_total",
            "counter",
            "Requests whose client left early.",
            cancelled,
        )
    }
}

/// Counts and times one request around `next`.
pub async fn observe(State(metrics): State<&'static Metrics>, request: Request, next: Next) -> Response {
    let route = &metrics.routes[route_index(&request)];
    let mut flight = Flight::begin(metrics);
    let read = Instant::now();
    let response = next.run(request).await;
    route.time.record(read.elapsed());
    let status = response.status().as_u16();
    if let Some(index) = STATUSES.iter().position(|known| *known == status) {
        route.by_status[index].fetch_add(1, Relaxed);
    }
    flight.answered = true;
    response
}

fn route_index(request: &Request) -> usize {
    let route = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str);
    // axum answers HEAD with the handler of GET.
    let method = if request.method() == Method::HEAD {
        "GET"
    } else {
        request.method().as_str()
    };
    ROUTES
        .iter()
        .position(|known| *known == (method, route))
        .unwrap_or(ROUTES.len() - 1)
}

/// One request in flight, counted out however it ends.
struct Flight<'a> {
    metrics: &'a Metrics,
    answered: bool,
}

impl<'a> Flight<'a> {
    fn begin(metrics: &'a Metrics) -> Self {
        metrics.in_flight.fetch_add(1, Relaxed);
        Self {
            metrics,
            answered: false,
        }
    }
}

impl Drop for Flight<'_> {
    fn drop(&mut self) {
        self.metrics.in_flight.fetch_sub(1, Relaxed);
        if !self.answered {
            self.metrics.cancelled.fetch_add(1, Relaxed);
        }
    }
}

fn write_pool(pool: &Pool, text: &mut String) -> std::fmt::Result {
    let reading = pool.read();
    scalar(
        text,
        "pool_connections",
        "gauge",
        "Connections of the pool.",
        reading.connections,
    )?;
    scalar(text, "pool_active", "gauge", "Connections in use.", reading.active)?;
    scalar(text, "pool_idle", "gauge", "Connections not in use.", reading.idle)?;
    scalar(
        text,
        "pool_pending",
        "gauge",
        "Requests that wait for a connection.",
        reading.pending,
    )?;
    scalar(
        text,
        "pool_timeouts_total",
        "counter",
        "Waits that ended in 503.",
        reading.timeouts,
    )?;
    scalar(
        text,
        "pool_rejections_total",
        "counter",
        "503s for a full queue.",
        reading.rejections,
    )?;
    head(text, "pool_acquire_seconds", "histogram", "Time until a connection was had.")?;
    pool.acquire_time().write_text("pool_acquire_seconds", "", text)
}

fn head(text: &mut String, name: &str, kind: &str, meaning: &str) -> std::fmt::Result {
    write!(text, "# HELP {name} {meaning}\n# TYPE {name} {kind}\n")
}

fn scalar(text: &mut String, name: &str, kind: &str, meaning: &str, value: impl std::fmt::Display) -> std::fmt::Result {
    head(text, name, kind, meaning)?;
    writeln!(text, "{name} {value}")
}

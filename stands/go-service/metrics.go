package service

import (
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// secondsBounds are the upper bounds of the histograms, those of every stand.
var secondsBounds = []float64{
	0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
}

// metrics is what is counted; the names are the contract of all stands.
type metrics struct {
	registry *prometheus.Registry

	requests  *prometheus.CounterVec
	durations *prometheus.HistogramVec
	inFlight  prometheus.Gauge
	cancelled prometheus.Counter
	rows      prometheus.Gauge
}

func newMetrics(pool *Pool, table string, rows int64) *metrics {
	metrics := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "http_requests_total", Help: "Requests answered.",
		}, []string{"method", "route", "status"}),
		durations: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "http_request_duration_seconds", Help: "Time from a request's head read to its answer ready.",
			Buckets: secondsBounds,
		}, []string{"method", "route"}),
		inFlight: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "http_requests_in_flight", Help: "Requests read and not yet answered.",
		}),
		cancelled: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "http_requests_cancelled_total", Help: "Requests whose client left early.",
		}),
		rows: prometheus.NewGauge(prometheus.GaugeOpts{Name: table + "_rows", Help: "Rows of the table " + table + "."}),
	}
	metrics.rows.Set(float64(rows))
	metrics.registry.MustRegister(metrics.requests, metrics.durations, metrics.inFlight, metrics.cancelled, metrics.rows)
	metrics.registry.MustRegister(pool.collectors()...)
	metrics.registry.MustRegister(processCollectors()...)
	metrics.registry.MustRegister(newCollections(), heapUsed())
	return metrics
}

// routeMetrics counts the requests of one route.
type routeMetrics struct {
	metrics  *metrics
	requests *prometheus.CounterVec
	duration prometheus.Observer
}

func (metrics *metrics) route(method, pattern string) routeMetrics {
	labels := prometheus.Labels{"method": method, "route": pattern}
	return routeMetrics{
		metrics:  metrics,
		requests: metrics.requests.MustCurryWith(labels),
		duration: metrics.durations.With(labels),
	}
}

// flight is one request in flight; it ends by answered or cancelled.
type flight struct {
	route routeMetrics
	read  time.Time
}

func (route routeMetrics) begin() flight {
	route.metrics.inFlight.Inc()
	return flight{route, time.Now()}
}

func (flight flight) answered(status int) {
	flight.route.duration.Observe(time.Since(flight.read).Seconds())
	flight.route.requests.WithLabelValues(strconv.Itoa(status)).Inc()
	flight.route.metrics.inFlight.Dec()
}

func (flight flight) cancelled() {
	flight.route.metrics.cancelled.Inc()
	flight.route.metrics.inFlight.Dec()
}

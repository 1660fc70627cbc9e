package main

import (
	"compress/gzip"
	"errors"
	"io"
	"net/http"
	"strings"

	"github.com/prometheus/client_golang/prometheus"
	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	trace "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// mostBytes bounds one export, unpacked: 512 spans, the agent's batch, are some 300 kB.
const mostBytes = 16 << 20

// spans counts what was received by kind; a span of the kind "server" is one request of a service.
type spans struct {
	received *prometheus.CounterVec
	exports  prometheus.Counter
	refused  prometheus.Counter
}

func newSpans(registry prometheus.Registerer) *spans {
	made := &spans{
		received: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "spans_total", Help: "Spans received."}, []string{"kind"}),
		exports:  prometheus.NewCounter(prometheus.CounterOpts{Name: "exports_total", Help: "Exports read."}),
		refused:  prometheus.NewCounter(prometheus.CounterOpts{Name: "exports_refused_total", Help: "Exports that could not be read."}),
	}
	registry.MustRegister(made.received, made.exports, made.refused)
	// A kind that never came is 0, not missing.
	for _, name := range trace.Span_SpanKind_name {
		made.received.WithLabelValues(kindOf(name))
	}
	return made
}

// receive reads one export (OTLP/HTTP with protobuf: https://opentelemetry.io/docs/specs/otlp/#otlphttp-request).
func (spans *spans) receive(answer http.ResponseWriter, request *http.Request) {
	var export collector.ExportTraceServiceRequest
	body, err := read(request)
	if err == nil {
		err = proto.Unmarshal(body, &export)
	}
	if err != nil {
		spans.refused.Inc()
		http.Error(answer, err.Error(), http.StatusBadRequest)
		return
	}
	spans.exports.Inc()
	for _, resource := range export.ResourceSpans {
		for _, scope := range resource.ScopeSpans {
			for _, span := range scope.Spans {
				spans.received.WithLabelValues(kindOf(span.Kind.String())).Inc()
			}
		}
	}
	// An empty ExportTraceServiceResponse has no bytes.
	answer.Header().Set("Content-Type", "application/x-protobuf")
}

func read(request *http.Request) ([]byte, error) {
	body := io.Reader(request.Body)
	if request.Header.Get("Content-Encoding") == "gzip" {
		unpacked, err := gzip.NewReader(body)
		if err != nil {
			return nil, err
		}
		defer unpacked.Close()
		body = unpacked
	}
	read, err := io.ReadAll(io.LimitReader(body, mostBytes+1))
	if err == nil && len(read) > mostBytes {
		err = errors.New("the export is too large")
	}
	return read, err
}

// kindOf turns SPAN_KIND_SERVER into server.
func kindOf(name string) string {
	return strings.ToLower(strings.TrimPrefix(name, "SPAN_KIND_"))
}

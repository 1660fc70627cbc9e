package main

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	trace "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

func exported(t *testing.T, kinds ...trace.Span_SpanKind) []byte {
	t.Helper()
	scope := &trace.ScopeSpans{}
	for _, kind := range kinds {
		scope.Spans = append(scope.Spans, &trace.Span{Kind: kind, Name: "a"})
	}
	request := &collector.ExportTraceServiceRequest{
		ResourceSpans: []*trace.ResourceSpans{{ScopeSpans: []*trace.ScopeSpans{scope}}},
	}
	body, err := proto.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
	return body
}

func sent(sink http.Handler, body []byte, encoding string) int {
	request := httptest.NewRequest(http.MethodPost, "/v1/traces", bytes.NewReader(body))
	request.Header.Set("Content-Encoding", encoding)
	answer := httptest.NewRecorder()
	sink.ServeHTTP(answer, request)
	return answer.Code
}

func TestSpansAreCountedByKind(t *testing.T) {
	registry := prometheus.NewRegistry()
	made := newSpans(registry)
	sink := routes(made, registry)
	body := exported(t, trace.Span_SPAN_KIND_SERVER, trace.Span_SPAN_KIND_CLIENT, trace.Span_SPAN_KIND_CLIENT)
	var packed bytes.Buffer
	writer := gzip.NewWriter(&packed)
	if _, err := writer.Write(body); err != nil || writer.Close() != nil {
		t.Fatal(err)
	}
	if code := sent(sink, body, ""); code != http.StatusOK {
		t.Fatal(code)
	}
	if code := sent(sink, packed.Bytes(), "gzip"); code != http.StatusOK {
		t.Fatal(code)
	}
	for kind, spans := range map[string]float64{"server": 2, "client": 4, "internal": 0} {
		if counted := testutil.ToFloat64(made.received.WithLabelValues(kind)); counted != spans {
			t.Errorf("%s: %v", kind, counted)
		}
	}
}

func TestWhatIsNoExportIsRefused(t *testing.T) {
	registry := prometheus.NewRegistry()
	made := newSpans(registry)
	sink := routes(made, registry)
	if code := sent(sink, []byte("not protobuf"), ""); code != http.StatusBadRequest {
		t.Error(code)
	}
	if code := sent(sink, []byte("not gzip"), "gzip"); code != http.StatusBadRequest {
		t.Error(code)
	}
	if refused := testutil.ToFloat64(made.refused); refused != 2 {
		t.Error(refused)
	}
}

module otlp-sink

go 1.26.0

require (
	github.com/prometheus/client_golang v1.23.2
	go.opentelemetry.io/proto/otlp v1.9.0
	google.golang.org/protobuf v1.36.8
)

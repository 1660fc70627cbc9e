// otlp-sink counts the spans that OpenTelemetry agents send by OTLP over HTTP, and throws them away.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"golang.org/x/sys/unix"
)

const (
	ownFault    = 1
	badInput    = 2
	interrupted = 130
	longestStop = 5 * time.Second
	longestHead = time.Minute
)

func main() {
	flags := flag.NewFlagSet("otlp-sink", flag.ExitOnError)
	listen := flags.String("listen", "127.0.0.1:0", "address and port; port 0 takes a free one, printed as JSON when ready")
	dies := flags.Bool("die-with-parent", false, "be killed when the thread that started this process ends (Linux)")
	// ExitOnError ends with 2 by itself.
	_ = flags.Parse(os.Args[1:])
	if flags.NArg() > 0 {
		fail(badInput, "%s is no option here. Cure: --help lists the options", flags.Arg(0))
	}
	if *dies {
		if err := dieWithParent(); err != nil {
			fail(ownFault, "%v", err)
		}
	}
	listener, err := net.Listen("tcp", *listen)
	if err != nil {
		fail(badInput, "--listen %s: %v. Cure: another port; 0 takes a free one", *listen, err)
	}
	if err := serve(listener); err != nil {
		fail(ownFault, "%v", err)
	}
}

func fail(code int, format string, values ...any) {
	fmt.Fprintf(os.Stderr, "otlp-sink: "+format+"\n", values...)
	os.Exit(code)
}

// dieWithParent asks for SIGKILL when the thread that started this process ends.
func dieWithParent() error {
	parent := os.Getppid()
	if err := unix.Prctl(unix.PR_SET_PDEATHSIG, uintptr(unix.SIGKILL), 0, 0, 0); err != nil {
		return err
	}
	// A parent that ended before the call above would never be noticed.
	if os.Getppid() != parent {
		return errors.New("the process that started this one has ended")
	}
	return nil
}

// serve answers until a signal; a second one ends the process at once.
func serve(listener net.Listener) error {
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT)
	registry := prometheus.NewRegistry()
	server := &http.Server{Handler: routes(newSpans(registry), registry), ReadHeaderTimeout: longestHead}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	line, err := json.Marshal(map[string]any{"listening": listener.Addr().String(), "rows": 0})
	if err != nil {
		return err
	}
	fmt.Println(string(line))
	select {
	case <-signals:
	case err := <-ended:
		return err
	}
	go func() {
		<-signals
		os.Exit(interrupted)
	}()
	bounded, cancel := context.WithTimeout(context.Background(), longestStop)
	defer cancel()
	if err := server.Shutdown(bounded); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}

func routes(spans *spans, registry *prometheus.Registry) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/traces", spans.receive)
	mux.HandleFunc("GET /healthz", func(answer http.ResponseWriter, _ *http.Request) { answer.WriteHeader(http.StatusOK) })
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{}))
	return mux
}

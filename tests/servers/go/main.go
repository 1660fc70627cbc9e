// The standard server of Go with the routes of the conformance tests (tests/servers/README.md).
package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"crypto/tls"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

const largeBytes = 5 << 20

type connectionKey struct{}

// Requests that a connection carried, and what all of them together were.
type counts struct {
	sync.Mutex
	Requests    map[string]int `json:"requests"`
	Connections int            `json:"connections"`
	Most        int            `json:"most"`
	Held        int            `json:"held"`
}

type server struct {
	counts   counts
	limit    int
	hold     int
	released chan struct{}
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/stats" {
		s.counts.Lock()
		defer s.counts.Unlock()
		_ = json.NewEncoder(w).Encode(&s.counts)
		return
	}
	carried := r.Context().Value(connectionKey{}).(*int)
	s.counts.Lock()
	*carried++
	if *carried > s.counts.Most {
		s.counts.Most = *carried
	}
	s.counts.Requests[r.Method+" "+r.URL.Path]++
	s.counts.Unlock()
	if *carried >= s.limit {
		w.Header().Set("Connection", "close")
	}
	s.answer(w, r)
}

func (s *server) answer(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/length":
		fixed(w, []byte("hello"))
	case "/empty":
		fixed(w, nil)
	case "/chunked":
		pieces(w, 5, 0)
	case "/trailers":
		w.Header().Set("Trailer", "X-First, X-Second")
		pieces(w, 3, 0)
		w.Header().Set("X-First", "one")
		w.Header().Set("X-Second", "two")
	case "/hints":
		w.Header().Set("Link", "</style.css>; rel=preload")
		w.WriteHeader(http.StatusEarlyHints)
		w.WriteHeader(http.StatusEarlyHints)
		fixed(w, []byte("hello"))
	case "/close":
		w.Header().Set("Connection", "close")
		fixed(w, []byte("hello"))
	case "/until-close":
		untilClose(w)
	case "/large":
		fixed(w, bytes.Repeat([]byte("0123456789abcdef"), largeBytes/16))
	case "/large-chunked":
		for range [80]struct{}{} {
			_, _ = w.Write(bytes.Repeat([]byte("0123456789abcdef"), largeBytes/16/80))
		}
	case "/slow":
		pieces(w, 5, 30*time.Millisecond)
	case "/echo", "/continue":
		echo(w, r)
	case "/early":
		fixed(w, []byte("enough"))
	case "/cookie":
		w.Header().Add("Set-Cookie", "sid=abc; Path=/; HttpOnly")
		w.Header().Add("Set-Cookie", "theme=dark; Max-Age=60")
		fixed(w, []byte("hello"))
	case "/gzip":
		w.Header().Set("Content-Encoding", "gzip")
		fixed(w, zipped())
	case "/json":
		w.Header().Set("Content-Type", "application/json")
		fixed(w, []byte(`{"token": "t-1", "items": [{"id": 7}, {"id": 8}]}`))
	case "/hold":
		s.holdUntilFull()
		fixed(w, []byte("held"))
	default:
		status(w, r)
	}
}

// Answers when as many calls as asked for are open at once; at once from then on.
func (s *server) holdUntilFull() {
	s.counts.Lock()
	s.counts.Held++
	if s.counts.Held == s.hold {
		close(s.released)
	}
	s.counts.Unlock()
	<-s.released
}

func status(w http.ResponseWriter, r *http.Request) {
	code, err := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/"))
	if err != nil || code < 200 || code > 599 {
		code = http.StatusNotFound
	}
	if code >= 300 && code < 400 && code != http.StatusNotModified {
		w.Header().Set("Location", "/length")
	}
	w.WriteHeader(code)
}

func fixed(w http.ResponseWriter, body []byte) {
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = w.Write(body)
}

func pieces(w http.ResponseWriter, count int, gap time.Duration) {
	for range make([]struct{}, count) {
		_, _ = io.WriteString(w, "piece ")
		w.(http.Flusher).Flush()
		time.Sleep(gap)
	}
}

// A reply of HTTP/1.0 that ends where its connection does; the server itself writes none.
func untilClose(w http.ResponseWriter) {
	connection, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		return
	}
	_, _ = io.WriteString(connection, "HTTP/1.0 200 OK\r\n\r\nhello until the end")
	_ = connection.Close()
}

// Gives the body back when it is the one that its header tells of.
func echo(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	sum := sha256.Sum256(body)
	if err != nil || hex.EncodeToString(sum[:]) != r.Header.Get("X-Sha256") {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	fixed(w, body)
}

func zipped() []byte {
	var out bytes.Buffer
	writer := gzip.NewWriter(&out)
	_, _ = writer.Write(bytes.Repeat([]byte("a"), 10_000))
	_ = writer.Close()
	return out.Bytes()
}

func main() {
	limit := flag.Int("limit", 1_000_000_000, "requests after which a connection is closed")
	hold := flag.Int("hold", 1, "calls of /hold that must be open at once")
	certificate := flag.String("certificate", "", "PEM file for TLS")
	key := flag.String("key", "", "PEM file for TLS")
	unix := flag.String("unix", "", "path of a Unix socket")
	flag.Parse()
	s := &server{limit: *limit, hold: *hold, released: make(chan struct{})}
	s.counts.Requests = map[string]int{}
	served := &http.Server{
		Handler:      s,
		ErrorLog:     log.New(io.Discard, "", 0),
		TLSNextProto: map[string]func(*http.Server, *tls.Conn, http.Handler){},
		ConnContext: func(ctx context.Context, _ net.Conn) context.Context {
			s.counts.Lock()
			s.counts.Connections++
			s.counts.Unlock()
			return context.WithValue(ctx, connectionKey{}, new(int))
		},
	}
	places := map[string]string{"http": listen(served, "tcp4", "127.0.0.1:0")}
	// The same port, so that one name with both addresses can be asked for.
	_, port, _ := net.SplitHostPort(places["http"])
	if listener, err := net.Listen("tcp6", "[::1]:"+port); err == nil {
		places["http6"] = listener.Addr().String()
		go func() { _ = served.Serve(listener) }()
	}
	if *unix != "" {
		places["unix"] = listen(served, "unix", *unix)
	}
	if *certificate != "" {
		listener := must(net.Listen("tcp4", "127.0.0.1:0"))
		places["https"] = listener.Addr().String()
		go func() { _ = served.ServeTLS(listener, *certificate, *key) }()
	}
	line, _ := json.Marshal(places)
	fmt.Println(string(line))
	// Ends with the test that holds the other end.
	_, _ = io.Copy(io.Discard, os.Stdin)
}

func listen(served *http.Server, network, address string) string {
	listener := must(net.Listen(network, address))
	go func() { _ = served.Serve(listener) }()
	return listener.Addr().String()
}

func must(listener net.Listener, err error) net.Listener {
	if err != nil {
		log.Fatal(err)
	}
	return listener
}

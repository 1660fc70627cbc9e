package service

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"runtime"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// longestHead is how long a client may take for the head of a request.
const longestHead = time.Minute

// readyLine is all that standard output ever has.
type readyLine struct {
	Listening string `json:"listening"`
	Rows      int64  `json:"rows"`
}

// serve answers until a signal; it returns once every request in flight is answered or the longest stop is over.
func serve(definition Definition, settings settings) error {
	if settings.dieWithParent {
		if err := dieWithParent(); err != nil {
			return err
		}
	}
	if settings.processors > 0 {
		runtime.GOMAXPROCS(settings.processors)
	}
	connections, err := openDatabase(settings, definition.Table)
	if err != nil {
		return err
	}
	pool := newPool(connections, settings.acquireTimeout)
	rows, err := count(context.Background(), pool, definition.Table)
	if err != nil {
		return databaseFault(connections.Config(), definition.Table, err)
	}
	complaints := newComplaints(definition.Name, os.Stderr)
	metrics := newMetrics(pool, definition.Table, rows)
	answers := answers{metrics: metrics, complaints: complaints, showsSQLState: definition.ShowsSQLState}
	requests, cancelRequests := context.WithCancel(context.Background())
	defer cancelRequests()
	server := &http.Server{
		Handler:           answers.router(definition.Routes(pool, metrics.rows)),
		ReadHeaderTimeout: longestHead,
		ErrorLog:          log.New(complaints, "", 0),
		BaseContext:       func(net.Listener) context.Context { return requests },
	}
	return run(server, settings, rows, func() error {
		return stop(server, cancelRequests, connections, complaints)
	})
}

// count returns the exact number of rows.
func count(ctx context.Context, pool *Pool, table string) (int64, error) {
	var rows int64
	err := pool.Run(ctx, func(ctx context.Context, connection *pgxpool.Conn) error {
		return connection.QueryRow(ctx, "SELECT count(*) FROM "+pgx.Identifier{table}.Sanitize()).Scan(&rows)
	})
	return rows, err
}

func run(server *http.Server, settings settings, rows int64, stop func() error) error {
	asked := listenForSignals()
	listener, err := net.Listen("tcp", settings.listen.String())
	if err != nil {
		return inputFault{fmt.Sprintf("--listen %s: %s. Cure: another port; 0 takes a free one", settings.listen, shortCause(err))}
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	line, err := json.Marshal(readyLine{listener.Addr().String(), rows})
	if err != nil {
		return err
	}
	if _, err := fmt.Println(string(line)); err != nil {
		return err
	}
	select {
	case <-asked:
		return stop()
	case err := <-ended:
		return errors.Join(errors.New("the server ended by itself"), err)
	}
}

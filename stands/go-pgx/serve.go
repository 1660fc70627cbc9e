package main

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
)

// longestHead is how long a client may take for the head of a request.
const longestHead = time.Minute

// readyLine is all that standard output ever has.
type readyLine struct {
	Listening string `json:"listening"`
	Rows      int64  `json:"rows"`
}

// serve answers until a signal; it returns once every request in flight is answered or the longest stop is over.
func serve(settings settings) error {
	if settings.dieWithParent {
		if err := dieWithParent(); err != nil {
			return err
		}
	}
	if settings.processors > 0 {
		runtime.GOMAXPROCS(settings.processors)
	}
	connections, err := openDatabase(settings)
	if err != nil {
		return err
	}
	pool := newPool(connections, settings.acquireTimeout)
	table := table{pool}
	rows, err := table.count(context.Background())
	if err != nil {
		return databaseFault(connections.Config(), err)
	}
	complaints := newComplaints(os.Stderr)
	service := &service{table: table, metrics: newMetrics(pool, rows), complaints: complaints}
	server := &http.Server{
		Handler:           service.router(),
		ReadHeaderTimeout: longestHead,
		ErrorLog:          log.New(complaints, "", 0),
	}
	return run(server, settings, rows, complaints)
}

func run(server *http.Server, settings settings, rows int64, complaints *complaints) error {
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
		return stop(server, complaints)
	case err := <-ended:
		return errors.Join(errors.New("the server ended by itself"), err)
	}
}

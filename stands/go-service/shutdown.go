package service

import (
	"context"
	"errors"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	// longestStop is how long requests in flight may take after the first signal.
	longestStop = 5 * time.Second
	// longestCancel is how long the cancellation of their statements may take then.
	longestCancel = time.Second
)

// listenForSignals takes SIGTERM and SIGINT from now on; the channel is closed at the first one, and a second one ends the process.
func listenForSignals() <-chan struct{} {
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT)
	asked := make(chan struct{})
	go func() {
		<-signals
		close(asked)
		<-signals
		os.Exit(interrupted)
	}()
	return asked
}

// stop takes no new connections, and returns once what is in flight is answered or cut: a statement of a request that
// is cut would go on in the database long after the service.
func stop(server *http.Server, cancelRequests context.CancelFunc, connections *pgxpool.Pool, complaints *complaints) error {
	bounded, cancel := context.WithTimeout(context.Background(), longestStop)
	defer cancel()
	err := server.Shutdown(bounded)
	if !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	complaints.say("requests were still open after 5 s and were cut")
	cancelRequests()
	closed := make(chan struct{})
	go func() {
		connections.Close()
		close(closed)
	}()
	select {
	case <-closed:
	case <-time.After(longestCancel):
	}
	return nil
}

package main

import (
	"context"
	"errors"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// longestStop is how long requests in flight may take after the first signal.
const longestStop = 5 * time.Second

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

// stop takes no new connections, and returns once what is in flight is answered or the longest stop is over.
func stop(server *http.Server, complaints *complaints) error {
	bounded, cancel := context.WithTimeout(context.Background(), longestStop)
	defer cancel()
	err := server.Shutdown(bounded)
	if errors.Is(err, context.DeadlineExceeded) {
		complaints.say("requests were still open after 5 s and were cut")
		return nil
	}
	return err
}

// Package service is the part of a service over PostgreSQL that does not depend on what the service does: its process,
// options, pool of connections, metrics and answers, as stands/README.md asks for them.
//
// service: the definition of a service and its main function · options: what was asked · serve: the life of the
// service, shutdown its end · answer: routes and their answers, body what requests bring, refusal why they get no
// answer · pool: connections and the wait for them, database their opening · metrics: what is counted, collections
// what the runtime says of its pauses · process: what is asked of the kernel · complaints: standard error.
package service

import (
	"errors"
	"fmt"
	"os"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/spf13/pflag"
)

const (
	ownFault    = 1
	badInput    = 2
	interrupted = 130
)

// Definition is one service.
type Definition struct {
	// Name of the command.
	Name string
	// Summary for --help: a noun phrase.
	Summary string
	// Table whose rows are counted at the start, for the ready line and the metric TABLE_rows.
	Table string
	// ShowsSQLState adds the SQLSTATE of a failed query to its answer, as "sqlstate".
	ShowsSQLState bool
	// Routes of the service; the gauge is the metric TABLE_rows.
	Routes func(*Pool, prometheus.Gauge) []Route
}

// inputFault is what only other options cure.
type inputFault struct{ text string }

func (fault inputFault) Error() string { return fault.text }

// Main runs the service with the arguments of the process; it returns after a stop that was asked for, and ends the
// process with the exit code of the contract otherwise.
func Main(definition Definition) {
	settings, err := parseOptions(definition.Name, os.Args[1:], os.Getenv)
	if errors.Is(err, pflag.ErrHelp) {
		fmt.Print(usage(definition.Name, definition.Summary))
		return
	}
	if err == nil {
		err = serve(definition, settings)
	}
	if err == nil {
		return
	}
	fmt.Fprintf(os.Stderr, "%s: %v\n", definition.Name, err)
	var fault inputFault
	if errors.As(err, &fault) {
		os.Exit(badInput)
	}
	os.Exit(ownFault)
}

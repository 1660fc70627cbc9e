// go-pgx is the status service over PostgreSQL with net/http, chi and pgx: a system under test.
//
// options: what was asked · serve: the life of the service, shutdown its end · api: routes and handlers, request
// what they read, refusal why they do not answer · table: the SQL, row its outcome · pool: connections and the wait
// for them, database their opening · metrics: what is counted, collections what the runtime says of its pauses ·
// process: what is asked of the kernel · complaints: standard error.
package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/pflag"
)

const (
	ownFault    = 1
	badInput    = 2
	interrupted = 130
)

// inputFault is what only other options cure.
type inputFault struct{ text string }

func (fault inputFault) Error() string { return fault.text }

func main() {
	settings, err := parseOptions(os.Args[1:], os.Getenv)
	if errors.Is(err, pflag.ErrHelp) {
		fmt.Print(usage())
		return
	}
	if err == nil {
		err = serve(settings)
	}
	if err == nil {
		return
	}
	fmt.Fprintf(os.Stderr, "go-pgx: %v\n", err)
	var fault inputFault
	if errors.As(err, &fault) {
		os.Exit(badInput)
	}
	os.Exit(ownFault)
}

// go-pgx is the status service over PostgreSQL with net/http, chi and pgx: a system under test.
//
// api: routes and handlers, request what they read, refusal why they do not answer · table: the SQL, row its outcome.
// Process, options, pool and metrics are those of go-service.
package main

import (
	"go-service"

	"github.com/prometheus/client_golang/prometheus"
)

func main() {
	service.Main(service.Definition{
		Name:    "go-pgx",
		Summary: "the status service over PostgreSQL",
		Table:   "status",
		Routes: func(pool *service.Pool, rows prometheus.Gauge) []service.Route {
			return (&api{table: table{pool}, rows: rows}).routes()
		},
	})
}

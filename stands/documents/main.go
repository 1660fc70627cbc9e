// documents is a document management service over PostgreSQL with net/http, chi and pgx: a system under test.
//
// api: routes and handlers, request what they read, refusal why they do not answer · records: statements in a
// transaction and their rows · reading: log-in, start page and form · writing: a document's new version, a process, a
// completed task · processing: recalculation and signing, over temporary tables · report: the SQL of sql/report_*.sql.
// Process, options, pool and metrics are those of go-service.
package main

import (
	"go-service"

	"github.com/prometheus/client_golang/prometheus"
)

func main() {
	service.Main(service.Definition{
		Name:          "documents",
		Summary:       "a document management service over PostgreSQL",
		Table:         "document",
		ShowsSQLState: true,
		Routes: func(pool *service.Pool, _ prometheus.Gauge) []service.Route {
			return (&api{records{pool}}).routes()
		},
	})
}

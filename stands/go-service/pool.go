package service

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
)

var (
	errAcquireTimeout = errors.New("no connection came free in time")
	errNoConnection   = errors.New("the database cannot be reached")
)

// Pool is the connections of the service and what is known of the waits for them.
type Pool struct {
	connections    *pgxpool.Pool
	acquireTimeout time.Duration

	pending        atomic.Int64
	timeouts       prometheus.Counter
	acquireSeconds prometheus.Histogram
}

func newPool(connections *pgxpool.Pool, acquireTimeout time.Duration) *Pool {
	return &Pool{
		connections:    connections,
		acquireTimeout: acquireTimeout,
		timeouts: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "pool_timeouts_total", Help: "Waits that ended in 503.",
		}),
		acquireSeconds: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "pool_acquire_seconds", Help: "Time until a connection was had.", Buckets: secondsBounds,
		}),
	}
}

// Run runs the query on a connection of its own. The wait for a connection ends with its client; if the query gets the
// context as it is, pgx cancels its statement then, and closes the connection.
func (pool *Pool) Run(ctx context.Context, query func(context.Context, *pgxpool.Conn) error) error {
	connection, err := pool.acquire(ctx)
	if err != nil {
		return err
	}
	defer connection.Release()
	return query(ctx, connection)
}

func (pool *Pool) acquire(ctx context.Context) (*pgxpool.Conn, error) {
	asked := time.Now()
	pool.pending.Add(1)
	defer pool.pending.Add(-1)
	bounded, cancel := context.WithTimeout(ctx, pool.acquireTimeout)
	defer cancel()
	connection, err := pool.connections.Acquire(bounded)
	switch {
	case err == nil:
		pool.acquireSeconds.Observe(time.Since(asked).Seconds())
		return connection, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case bounded.Err() != nil:
		pool.timeouts.Inc()
		return nil, errAcquireTimeout
	default:
		return nil, fmt.Errorf("%w (%s)", errNoConnection, shortCause(err))
	}
}

// collectors are the metrics of the pool.
func (pool *Pool) collectors() []prometheus.Collector {
	gauge := func(name, help string, value func(*pgxpool.Stat) int32) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, func() float64 {
			return float64(value(pool.connections.Stat()))
		})
	}
	return []prometheus.Collector{
		gauge("pool_connections", "Connections of the pool.", (*pgxpool.Stat).TotalConns),
		gauge("pool_active", "Connections in use.", (*pgxpool.Stat).AcquiredConns),
		gauge("pool_idle", "Connections not in use.", (*pgxpool.Stat).IdleConns),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "pool_pending", Help: "Requests that wait for a connection.",
		}, func() float64 { return float64(pool.pending.Load()) }),
		// The wait is bounded by its time alone.
		prometheus.NewCounter(prometheus.CounterOpts{Name: "pool_rejections_total", Help: "503s for a full queue."}),
		pool.timeouts,
		pool.acquireSeconds,
	}
}

package service

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/errgroup"
)

const (
	longestOpening = 20 * time.Second
	// Reopened all in the same second, 64 connections would be a peak of their own.
	lifetimeJitter = 10 * time.Minute

	tooManyConnections = "53300"
	undefinedTable     = "42P01"
)

// What is left to users that are not superusers; the last of the three settings is there from PostgreSQL 16 on.
const allowedStatement = `SELECT current_setting('max_connections')::int
	- current_setting('superuser_reserved_connections')::int
	- coalesce(current_setting('reserved_connections', true)::int, 0)`

// openDatabase opens every connection of the pool; its error says in one line what is wrong and the cure.
func openDatabase(settings settings, table string) (*pgxpool.Pool, error) {
	ctx, cancel := context.WithTimeout(context.Background(), longestOpening)
	defer cancel()
	config := settings.database.Copy()
	config.MaxConns = settings.connections
	config.MinConns = settings.connections
	config.MaxConnLifetimeJitter = lifetimeJitter
	if err := checkLimit(ctx, config, table); err != nil {
		return nil, err
	}
	opened, err := pgxpool.NewWithConfig(ctx, config)
	if err == nil {
		err = fill(ctx, opened)
	}
	if err != nil {
		return nil, databaseFault(config, table, err)
	}
	return opened, nil
}

// checkLimit asks before the pool is filled, so that a pool that can never be full is told from a database with other users.
func checkLimit(ctx context.Context, config *pgxpool.Config, table string) error {
	connection, err := pgx.ConnectConfig(ctx, config.ConnConfig)
	if err != nil {
		return databaseFault(config, table, err)
	}
	defer connection.Close(ctx)
	var allowed int32
	if err := connection.QueryRow(ctx, allowedStatement).Scan(&allowed); err != nil {
		return databaseFault(config, table, err)
	}
	if config.MaxConns > allowed {
		return fmt.Errorf("the pool of %d is larger than the %d connections that PostgreSQL at %s allows. "+
			"Cure: lower --pool, or raise max_connections", config.MaxConns, allowed, placeOf(config))
	}
	return nil
}

// fill returns once all connections have been open at the same time.
func fill(ctx context.Context, opened *pgxpool.Pool) error {
	acquired := make([]*pgxpool.Conn, opened.Config().MaxConns)
	var group errgroup.Group
	for index := range acquired {
		group.Go(func() (err error) {
			acquired[index], err = opened.Acquire(ctx)
			return err
		})
	}
	err := group.Wait()
	for _, connection := range acquired {
		if connection != nil {
			connection.Release()
		}
	}
	return err
}

// databaseFault says in one line why PostgreSQL, or the table that the service counts, is not to be had.
func databaseFault(config *pgxpool.Config, table string, err error) error {
	place := placeOf(config)
	var refusal *pgconn.PgError
	if !errors.As(err, &refusal) {
		return fmt.Errorf("cannot reach PostgreSQL at %s (%s). Cure: start it, or correct --database", place, shortCause(err))
	}
	switch refusal.Code {
	case tooManyConnections:
		return fmt.Errorf("PostgreSQL at %s has not enough connections left for the pool of %d (%s). "+
			"Cure: lower --pool, close what else is connected, or raise max_connections", place, config.MaxConns, refusal.Message)
	case undefinedTable:
		return fmt.Errorf("the database %q at %s has no table %s. Cure: make it, or correct --database",
			config.ConnConfig.Database, place, table)
	default:
		return fmt.Errorf("PostgreSQL at %s refuses (%s). Cure: correct --database", place, refusal.Message)
	}
}

func placeOf(config *pgxpool.Config) string {
	return net.JoinHostPort(config.ConnConfig.Host, strconv.Itoa(int(config.ConnConfig.Port)))
}

func shortCause(err error) string {
	var number syscall.Errno
	var name *net.DNSError
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Sprintf("no answer within %.0f s", longestOpening.Seconds())
	case errors.As(err, &number):
		return number.Error()
	case errors.As(err, &name):
		return name.Err
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return "it closed the connection"
	}
	return err.Error()
}

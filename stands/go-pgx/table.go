package main

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"go-service"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// mostIDs is how many ids one request may ask for.
const mostIDs = 50

const (
	findStatement   = "SELECT id, status, updated_at FROM status WHERE id = $1"
	createStatement = "INSERT INTO status (id, status, updated_at) VALUES ($1, $2, now()) RETURNING id, status, updated_at"
	updateStatement = "UPDATE status SET status = $2, updated_at = now() WHERE id = $1 RETURNING id, status, updated_at"
)

const uniqueViolation = "23505"

var (
	errNoRow   = errors.New("no such row")
	errIDTaken = errors.New("the id is taken")
)

// findManyStatements has the statement for each number of ids; a text that is built once is prepared once for each connection.
var findManyStatements = buildFindManyStatements()

func buildFindManyStatements() [mostIDs + 1]string {
	var statements [mostIDs + 1]string
	placeholders := make([]string, 0, mostIDs)
	for count := 1; count <= mostIDs; count++ {
		placeholders = append(placeholders, "$"+strconv.Itoa(count))
		statements[count] = "SELECT id, status, updated_at FROM status WHERE id IN (" + strings.Join(placeholders, ",") + ")"
	}
	return statements
}

// table is the SQL of the service.
type table struct{ pool *service.Pool }

// find returns the row or errNoRow.
func (table table) find(ctx context.Context, id uuid.UUID) (statusRow, error) {
	return table.one(ctx, findStatement, [16]byte(id))
}

// create returns the new row or errIDTaken.
func (table table) create(ctx context.Context, id uuid.UUID, status int16) (statusRow, error) {
	row, err := table.one(ctx, createStatement, [16]byte(id), status)
	var fault *pgconn.PgError
	if errors.As(err, &fault) && fault.Code == uniqueViolation {
		return statusRow{}, errIDTaken
	}
	return row, err
}

// update returns the row as it is now, or errNoRow.
func (table table) update(ctx context.Context, id uuid.UUID, status int16) (statusRow, error) {
	return table.one(ctx, updateStatement, [16]byte(id), status)
}

// findMany returns the rows that exist, each once; at most mostIDs ids.
func (table table) findMany(ctx context.Context, ids []uuid.UUID) ([]statusRow, error) {
	arguments := make([]any, len(ids))
	for index, id := range ids {
		arguments[index] = [16]byte(id)
	}
	found := make([]statusRow, 0, len(ids))
	err := table.run(ctx, func(ctx context.Context, connection *pgxpool.Conn) error {
		rows, err := connection.Query(ctx, findManyStatements[len(ids)], arguments...)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			row, err := scanRow(rows)
			if err != nil {
				return err
			}
			found = append(found, row)
		}
		return rows.Err()
	})
	return found, err
}

// run runs the query on a connection of its own. A client that leaves ends its wait, not its statement: pgx would close
// the connection under it.
func (table table) run(ctx context.Context, query func(context.Context, *pgxpool.Conn) error) error {
	return table.pool.Run(ctx, func(ctx context.Context, connection *pgxpool.Conn) error {
		return query(context.WithoutCancel(ctx), connection)
	})
}

func (table table) one(ctx context.Context, statement string, arguments ...any) (statusRow, error) {
	var row statusRow
	err := table.run(ctx, func(ctx context.Context, connection *pgxpool.Conn) error {
		var err error
		row, err = scanRow(connection.QueryRow(ctx, statement, arguments...))
		return err
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return statusRow{}, errNoRow
	}
	return row, err
}

func scanRow(source pgx.Row) (statusRow, error) {
	var row statusRow
	// As bare bytes: the scanner of uuid.UUID would take the way over a text.
	err := source.Scan((*[16]byte)(&row.ID), &row.Status, &row.UpdatedAt.Time)
	return row, err
}

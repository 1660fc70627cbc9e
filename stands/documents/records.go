package main

import (
	"context"
	"errors"

	"go-service"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// record is one row, its values by the names of the columns.
type record = map[string]any

// records is the database of the service.
type records struct{ pool *service.Pool }

// transaction runs the statements of one request on one connection: all of them or none. A client that leaves cancels
// the statement that runs.
func (records records) transaction(ctx context.Context, statements func(session) error) error {
	return records.pool.Run(ctx, func(ctx context.Context, connection *pgxpool.Conn) error {
		return pgx.BeginFunc(ctx, connection, func(begun pgx.Tx) error {
			return statements(session{ctx, begun, nil})
		})
	})
}

// session runs statements in an open transaction.
type session struct {
	ctx context.Context
	pgx.Tx
	// leading arguments of pgx: how statements are sent.
	leading []any
}

// unprepared is the session for statements over temporary tables. Each is parsed anew: a prepared one would meet another
// table of the same name in a later transaction (cached plan must not change result type).
func (session session) unprepared() session {
	session.leading = []any{pgx.QueryExecModeExec}
	return session
}

// rows returns all rows of a statement.
func (session session) rows(statement string, arguments ...any) ([]record, error) {
	found, err := session.Query(session.ctx, statement, append(session.leading, arguments...)...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(found, pgx.RowToMap)
}

// row returns the one row of a statement, or errNoRow.
func (session session) row(statement string, arguments ...any) (record, error) {
	found, err := session.rows(statement, arguments...)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, errNoRow
	}
	return found[0], nil
}

// number returns the one number of a statement, or errNoRow.
func (session session) number(statement string, arguments ...any) (int64, error) {
	var value int64
	err := session.QueryRow(session.ctx, statement, append(session.leading, arguments...)...).Scan(&value)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, errNoRow
	}
	return value, err
}

// do runs a statement that returns nothing; the number of its rows.
func (session session) do(statement string, arguments ...any) (int64, error) {
	done, err := session.Exec(session.ctx, statement, append(session.leading, arguments...)...)
	return done.RowsAffected(), err
}

// part is a statement whose rows become one key of an answer.
type part struct {
	key       string
	statement string
	arguments []any
}

// fill adds the rows of each part to the answer.
func (session session) fill(answer record, parts ...part) error {
	for _, part := range parts {
		found, err := session.rows(part.statement, part.arguments...)
		if err != nil {
			return err
		}
		answer[part.key] = found
	}
	return nil
}

package main

import "context"

const findDepartment = `SELECT id, name FROM department WHERE id = $1`

// recalculation is the work on one department, step by step over temporary tables, as the platform translates a query
// with several batches.
var recalculation = struct {
	tables    []step
	lockTasks string
	update    string
	accrue    string
	totals    string
}{
	tables: []step{
		{`CREATE TEMPORARY TABLE tt_employee (id int NOT NULL, name text NOT NULL) ON COMMIT DROP`, false},
		{`INSERT INTO tt_employee (id, name) SELECT id, name FROM employee WHERE department = $1`, true},
		{`CREATE INDEX ON tt_employee (id)`, false},
		{`ANALYZE tt_employee`, false},
		{`CREATE TEMPORARY TABLE tt_task (
    id bigint NOT NULL, process bigint NOT NULL, performer int NOT NULL, importance smallint NOT NULL,
    given_at timestamptz NOT NULL, due_at timestamptz NOT NULL, completed_at timestamptz,
    document bigint NOT NULL, kind int NOT NULL
) ON COMMIT DROP`, false},
		{`INSERT INTO tt_task (id, process, performer, importance, given_at, due_at, completed_at, document, kind)
SELECT t.id, t.process, t.performer, t.importance, t.given_at, t.due_at, t.completed_at, p.document, d.kind
FROM task AS t
JOIN process AS p ON p.id = t.process
JOIN document AS d ON d.id = p.document
WHERE t.department = $1`, true},
		{`CREATE INDEX ON tt_task (performer)`, false},
		{`ANALYZE tt_task`, false},
		{`CREATE TEMPORARY TABLE tt_hours (employee int NOT NULL, day date NOT NULL, minutes bigint NOT NULL, documents bigint NOT NULL)
ON COMMIT DROP`, false},
		{`INSERT INTO tt_hours (employee, day, minutes, documents)
SELECT w.employee, w.day, sum(w.minutes), count(DISTINCT w.document)
FROM tt_employee AS e JOIN work_time AS w ON w.employee = e.id
GROUP BY w.employee, w.day`, false},
		{`CREATE INDEX ON tt_hours (employee)`, false},
		{`ANALYZE tt_hours`, false},
		{`CREATE TEMPORARY TABLE tt_load (
    employee int NOT NULL, open bigint NOT NULL, overdue bigint NOT NULL, mean_s double precision NOT NULL, minutes bigint NOT NULL
) ON COMMIT DROP`, false},
		{`INSERT INTO tt_load (employee, open, overdue, mean_s, minutes)
SELECT e.id, coalesce(t.open, 0), coalesce(t.overdue, 0), coalesce(t.mean_s, 0), coalesce(h.minutes, 0)
FROM tt_employee AS e
LEFT JOIN (
    SELECT performer, count(*) FILTER (WHERE completed_at IS NULL) AS open,
        count(*) FILTER (WHERE completed_at IS NULL AND due_at < now()) AS overdue,
        avg(extract(epoch FROM completed_at - given_at)) AS mean_s
    FROM tt_task GROUP BY performer
) AS t ON t.performer = e.id
LEFT JOIN (SELECT employee, sum(minutes) AS minutes FROM tt_hours GROUP BY employee) AS h ON h.employee = e.id`, false},
		// The most urgent open tasks of everybody, with the importance that they get.
		{`CREATE TEMPORARY TABLE tt_rank (id bigint NOT NULL, importance smallint NOT NULL) ON COMMIT DROP`, false},
		{`INSERT INTO tt_rank (id, importance)
SELECT id, CASE WHEN place <= 3 THEN 2 WHEN place <= 10 THEN 1 ELSE 0 END
FROM (
    SELECT t.id, row_number() OVER (PARTITION BY t.performer ORDER BY t.due_at, k.usual_s DESC, t.id) AS place
    FROM tt_task AS t
    JOIN (
        SELECT kind, coalesce(percentile_cont(0.9) WITHIN GROUP (ORDER BY extract(epoch FROM completed_at - given_at)), 0) AS usual_s
        FROM tt_task GROUP BY kind
    ) AS k ON k.kind = t.kind
    WHERE t.completed_at IS NULL
) AS ranked
ORDER BY place, id LIMIT 200`, false},
		{`CREATE INDEX ON tt_rank (id)`, false},
		{`ANALYZE tt_rank`, false},
	},
	// In the order of their ids: two recalculations of a department wait for each other instead of locking each other up.
	lockTasks: `SELECT count(*) FROM (
    SELECT t.id FROM task AS t WHERE t.id = ANY (ARRAY(SELECT id FROM tt_rank)) ORDER BY t.id FOR NO KEY UPDATE
) AS locked`,
	// Sets of records are written whole, changed or not, as the platform does; those completed meanwhile are left alone.
	update: `UPDATE task AS t SET importance = r.importance
FROM tt_rank AS r WHERE t.id = r.id AND t.completed_at IS NULL`,
	// A movement for each employee over the document on which most of the open work is.
	accrue: `INSERT INTO work_time (registrar, line, employee, document, day, minutes)
SELECT $1, row_number() OVER (ORDER BY l.employee), l.employee, t.document, current_date, least(480, 1 + l.open + l.overdue)
FROM tt_load AS l
JOIN LATERAL (
    SELECT document FROM tt_task WHERE performer = l.employee AND completed_at IS NULL
    GROUP BY document ORDER BY count(*) DESC, document LIMIT 1
) AS t ON true`,
	totals: `SELECT count(*) AS employees, coalesce(sum(open), 0)::bigint AS open, coalesce(sum(overdue), 0)::bigint AS overdue,
    coalesce(sum(minutes), 0)::bigint AS minutes
FROM tt_load`,
}

// step is a statement of a batch; takesArgument is true if it has a parameter.
type step struct {
	statement     string
	takesArgument bool
}

func (session session) batch(steps []step, argument any) error {
	for _, step := range steps {
		var arguments []any
		if step.takesArgument {
			arguments = []any{argument}
		}
		if _, err := session.do(step.statement, arguments...); err != nil {
			return err
		}
	}
	return nil
}

// recalculate ranks the open tasks of a department anew and accrues its hours.
func (records records) recalculate(ctx context.Context, department int64) (record, error) {
	var answer record
	err := records.transaction(ctx, func(session session) error {
		if _, err := session.row(findDepartment, department); err != nil {
			return refuseUnknown("department", department, err)
		}
		registrar, err := session.number(nextRegistrar)
		if err != nil {
			return err
		}
		temporary := session.unprepared()
		if err := temporary.batch(recalculation.tables, department); err != nil {
			return err
		}
		if _, err := temporary.number(recalculation.lockTasks); err != nil {
			return err
		}
		ranked, err := temporary.do(recalculation.update)
		if err != nil {
			return err
		}
		accrued, err := temporary.do(recalculation.accrue, registrar)
		if err != nil {
			return err
		}
		answer, err = temporary.row(recalculation.totals)
		if err != nil {
			return err
		}
		answer["department"], answer["registrar"] = department, registrar
		answer["ranked"], answer["accrued"] = ranked, accrued
		return nil
	})
	return answer, err
}

// signing is the work on up to ten documents of a user: those that wait for a signature, then the oldest others.
var signing = struct {
	tables        []step
	lockDocuments string
	files         string
	states        string
	update        string
	signed        string
}{
	tables: []step{
		{`CREATE TEMPORARY TABLE tt_sign (document bigint NOT NULL, line int NOT NULL, version int NOT NULL) ON COMMIT DROP`, false},
		{`INSERT INTO tt_sign (document, line, version)
SELECT id, row_number() OVER (ORDER BY id), version FROM (
    SELECT id, version FROM document WHERE author = $1 ORDER BY state, id LIMIT 10
) AS chosen`, true},
		{`CREATE INDEX ON tt_sign (document)`, false},
		{`ANALYZE tt_sign`, false},
		// A signature is over all versions of a document, and over its files by name and size.
		{`CREATE TEMPORARY TABLE tt_digest (document bigint NOT NULL, digest text NOT NULL, bytes bigint NOT NULL) ON COMMIT DROP`, false},
		{`INSERT INTO tt_digest (document, digest, bytes)
SELECT s.document,
    encode(sha256(convert_to(
        coalesce(string_agg(v.body || encode(sha512(convert_to(v.body, 'UTF8')), 'hex'), '' ORDER BY v.version), '')
        || coalesce((SELECT string_agg(f.name || f.bytes, '' ORDER BY f.id) FROM document_file AS f WHERE f.document = s.document), ''),
        'UTF8')), 'hex'),
    coalesce(sum(octet_length(v.body)), 0)
FROM tt_sign AS s
LEFT JOIN document_version AS v ON v.document = s.document
GROUP BY s.document`, false},
	},
	// In the order of their ids, so that nobody who signs or changes them locks another up.
	lockDocuments: `SELECT count(*) FROM (
    SELECT d.id FROM document AS d WHERE d.id = ANY (ARRAY(SELECT document FROM tt_sign)) ORDER BY d.id FOR NO KEY UPDATE
) AS locked`,
	files: `INSERT INTO document_file (id, document, name, bytes)
SELECT nextval('document_id'), document, 'signature-' || left(digest, 32) || '.p7s', 1024 + bytes % 1024 FROM tt_digest`,
	states: `INSERT INTO document_state (registrar, line, document, state, employee, at)
SELECT $1, line, document, 2, $2, now() FROM tt_sign`,
	update: `UPDATE document AS d SET state = 2 FROM tt_sign AS s WHERE d.id = s.document`,
	signed: `SELECT s.document, s.version, g.digest FROM tt_sign AS s JOIN tt_digest AS g USING (document) ORDER BY s.document`,
}

// sign signs several documents of a user in one transaction.
func (records records) sign(ctx context.Context, user int64) (record, error) {
	var answer record
	err := records.transaction(ctx, func(session session) error {
		if _, err := session.row(findEmployee, user); err != nil {
			return refuseUnknown("employee", user, err)
		}
		if err := session.fill(record{}, part{"rights", userRights, []any{user}}); err != nil {
			return err
		}
		registrar, err := session.number(nextRegistrar)
		if err != nil {
			return err
		}
		temporary := session.unprepared()
		if err := temporary.batch(signing.tables, user); err != nil {
			return err
		}
		if _, err := temporary.number(signing.lockDocuments); err != nil {
			return err
		}
		if _, err := temporary.do(signing.files); err != nil {
			return err
		}
		if _, err := temporary.do(signing.states, registrar, user); err != nil {
			return err
		}
		if _, err := temporary.do(signing.update); err != nil {
			return err
		}
		answer = record{"user": user, "registrar": registrar}
		return temporary.fill(answer, part{"documents", signing.signed, nil})
	})
	return answer, err
}

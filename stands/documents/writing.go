package main

import (
	"context"
	"errors"
)

const (
	lockDocument = `SELECT id, author, department, document_group, state, version FROM document WHERE id = $1 FOR NO KEY UPDATE`

	rightOfUser = `SELECT count(*) FROM access_right WHERE employee = $1 AND document_group = $2`

	// An id above those of the generated data, for a process and for any other registrar of movements.
	nextRegistrar = `SELECT nextval('process_id')`

	insertVersion = `INSERT INTO document_version (document, version, author, written_at, subject, body)
SELECT d.id, d.version + 1, $2, now(), $3, md5(d.body || $3) || substr(d.body, 33) FROM document AS d WHERE d.id = $1`

	// The new version with the text that it has in its own table; the length of a body stays as it is.
	updateDocument = `UPDATE document AS d SET subject = v.subject, version = v.version, body = v.body
FROM document_version AS v
WHERE d.id = $1 AND v.document = d.id AND v.version = d.version + 1
RETURNING d.id, d.version, d.subject, d.state`

	insertState = `INSERT INTO document_state (registrar, line, document, state, employee, at) VALUES ($1, $2, $3, $4, $5, now())`

	insertHours = `INSERT INTO work_time (registrar, line, employee, document, day, minutes) VALUES ($1, $2, $3, $4, current_date, $5)`

	// Minutes that a change takes, from the size of what was read and written.
	minutesOfChange = `SELECT greatest(1, (sum(length(body)) / 400)::int) FROM (
    SELECT body FROM document_version WHERE document = $1 ORDER BY version DESC LIMIT 5
) AS latest`

	// Totals of a document in both registers, which the platform checks after every write.
	registerTotals = `SELECT
    (SELECT count(*) FROM document_version WHERE document = $1) AS versions,
    (SELECT count(*) FROM document_state WHERE document = $1) AS states,
    (SELECT coalesce(sum(minutes), 0) FROM work_time WHERE document = $1) AS minutes`

	inApproval = 1
	inForce    = 2
)

// change writes a new version of a document and its movements in both registers.
func (records records) change(ctx context.Context, document int64, change change) (record, error) {
	var answer record
	err := records.transaction(ctx, func(session session) error {
		employee, err := session.row(findEmployee, change.user)
		if err != nil {
			return refuseUnknown("employee", change.user, err)
		}
		locked, err := session.row(lockDocument, document)
		if err != nil {
			return refuseUnknown("document", document, err)
		}
		// Answered, and no reason to refuse: a profile draws users and documents independently.
		right, err := session.number(rightOfUser, change.user, locked["document_group"])
		if err != nil {
			return err
		}
		registrar, err := session.number(nextRegistrar)
		if err != nil {
			return err
		}
		if _, err := session.do(insertVersion, document, change.user, change.subject); err != nil {
			return err
		}
		changed, err := session.row(updateDocument, document)
		if err != nil {
			return err
		}
		minutes, err := session.number(minutesOfChange, document)
		if err != nil {
			return err
		}
		if _, err := session.do(insertState, registrar, 1, document, locked["state"], change.user); err != nil {
			return err
		}
		if _, err := session.do(insertHours, registrar, 1, change.user, document, minutes); err != nil {
			return err
		}
		totals, err := session.row(registerTotals, document)
		if err != nil {
			return err
		}
		answer = record{"document": changed, "registrar": registrar, "has_right": right > 0, "totals": totals}
		// The form is shown again, and the list behind it.
		return session.fill(answer,
			part{"versions", documentVersions, []any{document}},
			part{"states", documentStates, []any{document}},
			part{"related", relatedDocuments, []any{document}},
			part{"recent", recentDocuments, []any{change.user, employee["department"]}},
		)
	})
	return answer, err
}

const (
	// Performers with the work that each has already, counted up to 100 tasks.
	findPerformers = `SELECT e.id, e.department, count(t.due_at) AS open, count(t.due_at) FILTER (WHERE t.due_at < now()) AS overdue
FROM employee AS e
LEFT JOIN LATERAL (
    SELECT due_at FROM task WHERE performer = e.id AND completed_at IS NULL ORDER BY given_at, id LIMIT 100
) AS t ON true
WHERE e.id = ANY ($1::int[])
GROUP BY e.id, e.department`

	// How long tasks of such processes take, of the latest of the department.
	usualDays = `SELECT coalesce(ceil(extract(epoch FROM percentile_cont(0.9) WITHIN GROUP (ORDER BY lasted)) / 86400), 3)::bigint
FROM (
    SELECT completed_at - given_at AS lasted FROM task
    WHERE department = $1 AND completed_at IS NOT NULL ORDER BY id DESC LIMIT 500
) AS latest`

	insertProcess = `INSERT INTO process (id, document, kind, started_by, started_at)
VALUES ($1, $2, (SELECT (kind % 5)::smallint FROM document WHERE id = $2), $3, now())`

	// The more somebody has to do, the later a task is due; who is overdue gets important ones.
	insertTask = `INSERT INTO task (id, process, performer, department, importance, given_at, due_at)
VALUES (nextval('task_id'), $1, $2, $3, least(2, $5::int)::smallint, now(), now() + make_interval(days => least(30, 1 + $4::int)))
RETURNING id`

	sendToApproval = `UPDATE document SET state = $2 WHERE id = $1`
)

// launch starts a process over a document with a task for each performer.
func (records records) launch(ctx context.Context, launch launch) (record, error) {
	var answer record
	err := records.transaction(ctx, func(session session) error {
		employee, err := session.row(findEmployee, launch.user)
		if err != nil {
			return refuseUnknown("employee", launch.user, err)
		}
		locked, err := session.row(lockDocument, launch.document)
		if err != nil {
			return refuseUnknown("document", launch.document, err)
		}
		performers, err := performersByID(session, launch.performers)
		if err != nil {
			return err
		}
		days, err := session.number(usualDays, locked["department"])
		if err != nil {
			return err
		}
		process, err := session.number(nextRegistrar)
		if err != nil {
			return err
		}
		if _, err := session.do(insertProcess, process, launch.document, launch.user); err != nil {
			return err
		}
		tasks := make([]int64, 0, len(launch.performers))
		for _, id := range launch.performers {
			performer := performers[id]
			due := days + performer["open"].(int64)/10
			task, err := session.number(insertTask, process, id, performer["department"], due, performer["overdue"])
			if err != nil {
				return err
			}
			tasks = append(tasks, task)
		}
		if _, err := session.do(insertState, process, 1, launch.document, inApproval, launch.user); err != nil {
			return err
		}
		if _, err := session.do(sendToApproval, launch.document, inApproval); err != nil {
			return err
		}
		answer = record{"process": process, "document": launch.document, "tasks": tasks}
		return session.fill(answer,
			part{"processes", documentProcesses, []any{launch.document}},
			part{"states", documentStates, []any{launch.document}},
			part{"load", departmentLoad, []any{employee["department"]}},
		)
	})
	return answer, err
}

func performersByID(session session, ids []int64) (map[int64]record, error) {
	found, err := session.rows(findPerformers, ids)
	if err != nil {
		return nil, err
	}
	performers := make(map[int64]record, len(found))
	for _, performer := range found {
		performers[int64(performer["id"].(int32))] = performer
	}
	for _, id := range ids {
		if performers[id] == nil {
			return nil, refuseUnknown("employee", id, errNoRow)
		}
	}
	return performers, nil
}

const (
	// Waits for whoever holds the task, and takes the next one if it was completed meanwhile. With SKIP LOCKED, a user
	// whose tasks are being recalculated would seem to have none.
	lockOldestTask = `SELECT id, process, department, importance, given_at, due_at FROM task
WHERE performer = $1 AND completed_at IS NULL
ORDER BY given_at, id LIMIT 1 FOR NO KEY UPDATE`

	completeTask = `UPDATE task SET completed_at = now() WHERE id = $1 RETURNING completed_at`

	// Locked before its tasks are counted: of two last ones that are completed together, one sees the other.
	lockProcess = `SELECT id, document, started_by FROM process WHERE id = $1 FOR NO KEY UPDATE`

	openTasksOfProcess = `SELECT count(*) FROM task WHERE process = $1 AND completed_at IS NULL`

	finishProcess = `UPDATE process SET finished_at = now() WHERE id = $1`

	nextStateLine = `SELECT coalesce(max(line), 0) + 1 FROM document_state WHERE registrar = $1`

	nextHoursLine = `SELECT coalesce(max(line), 0) + 1 FROM work_time WHERE registrar = $1`

	putInForce = `UPDATE document SET state = $2 WHERE id = $1`
)

// complete completes the oldest open task of a user, and its process if that was the last one.
func (records records) complete(ctx context.Context, user int64) (record, error) {
	var answer record
	err := records.transaction(ctx, func(session session) error {
		employee, err := session.row(findEmployee, user)
		if err != nil {
			return refuseUnknown("employee", user, err)
		}
		answer = record{"user": user, "task": nil}
		task, err := session.row(lockOldestTask, user)
		switch {
		case errors.Is(err, errNoRow):
		case err != nil:
			return err
		default:
			finished, err := completeOne(session, user, task)
			if err != nil {
				return err
			}
			answer["task"], answer["process_finished"] = task, finished
		}
		counters, err := session.row(taskCounters, user)
		if err != nil {
			return err
		}
		answer["counters"] = counters
		return session.fill(answer,
			part{"tasks", openTasksOfUser, []any{user}},
			part{"load", departmentLoad, []any{employee["department"]}},
			part{"hours", ownHours, []any{user}},
		)
	})
	return answer, err
}

// completeOne completes a locked task with its movements; true if its process has ended with it.
func completeOne(session session, user int64, task record) (bool, error) {
	process, err := session.row(lockProcess, task["process"])
	if err != nil {
		return false, err
	}
	completed, err := session.row(completeTask, task["id"])
	if err != nil {
		return false, err
	}
	task["completed_at"] = completed["completed_at"]
	document := process["document"]
	minutes, err := session.number(minutesOfChange, document)
	if err != nil {
		return false, err
	}
	line, err := session.number(nextHoursLine, process["id"])
	if err != nil {
		return false, err
	}
	if _, err := session.do(insertHours, process["id"], line, user, document, minutes); err != nil {
		return false, err
	}
	left, err := session.number(openTasksOfProcess, process["id"])
	if err != nil || left > 0 {
		return false, err
	}
	if _, err := session.do(finishProcess, process["id"]); err != nil {
		return false, err
	}
	if line, err = session.number(nextStateLine, process["id"]); err != nil {
		return false, err
	}
	if _, err := session.do(insertState, process["id"], line, document, inForce, user); err != nil {
		return false, err
	}
	_, err = session.do(putInForce, document, inForce)
	return err == nil, err
}

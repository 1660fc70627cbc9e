package main

import "context"

// Statements that several requests share. Each is written as the platform writes it: one register, one statement.
const (
	findEmployee = `SELECT e.id, e.name, e.position, e.department, d.name AS department_name, m.name AS manager_name
FROM employee AS e
JOIN department AS d ON d.id = e.department
LEFT JOIN employee AS m ON m.id = e.manager
WHERE e.id = $1`

	// A department with those above it, the nearest first.
	departmentPath = `WITH RECURSIVE above (id, parent, name, level) AS (
    SELECT id, parent, name, 1 FROM department WHERE id = $1
    UNION ALL
    SELECT d.id, d.parent, d.name, a.level + 1
    FROM above AS a JOIN department AS d ON d.id = a.parent
    WHERE a.level < 20 AND d.id <> a.id
)
SELECT id, name, level FROM above ORDER BY level`

	// Rights of a user by group of documents.
	userRights = `SELECT g.id, g.name FROM access_right AS r JOIN document_group AS g ON g.id = r.document_group
WHERE r.employee = $1 ORDER BY g.name, g.id`

	taskCounters = `SELECT count(*) AS open, count(*) FILTER (WHERE due_at < now()) AS overdue,
    count(*) FILTER (WHERE importance > 1) AS important, min(due_at) AS next_due_at
FROM task WHERE performer = $1 AND completed_at IS NULL`

	// Open tasks of a user, the oldest first, with the card of each.
	openTasksOfUser = `SELECT t.id, t.importance, t.given_at, t.due_at, p.id AS process, p.kind AS process_kind,
    d.id AS document, d.number, d.subject, k.name AS kind_name, s.name AS partner_name, a.name AS author_name
FROM task AS t
JOIN process AS p ON p.id = t.process
JOIN document AS d ON d.id = p.document
JOIN document_kind AS k ON k.id = d.kind
JOIN partner AS s ON s.id = d.partner
JOIN employee AS a ON a.id = d.author
WHERE t.performer = $1 AND t.completed_at IS NULL
ORDER BY t.given_at, t.id LIMIT 20`

	// The newest documents of a department that the user may see: rights are a condition of every list.
	recentDocuments = `SELECT d.id, d.number, d.subject, d.state, d.version, d.registered_at, k.name AS kind_name, s.name AS partner_name
FROM (
    SELECT id, kind, partner, document_group, number, subject, state, version, registered_at
    FROM document WHERE department = $2 ORDER BY registered_at DESC LIMIT 500
) AS d
JOIN document_kind AS k ON k.id = d.kind
JOIN partner AS s ON s.id = d.partner
WHERE EXISTS (SELECT FROM access_right AS r WHERE r.employee = $1 AND r.document_group = d.document_group)
ORDER BY d.registered_at DESC, d.id DESC LIMIT 20`

	// Open tasks of colleagues, for the page of the workload; counted up to 50 of each, as the page shows them.
	departmentLoad = `SELECT e.id, e.name, count(t.due_at) AS open, count(t.due_at) FILTER (WHERE t.due_at < now()) AS overdue,
    min(t.due_at) AS next_due_at
FROM (SELECT id, name FROM employee WHERE department = $1 ORDER BY id LIMIT 30) AS e
LEFT JOIN LATERAL (
    SELECT due_at FROM task WHERE performer = e.id AND completed_at IS NULL ORDER BY given_at, id LIMIT 50
) AS t ON true
GROUP BY e.id, e.name ORDER BY open DESC, e.id`

	// What the user has written and not finished, by state.
	ownDocuments = `SELECT d.state, count(*) AS documents, max(d.registered_at) AS newest_at, sum(length(d.subject)) AS letters
FROM document AS d WHERE d.author = $1 GROUP BY d.state ORDER BY d.state`

	// Where the hours of a user went, the latest days first.
	ownHours = `SELECT w.day, count(DISTINCT w.document) AS documents, sum(w.minutes) AS minutes
FROM work_time AS w WHERE w.employee = $1 GROUP BY w.day ORDER BY w.day DESC LIMIT 10`
)

const openSession = `INSERT INTO user_session AS s (employee, opened_at, opened) VALUES ($1, now(), 1)
ON CONFLICT (employee) DO UPDATE SET opened_at = now(), opened = s.opened + 1
RETURNING opened, opened_at`

// logIn opens a session of the user, and returns what the client keeps of him: department, rights and counters.
func (records records) logIn(ctx context.Context, user int64) (record, error) {
	var answer record
	err := records.transaction(ctx, func(session session) error {
		employee, err := session.row(findEmployee, user)
		if err != nil {
			return refuseUnknown("employee", user, err)
		}
		opened, err := session.row(openSession, user)
		if err != nil {
			return err
		}
		counters, err := session.row(taskCounters, user)
		if err != nil {
			return err
		}
		answer = record{"user": user, "employee": employee, "session": opened, "counters": counters}
		department := employee["department"]
		return session.fill(answer,
			part{"path", departmentPath, []any{department}},
			part{"rights", userRights, []any{user}},
			part{"own_documents", ownDocuments, []any{user}},
			part{"hours", ownHours, []any{user}},
			part{"recent", recentDocuments, []any{user, department}},
		)
	})
	return answer, err
}

// application returns the start page: counts and the first open tasks.
func (records records) application(ctx context.Context, user int64) (record, error) {
	var answer record
	err := records.transaction(ctx, func(session session) error {
		employee, err := session.row(findEmployee, user)
		if err != nil {
			return refuseUnknown("employee", user, err)
		}
		counters, err := session.row(taskCounters, user)
		if err != nil {
			return err
		}
		answer = record{"user": user, "employee": employee, "counters": counters}
		department := employee["department"]
		return session.fill(answer,
			part{"tasks", openTasksOfUser, []any{user}},
			part{"recent", recentDocuments, []any{user, department}},
			part{"load", departmentLoad, []any{department}},
			part{"own_documents", ownDocuments, []any{user}},
			part{"hours", ownHours, []any{user}},
		)
	})
	return answer, err
}

const (
	findDocument = `SELECT d.id, d.number, d.subject, d.state, d.version, d.registered_at, d.body, d.kind, k.name AS kind_name,
    k.retention_years, d.author, a.name AS author_name, d.department, u.name AS department_name,
    d.partner, s.name AS partner_name, s.region, d.document_group, g.name AS group_name
FROM document AS d
JOIN document_kind AS k ON k.id = d.kind
JOIN employee AS a ON a.id = d.author
JOIN department AS u ON u.id = d.department
JOIN partner AS s ON s.id = d.partner
JOIN document_group AS g ON g.id = d.document_group
WHERE d.id = $1`

	// The size and the digest of a version are shown beside it, as of every attachment.
	documentVersions = `SELECT v.version, v.written_at, v.subject, length(v.body) AS letters, md5(v.body) AS digest, e.name AS author_name
FROM document_version AS v JOIN employee AS e ON e.id = v.author
WHERE v.document = $1 ORDER BY v.version DESC LIMIT 50`

	documentFiles = `SELECT id, name, bytes FROM document_file WHERE document = $1 ORDER BY id DESC LIMIT 50`

	documentStates = `SELECT s.registrar, s.line, s.state, s.at, e.name AS employee_name
FROM document_state AS s JOIN employee AS e ON e.id = s.employee
WHERE s.document = $1 ORDER BY s.at DESC, s.registrar DESC, s.line DESC LIMIT 50`

	documentProcesses = `SELECT p.id, p.kind, p.started_at, p.finished_at, e.name AS started_by_name,
    count(t.id) AS tasks, count(t.completed_at) AS completed
FROM process AS p
JOIN employee AS e ON e.id = p.started_by
LEFT JOIN task AS t ON t.process = p.id
WHERE p.document = $1
GROUP BY p.id, p.kind, p.started_at, p.finished_at, e.name ORDER BY p.started_at DESC, p.id DESC LIMIT 20`

	documentTasks = `SELECT t.id, t.process, t.importance, t.given_at, t.due_at, t.completed_at, e.name AS performer_name,
    u.name AS department_name
FROM process AS p
JOIN task AS t ON t.process = p.id
JOIN employee AS e ON e.id = t.performer
JOIN department AS u ON u.id = t.department
WHERE p.document = $1 ORDER BY t.given_at DESC, t.id DESC LIMIT 50`

	documentHours = `SELECT w.employee, e.name, count(DISTINCT w.day) AS days, sum(w.minutes) AS minutes
FROM work_time AS w JOIN employee AS e ON e.id = w.employee
WHERE w.document = $1 GROUP BY w.employee, e.name ORDER BY minutes DESC, w.employee LIMIT 20`

	// Other documents of the partner, with how far each is from this one in words that both subjects have.
	relatedDocuments = `SELECT d.id, d.number, d.subject, d.state, d.registered_at, k.name AS kind_name,
    (SELECT count(*) FROM unnest(string_to_array(lower(d.subject), ' ')) AS word
     WHERE word = ANY (string_to_array(lower(o.subject), ' '))) AS words_alike
FROM document AS o
JOIN LATERAL (
    SELECT id, kind, number, subject, state, registered_at FROM document
    WHERE partner = o.partner AND id <> o.id ORDER BY id DESC LIMIT 300
) AS d ON true
JOIN document_kind AS k ON k.id = d.kind
WHERE o.id = $1 ORDER BY words_alike DESC, d.id DESC LIMIT 10`

	// Who may see the document: the rights of its group, by department.
	documentReaders = `SELECT e.department, count(*) AS readers
FROM access_right AS r JOIN employee AS e ON e.id = r.employee
WHERE r.document_group = $1 AND e.department = $2
GROUP BY e.department`
)

// form returns a document with all that its form shows.
func (records records) form(ctx context.Context, document int64) (record, error) {
	var answer record
	err := records.transaction(ctx, func(session session) error {
		found, err := session.row(findDocument, document)
		if err != nil {
			return refuseUnknown("document", document, err)
		}
		answer = record{"document": found}
		id := []any{document}
		return session.fill(answer,
			part{"versions", documentVersions, id},
			part{"files", documentFiles, id},
			part{"states", documentStates, id},
			part{"processes", documentProcesses, id},
			part{"tasks", documentTasks, id},
			part{"hours", documentHours, id},
			part{"related", relatedDocuments, id},
			part{"readers", documentReaders, []any{found["document_group"], found["department"]}},
		)
	})
	return answer, err
}

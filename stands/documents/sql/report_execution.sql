-- Execution of documents by a department in a month: a line a document and employee. Parameters: department, month
-- (YYYY-MM). Instants are made of immutable functions: others would be computed anew for each row.
CREATE TEMPORARY TABLE tt_department ON COMMIT DROP AS
SELECT d.id AS department, coalesce(d.parent, d.id) AS upper FROM department d
-- next
CREATE TEMPORARY TABLE tt_task ON COMMIT DROP AS
SELECT t.process, count(*) AS tasks, count(*) FILTER (WHERE t.completed_at > t.due_at) AS late
FROM task t
WHERE t.department = $1::int
  AND t.given_at >= make_date(left($2::text, 4)::int, right($2::text, 2)::int, 1)::timestamp AT TIME ZONE 'UTC'
  AND t.given_at < (make_date(left($2::text, 4)::int, right($2::text, 2)::int, 1) + interval '1 month')
                   AT TIME ZONE 'UTC'
GROUP BY t.process
-- next
CREATE TEMPORARY TABLE tt_registrar ON COMMIT DROP AS
SELECT p.id AS registrar, tt.tasks, tt.late
FROM tt_task tt
INNER JOIN process p ON p.id = tt.process
INNER JOIN document d ON d.id = p.document
WHERE p.finished_at IS NOT NULL AND d.state = 2 AND d.kind <= 3
-- next
CREATE INDEX tt_registrar_index ON tt_registrar (registrar)
-- next
ANALYZE tt_registrar
-- next
SELECT d.number, d.subject, k.name AS kind, g.name AS document_group, c.name AS partner, a.name AS author,
       ad.upper AS upper_department, m.name AS head, e.name AS employee, ed.department AS employee_department,
       s.name AS started_by, p.started_at, p.finished_at, r.tasks, r.late,
       count(*) AS movements, max(st.at) AS last_state_at, sum(st.state) AS states,
       min(v.written_at) AS last_version_at, max(length(v.body)) AS characters
FROM document_state st
INNER JOIN process p ON p.id = st.registrar
INNER JOIN document d ON d.id = st.document
INNER JOIN document_version v ON v.document = d.id AND v.version = d.version
INNER JOIN employee a ON a.id = d.author
INNER JOIN tt_department ad ON ad.department = a.department
INNER JOIN employee e ON e.id = st.employee
INNER JOIN tt_department ed ON ed.department = e.department
INNER JOIN document_kind k ON k.id = d.kind
INNER JOIN document_group g ON g.id = d.document_group
INNER JOIN partner c ON c.id = d.partner
LEFT JOIN employee m ON m.id = a.manager
INNER JOIN employee s ON s.id = p.started_by
INNER JOIN tt_registrar r ON r.registrar = st.registrar
WHERE st.at >= make_date(left($2::text, 4)::int, right($2::text, 2)::int, 1)::timestamp AT TIME ZONE 'UTC'
  AND st.at < (make_date(left($2::text, 4)::int, right($2::text, 2)::int, 1) + interval '1 month') AT TIME ZONE 'UTC'
GROUP BY d.number, d.subject, k.name, g.name, c.name, a.name, ad.upper, m.name, e.name, ed.department, s.name,
         p.started_at, p.finished_at, r.tasks, r.late
ORDER BY late DESC, number, employee, last_state_at, states

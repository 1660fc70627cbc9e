-- Open tasks of a department by kind of document and performer. Parameter: department.
CREATE TEMPORARY TABLE tt_performer ON COMMIT DROP AS
SELECT e.id AS performer, e.name FROM employee e WHERE e.department = $1::int
-- next
CREATE INDEX tt_performer_index ON tt_performer (performer)
-- next
ANALYZE tt_performer
-- next
SELECT f.name AS performer, k.name AS kind, g.name AS document_group, min(c.region) AS least_region,
       count(*) AS tasks,
       count(*) FILTER (WHERE t.due_at < timestamptz '2026-01-01 00:00:00+00') AS overdue,
       count(*) FILTER (WHERE t.importance = 2) AS important,
       count(*) FILTER (WHERE ad.id <> sd.id) AS from_other_departments,
       min(t.given_at) AS oldest,
       min(d.number || ' ' || d.subject || ' (' || a.name || ', ' || ad.name || ')') AS first_document,
       min(s.name || ', ' || sd.name) AS first_starter,
       max(st.at) AS last_state_at
FROM task t
INNER JOIN process p ON p.id = t.process
INNER JOIN document d ON d.id = p.document
INNER JOIN document_kind k ON k.id = d.kind
INNER JOIN document_group g ON g.id = d.document_group
INNER JOIN partner c ON c.id = d.partner
INNER JOIN employee a ON a.id = d.author
INNER JOIN department ad ON ad.id = a.department
INNER JOIN employee s ON s.id = p.started_by
INNER JOIN department sd ON sd.id = s.department
INNER JOIN document_state st ON st.registrar = p.id AND st.line = 1
INNER JOIN tt_performer f ON f.performer = t.performer
WHERE t.completed_at IS NULL
GROUP BY f.name, k.name, g.name
ORDER BY overdue DESC, tasks DESC, performer, kind, document_group

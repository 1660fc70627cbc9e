-- Placeholder: open tasks of a department by performer.
CREATE TEMPORARY TABLE report_open ON COMMIT DROP AS
SELECT t.id, t.performer, t.due_at, p.document FROM task AS t JOIN process AS p ON p.id = t.process
WHERE t.department = $1 AND t.completed_at IS NULL
-- next
ANALYZE report_open
-- next
SELECT e.name, k.name AS kind, count(*) AS open, min(r.due_at) AS next_due_at
FROM report_open AS r
JOIN employee AS e ON e.id = r.performer
JOIN document AS d ON d.id = r.document
JOIN document_kind AS k ON k.id = d.kind
GROUP BY e.name, k.name ORDER BY open DESC, e.name, k.name

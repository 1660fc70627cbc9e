-- Documents with the partners of a region in a year, by kind and state. Parameters: year, region.
-- tt_department has no statistics, as the platform makes such tables: the planner takes its 64 rows for some two
-- thousand, each join with it seems to multiply the rows by ten, and so the estimated cost makes JIT compile with all
-- of its optimizations.
CREATE TEMPORARY TABLE tt_department ON COMMIT DROP AS
SELECT d.id AS department, coalesce(d.parent, d.id) AS upper FROM department d
-- next
CREATE TEMPORARY TABLE tt_document ON COMMIT DROP AS
SELECT d.id AS document, d.registered_at
FROM partner c
INNER JOIN document d ON d.partner = c.id
WHERE c.region = $2::int AND d.state >= 2
  AND d.registered_at >= make_date($1::int, 1, 1)::timestamp AT TIME ZONE 'UTC'
  AND d.registered_at < make_date($1::int + 1, 1, 1)::timestamp AT TIME ZONE 'UTC'
-- next
CREATE TEMPORARY TABLE tt_registrar ON COMMIT DROP AS
SELECT p.id AS registrar, count(f.id) AS files, coalesce(sum(f.bytes), 0) AS bytes
FROM tt_document tt
INNER JOIN process p ON p.document = tt.document
LEFT JOIN document_file f ON f.document = tt.document
GROUP BY p.id
-- next
CREATE INDEX tt_registrar_index ON tt_registrar (registrar)
-- next
ANALYZE tt_registrar
-- next
SELECT k.name AS kind, st.state,
       count(*) AS movements, count(*) FILTER (WHERE st.line = 1) AS processes, max(c.name) AS last_partner,
       sum(CASE WHEN p.finished_at IS NULL THEN 1 ELSE 0 END) AS unfinished,
       sum(extract(epoch FROM coalesce(p.finished_at, p.started_at) - p.started_at) / 86400)::numeric(20, 2) AS days,
       sum(CASE WHEN ad.department = ed.department THEN 1 ELSE 0 END) AS inside,
       sum(CASE WHEN m.id = e.id THEN 1 ELSE 0 END) AS by_head,
       max(upper(substr(d.subject, 1, 40)) || ', ' || a.name || ', ' || g.name || ', ' || ad.upper) AS last_subject,
       max(s.name || ', ' || sd.name) AS last_starter, sum(r.files) AS files, sum(r.bytes) AS bytes
FROM document_state st
INNER JOIN process p ON p.id = st.registrar
INNER JOIN document d ON d.id = st.document
INNER JOIN employee a ON a.id = d.author
INNER JOIN tt_department ad ON ad.department = a.department
INNER JOIN employee e ON e.id = st.employee
INNER JOIN tt_department ed ON ed.department = e.department
INNER JOIN document_kind k ON k.id = d.kind
INNER JOIN document_group g ON g.id = d.document_group
INNER JOIN partner c ON c.id = d.partner
LEFT JOIN employee m ON m.id = a.manager
INNER JOIN employee s ON s.id = p.started_by
INNER JOIN department sd ON sd.id = s.department
INNER JOIN tt_registrar r ON r.registrar = st.registrar
WHERE st.at >= make_date($1::int, 1, 1)::timestamp AT TIME ZONE 'UTC'
  AND st.at < make_date($1::int + 1, 1, 1)::timestamp AT TIME ZONE 'UTC'
GROUP BY k.name, st.state
ORDER BY kind, state

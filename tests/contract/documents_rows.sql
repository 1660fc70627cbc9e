-- Small data of the documents stand: `documents` documents by `employees` employees in five departments below the first.
INSERT INTO department SELECT id, CASE WHEN id > 1 THEN 1 END, 'Department ' || id FROM generate_series(1, 6) AS id;
INSERT INTO employee
SELECT id, 2 + id % 5, 'Employee ' || id, 'Clerk', CASE WHEN id > 5 THEN 1 + id % 5 END FROM generate_series(1, :employees) AS id;
INSERT INTO partner SELECT id, 'Partner ' || id, id % 4 FROM generate_series(1, 20) AS id;
INSERT INTO document_kind SELECT id, 'Kind ' || id, 5 FROM generate_series(1, 6) AS id;
INSERT INTO document_group SELECT id, 'Group ' || id FROM generate_series(1, 8) AS id;
-- Each employee may see half of the groups.
INSERT INTO access_right
SELECT e, g FROM generate_series(1, :employees) AS e, generate_series(1, 8) AS g WHERE (e + g) % 2 = 0;
-- A body is some 1,000 letters.
INSERT INTO document
SELECT id, 1 + id % 6, 'D-' || id, 'Contract ' || id || ' of supply', 1 + id % :employees, 2 + id % 5, 1 + id % 20, 1 + id % 8,
    timestamptz '2025-01-01 00:00Z' + id * interval '7 hours', id % 4, 1 + id % 3, repeat(md5(id::text), 30)
FROM generate_series(1, :documents) AS id;
INSERT INTO document_version
SELECT d.id, v, d.author, d.registered_at + v * interval '1 hour', d.subject, d.body
FROM document AS d, generate_series(1, d.version) AS v;
INSERT INTO document_file SELECT id, id, 'scan-' || id || '.pdf', 1000 + id FROM generate_series(1, :documents) AS id;
INSERT INTO process
SELECT id, id, id % 5, 1 + id % :employees, timestamptz '2025-01-02 00:00Z' + id * interval '7 hours', NULL
FROM generate_series(1, :documents) AS id;
-- Three tasks of each process for three neighbours; the first one is completed.
INSERT INTO task
SELECT (p.id - 1) * 3 + line, p.id, performer, 2 + performer % 5, line - 1, p.started_at, p.started_at + line * interval '2 days',
    CASE WHEN line = 1 THEN p.started_at + (1 + p.id % 3) * interval '1 day' END
FROM process AS p, generate_series(1, 3) AS line, LATERAL (SELECT 1 + ((p.id + line) % :employees)::int AS performer) AS chosen;
INSERT INTO document_state SELECT id, 1, document, 1, started_by, started_at FROM process;
INSERT INTO work_time SELECT id, 1, started_by, document, started_at::date, 30 FROM process;
CREATE INDEX ON employee (department);
CREATE INDEX ON document (author, state, id);
CREATE INDEX ON document (department, registered_at);
CREATE INDEX ON document (partner, id);
CREATE INDEX ON document_file (document);
CREATE INDEX ON process (document);
CREATE INDEX ON task (process);
CREATE INDEX ON task (performer, given_at, id) WHERE completed_at IS NULL;
CREATE INDEX ON task (department, id);
CREATE INDEX ON document_state (document);
CREATE INDEX ON work_time (document);
CREATE INDEX ON work_time (employee, day);

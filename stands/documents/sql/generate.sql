-- Rows of the tables of schema.sql, made of row numbers alone: the same on every machine and in every version.
-- Variable of psql: `documents`, the number of documents, which all else follows. Run in one transaction.
-- A scan begins at the first row, so that rows lie in the same order on every machine.
SET LOCAL synchronize_seqscans = off;
-- Number from 0 to `below` - 1 for a row and a purpose. The server has to keep this hash as it is for as long as there
-- are hash partitions, and it works on numbers, not on bytes in memory.
CREATE FUNCTION pg_temp.draw(row_number bigint, purpose int, below int) RETURNS int LANGUAGE sql IMMUTABLE AS
$$ SELECT ((hashint8extended($1, $2) & 9223372036854775807) % $3)::int $$;
-- Number from 1 to `most`, small ones more often: 2 is a moderate skew, 3 a strong one.
CREATE FUNCTION pg_temp.skewed(row_number bigint, purpose int, most bigint, skew float) RETURNS int
LANGUAGE sql IMMUTABLE AS
$$ SELECT 1 + floor($3 * power(pg_temp.draw($1, $2, 1000000) / 1000000.0::float, $4))::int $$;
-- Three years, evenly: instant of the registration of a document.
CREATE FUNCTION pg_temp.registered(document bigint, documents bigint) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS
$$ SELECT timestamptz '2023-01-01 06:00:00+00' + ($1 - 1) * (interval '1095 days' / $2)
          + pg_temp.draw($1, 1, 36000) * interval '1 second' $$;
-- Text of so many characters: a slice of a page of words.
CREATE TEMPORARY TABLE page ON COMMIT DROP AS
SELECT string_agg(
    (ARRAY['agreement', 'annex', 'approval', 'and', 'of', 'the', 'between', 'parties', 'shall', 'be', 'delivery', 'under',
           'payment', 'within', 'days', 'order', 'department', 'in', 'accordance', 'with', 'schedule', 'invoice', 'amount',
           'to', 'protocol', 'responsible', 'executor', 'for', 'term', 'contract', 'signed', 'by'])[
        1 + pg_temp.draw(number, 2, 32)], ' ' ORDER BY number) AS words
FROM generate_series(1, 700) AS number;
CREATE FUNCTION pg_temp.slice(words text, row_number bigint, purpose int, characters int) RETURNS text
LANGUAGE sql IMMUTABLE AS
$$ SELECT substr($1, 1 + pg_temp.draw($2, $3, 2000), $4) $$;

INSERT INTO department
SELECT id, CASE WHEN id > 1 THEN 1 + (id - 2) / 4 END, 'Department ' || id FROM generate_series(1, 64) AS id;
-- The first 64 are heads of the departments; the departments differ in size by more than 10.
INSERT INTO employee
SELECT id, CASE WHEN id <= 64 THEN id ELSE pg_temp.skewed(id, 10, 64, 2) END,
       'Employee ' || lpad(id::text, 4, '0'),
       (ARRAY['head', 'lawyer', 'accountant', 'engineer', 'clerk', 'manager'])[
           CASE WHEN id <= 64 THEN 1 ELSE 2 + pg_temp.draw(id, 11, 5) END],
       CASE WHEN id = 1 THEN NULL WHEN id <= 64 THEN 1 + (id - 2) / 4 ELSE pg_temp.skewed(id, 10, 64, 2) END
FROM generate_series(1, 3200) AS id;
INSERT INTO partner
SELECT id, 'Partner ' || id || ' ' || substr(md5(id::text), 1, 12), 1 + pg_temp.draw(id, 12, 80)
FROM generate_series(1, greatest(800, :documents / 8)) AS id;
INSERT INTO document_kind
SELECT id, 'Kind ' || id, (ARRAY[1, 3, 5, 10, 75])[1 + id % 5] FROM generate_series(1, 40) AS id;
INSERT INTO document_group SELECT id, 'Group ' || id FROM generate_series(1, 240) AS id;
-- Everybody sees 20 groups of documents and some more.
INSERT INTO access_right
SELECT DISTINCT employee, 1 + pg_temp.draw(employee * 100 + number, 13, 240)
FROM generate_series(1, 3200) AS employee, generate_series(1, 20 + pg_temp.draw(employee, 14, 30)) AS number
ORDER BY 1, 2;

INSERT INTO document
SELECT numbers.id, pg_temp.skewed(numbers.id, 20, 40, 2), 'D-' || lpad(numbers.id::text, 9, '0'),
       pg_temp.slice(words, numbers.id, 21, 30 + pg_temp.draw(numbers.id, 22, 40)),
       author, employee.department,
       pg_temp.skewed(numbers.id, 24, greatest(800, :documents / 8), 2),
       pg_temp.skewed(numbers.id, 25, 240, 1.5),
       pg_temp.registered(numbers.id, :documents),
       CASE WHEN pg_temp.draw(numbers.id, 26, 100) < 4 THEN 0 WHEN pg_temp.draw(numbers.id, 26, 100) < 10 THEN 1
            WHEN numbers.id < :documents / 3 AND pg_temp.draw(numbers.id, 26, 100) < 80 THEN 3 ELSE 2 END,
       (ARRAY[1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 4, 6])[1 + pg_temp.draw(numbers.id, 27, 16)],
       pg_temp.slice(words, numbers.id, 28, 400 + pg_temp.draw(numbers.id, 29, 800))
FROM (SELECT id, pg_temp.skewed(id, 23, 3200, 1.3) AS author FROM generate_series(1, :documents) AS id) AS numbers
JOIN page ON true
LEFT JOIN employee ON employee.id = author
ORDER BY numbers.id;
INSERT INTO document_version
SELECT document.id, written, pg_temp.skewed(document.id * 10 + written, 30, 3200, 1.3),
       document.registered_at + (written - 1) * interval '5 days',
       document.subject, pg_temp.slice(words, document.id * 10 + written, 31, 300 + pg_temp.draw(document.id, 29, 700))
FROM document, page, generate_series(1, document.version) AS written;
INSERT INTO document_file
SELECT id, 1 + pg_temp.draw(id, 40, :documents), 'scan-' || lpad(id::text, 9, '0') || '.pdf',
       20000 + pg_temp.draw(id, 41, 3000000)
FROM generate_series(1, :documents * 3 / 2) AS id;

-- Two processes a document on average: of some none, of some five or six.
INSERT INTO process
SELECT id, document, pg_temp.draw(id, 50, 5), pg_temp.skewed(id, 51, 3200, 1.3), started_at,
       CASE WHEN pg_temp.draw(id, 52, 1000) >= CASE WHEN id > :documents * 2 * 0.96 THEN 600 ELSE 15 END
            THEN started_at + (1 + pg_temp.draw(id, 53, 30 * 24)) * interval '1 hour' END
FROM (SELECT id, document, pg_temp.registered(document, :documents)
                           + pg_temp.draw(id, 54, 20 * 24 * 60) * interval '1 minute' AS started_at
      FROM (SELECT id, least(greatest((id + 1) / 2 + pg_temp.draw(id, 55, 9) - 4, 1), :documents) AS document
            FROM generate_series(1, :documents * 2) AS id) AS numbers) AS dated;
-- Three tasks a process on average. Some of those of an unfinished process are open: a few per cent of all.
INSERT INTO task
SELECT numbers.id, process.id, performer, employee.department, pg_temp.draw(numbers.id, 60, 3), given_at,
       given_at + (1 + pg_temp.draw(numbers.id, 61, 14)) * interval '1 day',
       CASE WHEN process.finished_at IS NOT NULL THEN process.finished_at
            WHEN pg_temp.draw(numbers.id, 62, 10) < 2 THEN given_at + interval '7 hours' END
FROM (SELECT id, pg_temp.skewed(id, 63, 3200, 1.2) AS performer,
             least(greatest((id + 2) / 3 + pg_temp.draw(id, 64, 5) - 2, 1), :documents * 2) AS process
      FROM generate_series(1, :documents * 6) AS id) AS numbers
JOIN process ON process.id = numbers.process
JOIN employee ON employee.id = performer
CROSS JOIN LATERAL (SELECT process.started_at + pg_temp.draw(numbers.id, 65, 48) * interval '1 hour' AS given_at) AS given
ORDER BY numbers.id;
INSERT INTO document_state
SELECT process.id, line, process.document, least(line - 1, 3), pg_temp.skewed(process.id * 10 + line, 70, 3200, 1.3),
       process.started_at + line * interval '9 hours'
FROM process, generate_series(1, 2 + pg_temp.draw(process.id, 71, 5)) AS line;
INSERT INTO work_time
SELECT process.id, line, pg_temp.skewed(process.id * 10 + line, 80, 3200, 1.3), process.document,
       (process.started_at + line * interval '1 day')::date, 5 * (1 + pg_temp.draw(process.id * 10 + line, 81, 60))
FROM process, generate_series(1, 3 + pg_temp.draw(process.id, 82, 7)) AS line;

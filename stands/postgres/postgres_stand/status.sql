-- In one transaction a new table writes no WAL (wal_level minimal).
BEGIN;
CREATE TABLE status (
    id uuid PRIMARY KEY,
    status smallint NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now()
);
-- Version 4 ids from the hash of a fixed text and the row's number: the same on every machine and in every version.
INSERT INTO status
SELECT overlay(overlay(encode(substr(hash, 1, 16), 'hex') placing '4' from 13)
               placing substr('89ab', 1 + get_byte(hash, 16) % 4, 1) from 17)::uuid,
       (get_byte(hash, 17) * 256 + get_byte(hash, 18)) % 11,
       '2025-12-19T00:00:00Z'
FROM (SELECT sha256(('four-stacks-' || number)::bytea) AS hash FROM generate_series(1, :rows) AS number) AS hashes;
CREATE INDEX status_updated_at_idx ON status (updated_at);
ALTER TABLE status OWNER TO bench;
COMMIT;
-- Frozen, so that no read of a copy writes hint bits or freezes rows.
VACUUM (FREEZE, ANALYZE) status;

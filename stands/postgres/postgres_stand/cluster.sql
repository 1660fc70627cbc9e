-- The database that every start of a service gets a copy of. Part of the name of the data directory: a change here makes a new one.
CREATE EXTENSION pg_stat_statements;
CREATE EXTENSION pg_prewarm;
CREATE ROLE bench LOGIN PASSWORD 'bench';
GRANT pg_monitor TO bench;

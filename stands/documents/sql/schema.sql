-- Tables of a document management system: documents and their versions, business processes and tasks, registers.
-- Registers are tables of movements, each written by a registrar: the document or process that it belongs to.
CREATE TABLE department (id int PRIMARY KEY, parent int, name text NOT NULL);
CREATE TABLE employee (
    id int PRIMARY KEY, department int NOT NULL, name text NOT NULL, position text NOT NULL, manager int
);
CREATE TABLE partner (id int PRIMARY KEY, name text NOT NULL, region int NOT NULL);
CREATE TABLE document_kind (id int PRIMARY KEY, name text NOT NULL, retention_years int NOT NULL);
CREATE TABLE document_group (id int PRIMARY KEY, name text NOT NULL);
CREATE TABLE document (
    id bigint PRIMARY KEY,
    kind int NOT NULL,
    number text NOT NULL,
    subject text NOT NULL,
    author int NOT NULL,
    department int NOT NULL,
    partner int NOT NULL,
    document_group int NOT NULL,
    registered_at timestamptz NOT NULL,
    state smallint NOT NULL,           -- 0 draft, 1 in approval, 2 in force, 3 archived
    version int NOT NULL,
    body text NOT NULL
);
CREATE TABLE document_version (
    document bigint NOT NULL, version int NOT NULL, author int NOT NULL, written_at timestamptz NOT NULL,
    subject text NOT NULL, body text NOT NULL,
    PRIMARY KEY (document, version)
);
CREATE TABLE document_file (
    id bigint PRIMARY KEY, document bigint NOT NULL, name text NOT NULL, bytes bigint NOT NULL
);
CREATE TABLE process (
    id bigint PRIMARY KEY, document bigint NOT NULL, kind smallint NOT NULL, started_by int NOT NULL,
    started_at timestamptz NOT NULL, finished_at timestamptz
);
CREATE TABLE task (
    id bigint PRIMARY KEY, process bigint NOT NULL, performer int NOT NULL, department int NOT NULL,
    importance smallint NOT NULL, given_at timestamptz NOT NULL, due_at timestamptz NOT NULL, completed_at timestamptz
);
-- Register of information: what became of a document, by the registrar that has written it.
CREATE TABLE document_state (
    registrar bigint NOT NULL,         -- id of a process
    line int NOT NULL,
    document bigint NOT NULL,
    state smallint NOT NULL,
    employee int NOT NULL,
    at timestamptz NOT NULL,
    PRIMARY KEY (registrar, line)
);
-- Register of accumulation: hours of work on documents.
CREATE TABLE work_time (
    registrar bigint NOT NULL, line int NOT NULL, employee int NOT NULL, document bigint NOT NULL,
    day date NOT NULL, minutes int NOT NULL,
    PRIMARY KEY (registrar, line)
);
CREATE TABLE access_right (employee int NOT NULL, document_group int NOT NULL, PRIMARY KEY (employee, document_group));
CREATE TABLE user_session (employee int PRIMARY KEY, opened_at timestamptz NOT NULL, opened int NOT NULL);
-- Numbers of new rows, above those of the generated data.
CREATE SEQUENCE document_id START 1000000000;
CREATE SEQUENCE process_id START 1000000000;
CREATE SEQUENCE task_id START 1000000000;

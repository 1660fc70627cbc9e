-- Indexes that such a platform makes beside the primary keys, after the rows: one by one they would take longer.
CREATE INDEX employee_department ON employee (department);
CREATE INDEX partner_region ON partner (region);
CREATE INDEX document_author ON document (author);
CREATE INDEX document_department_state ON document (department, state);
CREATE INDEX document_partner ON document (partner);
CREATE INDEX document_registered ON document (registered_at);
CREATE INDEX document_file_document ON document_file (document);
CREATE INDEX process_document ON process (document);
CREATE INDEX task_process ON task (process);
CREATE INDEX task_department ON task (department, given_at);
CREATE INDEX task_open ON task (performer, given_at) WHERE completed_at IS NULL;
CREATE INDEX document_state_document ON document_state (document);
CREATE INDEX work_time_document ON work_time (document);
CREATE INDEX work_time_employee ON work_time (employee, day);

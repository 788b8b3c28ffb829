-- Locks that processes share, with their end on the database's own clock. A name's token never falls. A row may be purged long
-- after its end: the row without a name keeps the highest token that was ever purged, and names begin above it.
CREATE TABLE job_lock (
    name          TEXT   NOT NULL PRIMARY KEY,
    owner         TEXT   NOT NULL,
    token         BIGINT NOT NULL,
    expires_at_ms BIGINT NOT NULL
);
INSERT INTO job_lock (name, owner, token, expires_at_ms) VALUES ('', '', 0, 0);

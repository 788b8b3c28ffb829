-- Who works on what, and until when on the database's own clock. Rows are never deleted and a token never falls: one that was
-- seen belongs to one owner for ever, so what an earlier owner still tries to write is told apart from what the present one does.
CREATE TABLE lease (
    name          TEXT   NOT NULL PRIMARY KEY,
    owner         TEXT   NOT NULL,
    token         BIGINT NOT NULL,
    expires_at_ms BIGINT NOT NULL
);

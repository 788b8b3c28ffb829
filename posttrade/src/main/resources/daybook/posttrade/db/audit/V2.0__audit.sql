-- What the audit has seen of the exchange's events. Derived: may be deleted at any time, and is then counted anew.
CREATE TABLE audit_state (
    id           INTEGER NOT NULL PRIMARY KEY,
    line         BIGINT  NOT NULL,
    received     BIGINT  NOT NULL,
    handled      BIGINT  NOT NULL,
    duplicates   BIGINT  NOT NULL,
    invalid      BIGINT  NOT NULL,
    last_id      TEXT    NOT NULL,
    last_type    TEXT    NOT NULL,
    last_key     TEXT    NOT NULL,
    last_time_ms BIGINT  NOT NULL,
    heartbeat_ms BIGINT  NOT NULL
);

INSERT INTO audit_state (id, line, received, handled, duplicates, invalid, last_id, last_type, last_key, last_time_ms,
                         heartbeat_ms)
VALUES (1, 0, 0, 0, 0, 0, '', '', '', 0, 0);

-- Events above the line: partitions are not read in step. What stays here with the line below it tells a gap.
CREATE TABLE audit_ahead (
    seq BIGINT NOT NULL PRIMARY KEY
);

-- Dead letters as an operator works on them: numbered, with a state, what was put in the place of the body, and who decided.
-- Waiting (their key is suspect): open, repaired, parked (a replay failed). Closed: replayed, discarded.
ALTER TABLE dead_letter RENAME TO dead_letter_before;

CREATE TABLE dead_letter (
    n               ${identity},
    consumer        TEXT    NOT NULL,
    topic           TEXT    NOT NULL,
    partition_no    INTEGER NOT NULL,
    record_offset   BIGINT  NOT NULL,
    record_key      ${bytes} NOT NULL,
    headers         ${bytes} NOT NULL,
    body            ${bytes} NOT NULL,
    record_time_ms  BIGINT  NOT NULL,
    error           TEXT    NOT NULL,
    attempts        INTEGER NOT NULL,
    parked_at_ms    BIGINT  NOT NULL,
    state           TEXT    NOT NULL DEFAULT 'open',
    repaired_body   ${bytes},
    replays         INTEGER NOT NULL DEFAULT 0,
    replays_allowed INTEGER NOT NULL DEFAULT 0,
    asked_at_ms     BIGINT,
    changed_at_ms   BIGINT  NOT NULL,
    changed_by      TEXT    NOT NULL DEFAULT '',
    reason          TEXT    NOT NULL DEFAULT '',
    -- Rises with each change: who has read an older one does not overwrite it.
    version         INTEGER NOT NULL DEFAULT 0
);

INSERT INTO dead_letter (consumer, topic, partition_no, record_offset, record_key, headers, body, record_time_ms, error,
        attempts, parked_at_ms, state, changed_at_ms)
    SELECT consumer, topic, partition_no, record_offset, record_key, headers, body, record_time_ms, error, attempts,
        parked_at_ms, CASE WHEN replayed_at_ms IS NULL THEN 'open' ELSE 'replayed' END,
        COALESCE(replayed_at_ms, parked_at_ms)
    FROM dead_letter_before ORDER BY parked_at_ms, topic, partition_no, record_offset;

DROP TABLE dead_letter_before;

CREATE INDEX dead_letter_place ON dead_letter (consumer, topic, partition_no, record_offset);
CREATE INDEX dead_letter_waiting ON dead_letter (consumer, record_key) WHERE state IN ('open', 'repaired', 'parked');
CREATE INDEX dead_letter_closed ON dead_letter (changed_at_ms) WHERE state IN ('replayed', 'discarded');

-- Records that cannot be processed now, and all later ones of their keys, in order: only these keys wait.
CREATE TABLE held_record (
    n              ${identity},
    consumer       TEXT    NOT NULL,
    topic          TEXT    NOT NULL,
    partition_no   INTEGER NOT NULL,
    record_offset  BIGINT  NOT NULL,
    record_key     ${bytes} NOT NULL,
    headers        ${bytes} NOT NULL,
    body           ${bytes} NOT NULL,
    record_time_ms BIGINT  NOT NULL,
    error          TEXT    NOT NULL,
    attempts       INTEGER NOT NULL,
    -- Attempts that ended neither well nor with "not yet".
    faults         INTEGER NOT NULL,
    held_at_ms     BIGINT  NOT NULL
);

CREATE INDEX held_record_key ON held_record (consumer, topic, record_key, n);

-- How often a record that is not passed yet was tried. Written before the attempt: one that the process does not survive counts.
CREATE TABLE delivery_attempt (
    consumer      TEXT    NOT NULL,
    topic         TEXT    NOT NULL,
    partition_no  INTEGER NOT NULL,
    record_offset BIGINT  NOT NULL,
    digest        BIGINT  NOT NULL,
    attempts      INTEGER NOT NULL,
    error         TEXT    NOT NULL,
    PRIMARY KEY (consumer, topic, partition_no, record_offset)
);

-- How often a process has begun at a cursor without getting beyond it, or stopping in order.
CREATE TABLE consumer_start (
    consumer     TEXT    NOT NULL,
    topic        TEXT    NOT NULL,
    partition_no INTEGER NOT NULL,
    next_offset  BIGINT  NOT NULL,
    starts       INTEGER NOT NULL,
    PRIMARY KEY (consumer, topic, partition_no)
);

-- A key is suspect as long as, and only as long as, a record of it waits: there is no second place that could say otherwise.
DROP TABLE suspect_key;

CREATE VIEW suspect_key AS
    SELECT consumer, topic, record_key, MIN(since_ms) AS since_ms
    FROM (SELECT consumer, topic, record_key, parked_at_ms AS since_ms FROM dead_letter
              WHERE state IN ('open', 'repaired', 'parked')
          UNION ALL
          SELECT consumer, topic, record_key, held_at_ms AS since_ms FROM held_record) AS waiting
    GROUP BY consumer, topic, record_key;

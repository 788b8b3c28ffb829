-- Jobs that are neither done nor failed. state: 0 waits for its time, 1 can be handed out, 2 is in somebody's hands. wake_at_ms: when
-- state 0 or 2 ends by itself (due, or lease over). attempts and token rise with each handing-out, in its transaction.
CREATE TABLE job (
    n            ${identity},
    queue        TEXT     NOT NULL,
    id           TEXT     NOT NULL,
    name         TEXT     NOT NULL,
    payload      TEXT     NOT NULL,
    unique_key   TEXT,
    priority     INTEGER  NOT NULL,
    pushed_at_ms BIGINT   NOT NULL,
    due_at_ms    BIGINT   NOT NULL,
    wake_at_ms   BIGINT   NOT NULL,
    state        SMALLINT NOT NULL,
    attempts     INTEGER  NOT NULL DEFAULT 0,
    token        BIGINT   NOT NULL DEFAULT 0,
    owner        TEXT     NOT NULL DEFAULT '',
    history      TEXT     NOT NULL DEFAULT ''
);

-- The next one, and nothing else, is what a worker reads. Jobs that are not due are not in it, however many there are.
CREATE INDEX job_ready ON job (queue, priority DESC, due_at_ms, n) WHERE state = 1;
CREATE INDEX job_wake ON job (queue, wake_at_ms) WHERE state <> 1;

-- A done job's row is gone, a failed one's moves: so the key is taken exactly while the job waits or runs.
CREATE UNIQUE INDEX job_unique ON job (queue, unique_key) WHERE unique_key IS NOT NULL;

-- Jobs that were given up, until somebody puts them in again or forgets them.
CREATE TABLE job_failed (
    n            ${identity},
    queue        TEXT     NOT NULL,
    id           TEXT     NOT NULL,
    name         TEXT     NOT NULL,
    payload      TEXT     NOT NULL,
    unique_key   TEXT,
    priority     INTEGER  NOT NULL,
    pushed_at_ms BIGINT   NOT NULL,
    due_at_ms    BIGINT   NOT NULL,
    attempts     INTEGER  NOT NULL,
    token        BIGINT   NOT NULL,
    reason       TEXT     NOT NULL,
    failed_at_ms BIGINT   NOT NULL,
    history      TEXT     NOT NULL
);
CREATE UNIQUE INDEX job_failed_id ON job_failed (queue, id);
CREATE INDEX job_failed_newest ON job_failed (queue, failed_at_ms, n);

-- What became of the jobs, for people. It decides nothing: a job's state is its queue's.
CREATE TABLE job_history (
    run            TEXT    NOT NULL PRIMARY KEY,
    queue          TEXT    NOT NULL,
    job_id         TEXT    NOT NULL,
    name           TEXT    NOT NULL,
    -- 0 = no attempt, but somebody's decision
    attempt        INTEGER NOT NULL,
    -- the worker, or who decided
    owner          TEXT    NOT NULL,
    outcome        TEXT    NOT NULL,
    reason         TEXT    NOT NULL,
    started_at_ms  BIGINT  NOT NULL,
    -- 0 while it runs
    ended_at_ms    BIGINT  NOT NULL,
    progress_done  BIGINT  NOT NULL,
    progress_total BIGINT  NOT NULL,
    progress_what  TEXT    NOT NULL
);

CREATE INDEX job_history_job ON job_history (job_id, started_at_ms);

CREATE INDEX job_history_started ON job_history (started_at_ms);

-- How far each schedule has come: minutes, as milliseconds since the epoch.
CREATE TABLE job_schedule (
    name      TEXT   NOT NULL PRIMARY KEY,
    minute_ms BIGINT NOT NULL,
    pushed_ms BIGINT NOT NULL
);

-- Queues on the log. How far each partition has come: the number moves under the token of its owner's lock only, and never back.
CREATE TABLE log_job_cursor (
    deployment     TEXT    NOT NULL,
    topic          TEXT    NOT NULL,
    partition_no   INTEGER NOT NULL,
    -- A topic that was made again has other offsets.
    topic_id       TEXT    NOT NULL,
    next_offset    BIGINT  NOT NULL,
    -- Of the last owner: what an earlier one still tries is refused by it.
    token          BIGINT  NOT NULL,
    -- What was handed out last, and how often: counted before it is handed out.
    handed_offset  BIGINT  NOT NULL,
    deliveries     INTEGER NOT NULL,
    -- Until when it is somebody's, on the database's clock; 0 when nothing is in flight.
    lease_until_ms BIGINT  NOT NULL,
    -- What lies below was given up by a clear while a job was in flight; the cursor follows when that job ends.
    clear_to       BIGINT  NOT NULL,
    -- Jobs that retention took before they were done.
    lost           BIGINT  NOT NULL,
    PRIMARY KEY (deployment, topic, partition_no)
) ${clustered};

-- Which job bears a unique key. It is free again once the cursor has passed the job's record, whoever forgets to delete the row.
CREATE TABLE log_job_key (
    deployment    TEXT   NOT NULL,
    topic         TEXT   NOT NULL,
    unique_key    TEXT   NOT NULL,
    job_id        TEXT   NOT NULL,
    partition_no  INTEGER NOT NULL,
    -- Null as long as its push has not come back from the log: one that never does holds the key for a minute.
    record_offset BIGINT,
    taken_at_ms   BIGINT NOT NULL,
    PRIMARY KEY (deployment, topic, unique_key)
) ${clustered};

CREATE INDEX log_job_key_place ON log_job_key (deployment, topic, partition_no, record_offset);

-- Failed jobs that were put in again or forgotten: of a job, all records on the topic of failed ones up to an offset.
CREATE TABLE log_job_settled (
    deployment    TEXT    NOT NULL,
    topic         TEXT    NOT NULL,
    partition_no  INTEGER NOT NULL,
    job_id        TEXT    NOT NULL,
    up_to_offset  BIGINT  NOT NULL,
    settled_as    TEXT    NOT NULL,
    settled_at_ms BIGINT  NOT NULL,
    PRIMARY KEY (deployment, topic, partition_no, job_id)
) ${clustered};

-- Queues whose records the log itself lends to workers: what is lent to whom until when, and what has ended while something below it
-- has not. Rows below the group's first open record go.
CREATE TABLE log_job_loan (
    deployment     TEXT    NOT NULL,
    topic          TEXT    NOT NULL,
    partition_no   INTEGER NOT NULL,
    record_offset  BIGINT  NOT NULL,
    -- Rises with each delivery of the record and with each record of the job.
    token          BIGINT  NOT NULL,
    -- On the database's clock; 0 when the job has ended.
    lease_until_ms BIGINT  NOT NULL,
    PRIMARY KEY (deployment, topic, partition_no, record_offset)
) ${clustered};

-- Next offset of each partition that a consumer reads. It moves in the transaction of the effect.
CREATE TABLE cursor_position (
    consumer     TEXT    NOT NULL,
    topic        TEXT    NOT NULL,
    partition_no INTEGER NOT NULL,
    topic_id     TEXT    NOT NULL,
    next_offset  BIGINT  NOT NULL,
    PRIMARY KEY (consumer, topic, partition_no)
);

-- Events that a consumer has processed, for effects that have no natural key of their own.
CREATE TABLE inbox (
    consumer   TEXT   NOT NULL,
    event_id   TEXT   NOT NULL,
    seen_at_ms BIGINT NOT NULL,
    PRIMARY KEY (consumer, event_id)
) ${clustered};

CREATE INDEX inbox_age ON inbox (seen_at_ms);

-- Which database this is: a random name, given once. A database that is lost and made again numbers its messages anew, so the log
-- must not take message 7 of the new one for message 7 of the old one.
CREATE TABLE outbox_origin (
    origin TEXT NOT NULL PRIMARY KEY
);

INSERT INTO outbox_origin (origin) VALUES (${random});

-- Messages to be published, written in the transaction of their cause. n is never given twice: the log deduplicates by it and the
-- origin.
CREATE TABLE outbox (
    n             ${identity},
    topic         TEXT    NOT NULL,
    record_key    ${bytes} NOT NULL,
    headers       ${bytes} NOT NULL,
    body          ${bytes} NOT NULL,
    created_at_ms BIGINT  NOT NULL,
    sent_at_ms    BIGINT
);

CREATE INDEX outbox_unsent ON outbox (n) WHERE sent_at_ms IS NULL;

-- Records that could not be processed, byte for byte, with where they came from.
CREATE TABLE dead_letter (
    consumer      TEXT    NOT NULL,
    topic         TEXT    NOT NULL,
    partition_no  INTEGER NOT NULL,
    record_offset BIGINT  NOT NULL,
    record_key    ${bytes} NOT NULL,
    headers       ${bytes} NOT NULL,
    body          ${bytes} NOT NULL,
    record_time_ms BIGINT NOT NULL,
    error         TEXT    NOT NULL,
    attempts      INTEGER NOT NULL,
    parked_at_ms  BIGINT  NOT NULL,
    replayed_at_ms BIGINT,
    PRIMARY KEY (consumer, topic, partition_no, record_offset)
);

-- Keys of records that were parked: what was computed for them is not to be trusted until those are repaired.
CREATE TABLE suspect_key (
    consumer   TEXT NOT NULL,
    topic      TEXT NOT NULL,
    record_key ${bytes} NOT NULL,
    since_ms   BIGINT NOT NULL,
    PRIMARY KEY (consumer, topic, record_key)
);

-- The last message that the log acknowledged in each partition: whether it is still there says whether the log went back.
CREATE TABLE outbox_mark (
    topic         TEXT    NOT NULL,
    partition_no  INTEGER NOT NULL,
    record_offset BIGINT  NOT NULL,
    digest        BIGINT  NOT NULL,
    PRIMARY KEY (topic, partition_no)
);

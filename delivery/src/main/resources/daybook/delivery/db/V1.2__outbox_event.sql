-- For programs that write the columns of Debezium's outbox event router. The relay takes rows over into the outbox, in the order
-- of n, and publishes them on outbox.event.{aggregatetype} under the key aggregateid, with the headers id and type.
CREATE TABLE outbox_event (
    n             ${identity},
    id            TEXT NOT NULL UNIQUE,
    aggregatetype TEXT NOT NULL,
    aggregateid   TEXT NOT NULL,
    type          TEXT NOT NULL,
    payload       TEXT NOT NULL
);

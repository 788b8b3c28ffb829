-- Bars that the clock has closed, each once, in the order (n) in which it has recorded them. What expected evaluations are counted from.
CREATE TABLE closed_bar (
    n              ${identity},
    event_id       TEXT    NOT NULL UNIQUE,
    series         TEXT    NOT NULL,
    token          BIGINT  NOT NULL,
    symbol         TEXT    NOT NULL,
    start_us       BIGINT  NOT NULL,
    end_us         BIGINT  NOT NULL,
    open           BIGINT  NOT NULL,
    high           BIGINT  NOT NULL,
    low            BIGINT  NOT NULL,
    close          BIGINT  NOT NULL,
    volume         BIGINT  NOT NULL,
    vwap           BIGINT  NOT NULL,
    trades         BIGINT  NOT NULL,
    price_scale    INTEGER NOT NULL,
    quantity_scale INTEGER NOT NULL,
    policy         TEXT    NOT NULL,
    recorded_at_ms BIGINT  NOT NULL,
    UNIQUE (series, token)
);

CREATE INDEX closed_bar_end ON closed_bar (end_us);

-- Up to which row those in the clock's process have surely been told: it moves with the next batch, so what a crash leaves behind it is told
-- again.
CREATE TABLE clock_told (
    id INTEGER NOT NULL PRIMARY KEY,
    n  BIGINT  NOT NULL
);

INSERT INTO clock_told (id, n) VALUES (1, 0);

-- What the audit has counted on each of its topics, and what it has read there last: its heartbeat.
CREATE TABLE strategy_audit (
    topic      TEXT    NOT NULL PRIMARY KEY,
    received   BIGINT  NOT NULL,
    handled    BIGINT  NOT NULL,
    invalid    BIGINT  NOT NULL,
    errors     BIGINT  NOT NULL,
    last_id    TEXT    NOT NULL,
    last_type  TEXT    NOT NULL,
    last_key   TEXT    NOT NULL,
    last_us    BIGINT  NOT NULL,
    beat_at_ms BIGINT  NOT NULL
);

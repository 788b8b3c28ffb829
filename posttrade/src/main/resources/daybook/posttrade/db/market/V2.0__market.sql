-- What the market looked like after an event of the exchange: the state, the books and the bars of one commit are of one seq.
-- Derived from the exchange's topic: may be deleted at any time, and is then made anew. Only bars that were imported are not.
CREATE TABLE market_state (
    id          INTEGER NOT NULL PRIMARY KEY,
    seq         BIGINT  NOT NULL,
    time_us     BIGINT  NOT NULL,
    session     TEXT    NOT NULL,
    topic_id    TEXT    NOT NULL,
    zone        TEXT    NOT NULL,
    late        BIGINT  NOT NULL,
    saved_at_ms BIGINT  NOT NULL
);

INSERT INTO market_state (id, seq, time_us, session, topic_id, zone, late, saved_at_ms)
VALUES (1, 0, 0, 'CLOSED', '', '', 0, 0);

-- Where a reader of the topic goes on that knows everything up to the seq. Saves reading; decides nothing.
CREATE TABLE market_offset (
    partition_no INTEGER NOT NULL PRIMARY KEY,
    next_offset  BIGINT  NOT NULL
);

-- When sessions ended, in venue time.
CREATE TABLE session_end (
    end_us ${rowkey} NOT NULL PRIMARY KEY
);

-- Open orders and the last trades of a symbol, as of seq or later: nothing of it has changed since.
CREATE TABLE symbol_state (
    symbol TEXT    NOT NULL PRIMARY KEY,
    seq    BIGINT  NOT NULL,
    body   ${bytes} NOT NULL
);

-- bar:{venue}:{market}:{market_type}:{instrument_id}:{timeframe}
CREATE TABLE bar_series (
    n              ${identity},
    bar_key        TEXT    NOT NULL UNIQUE,
    price_scale    INTEGER NOT NULL,
    quantity_scale INTEGER NOT NULL,
    imported       INTEGER NOT NULL
);

-- Bars with trades; those without follow from them and from session_end (docs/formats/bars.md). closed 0 = it is not over.
CREATE TABLE bar (
    series   BIGINT  NOT NULL,
    start_us BIGINT  NOT NULL,
    end_us   BIGINT  NOT NULL,
    open     BIGINT  NOT NULL,
    high     BIGINT  NOT NULL,
    low      BIGINT  NOT NULL,
    close    BIGINT  NOT NULL,
    volume   BIGINT  NOT NULL,
    value    TEXT    NOT NULL,
    trades   BIGINT  NOT NULL,
    first_us BIGINT  NOT NULL,
    last_us  BIGINT  NOT NULL,
    closed   INTEGER NOT NULL,
    PRIMARY KEY (series, start_us)
) ${clustered};

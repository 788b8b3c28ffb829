-- The one row that whatever must not come between two bars locks: where the shards are, and from when strategies listen. The clock reads it
-- in the transaction that records a bar, so each bar is recorded wholly before such a change or wholly after it.
CREATE TABLE cutover (
    id            INTEGER NOT NULL PRIMARY KEY,
    -- 0 until the first service says how many there are; it never changes then.
    shards        INTEGER NOT NULL,
    percent       INTEGER NOT NULL,
    changes       BIGINT  NOT NULL,
    changed_at_us BIGINT  NOT NULL
);

INSERT INTO cutover (id, shards, percent, changes, changed_at_us) VALUES (1, 0, 0, 0, 0);

-- Which path evaluates a shard: local or log. Until it is drained, bars that end at or before the boundary are the previous one's.
CREATE TABLE shard_route (
    shard       INTEGER NOT NULL PRIMARY KEY,
    path        TEXT    NOT NULL,
    previous    TEXT    NOT NULL,
    boundary_us BIGINT  NOT NULL,
    drained     INTEGER NOT NULL
);

-- Strategies. Never deleted, and but for status and reason never changed: who wants another one adds it.
CREATE TABLE strategy (
    id         ${rowkey} NOT NULL PRIMARY KEY,
    kind       TEXT    NOT NULL,
    parameters TEXT    NOT NULL,
    account    TEXT    NOT NULL,
    -- Separated by spaces; what it listens to while it runs.
    series     TEXT    NOT NULL,
    shard      INTEGER NOT NULL,
    status     TEXT    NOT NULL,
    reason     TEXT    NOT NULL,
    created_us BIGINT  NOT NULL,
    changed_us BIGINT  NOT NULL
);

-- What listens to a series, and to which of its bars: those with active_from_us < end <= active_until_us (null = it still listens). A window
-- that is over stays: which evaluations were to be made is a fact.
CREATE TABLE subscription (
    series          TEXT    NOT NULL,
    strategy_id     BIGINT  NOT NULL,
    active_from_us  BIGINT  NOT NULL,
    active_until_us BIGINT,
    shard           INTEGER NOT NULL,
    PRIMARY KEY (series, strategy_id, active_from_us)
) ${clustered};

CREATE INDEX subscription_strategy ON subscription (strategy_id);
CREATE INDEX subscription_shard ON subscription (shard, series);

-- Each evaluation there was, once: the guard against doing it again.
CREATE TABLE evaluation (
    strategy_id     BIGINT  NOT NULL,
    event_id        TEXT    NOT NULL,
    series          TEXT    NOT NULL,
    -- Of the bar.
    token           BIGINT  NOT NULL,
    end_us          BIGINT  NOT NULL,
    -- local or log.
    path            TEXT    NOT NULL,
    -- Of the shard's lease.
    fencing_token   BIGINT  NOT NULL,
    -- decided, failed (the strategy threw), skipped (it had failed too often), dead (its batch was given up).
    outcome         TEXT    NOT NULL,
    intents         INTEGER NOT NULL,
    detail          TEXT    NOT NULL,
    evaluated_at_us BIGINT  NOT NULL,
    PRIMARY KEY (strategy_id, event_id)
) ${clustered};

CREATE INDEX evaluation_end ON evaluation (end_us);

-- Where a strategy is in each of its series. The bars of a series are evaluated in their order.
CREATE TABLE strategy_state (
    strategy_id BIGINT  NOT NULL,
    series      TEXT    NOT NULL,
    state       TEXT    NOT NULL,
    last_token  BIGINT  NOT NULL,
    last_end_us BIGINT  NOT NULL,
    -- In a row, up to the last bar.
    failures    INTEGER NOT NULL,
    PRIMARY KEY (strategy_id, series)
) ${clustered};

-- What the strategies want to be ordered, as it went to the outbox in the same transaction.
CREATE TABLE intent (
    intent_id   TEXT    NOT NULL PRIMARY KEY,
    strategy_id BIGINT  NOT NULL,
    event_id    TEXT    NOT NULL,
    ordinal     INTEGER NOT NULL,
    end_us      BIGINT  NOT NULL,
    account     TEXT    NOT NULL,
    body        ${bytes} NOT NULL
);

CREATE INDEX intent_strategy ON intent (strategy_id, end_us);
CREATE INDEX intent_end ON intent (end_us);

-- Batches that an evaluator has begun: acquired, completed or dead. attempts rises before each attempt, so that one which the process does
-- not survive counts.
CREATE TABLE evaluate_inbox (
    consumer      TEXT    NOT NULL,
    event_id      TEXT    NOT NULL,
    state         TEXT    NOT NULL,
    attempts      INTEGER NOT NULL,
    owner         TEXT    NOT NULL,
    changed_at_ms BIGINT  NOT NULL,
    PRIMARY KEY (consumer, event_id)
) ${clustered};

CREATE INDEX evaluate_inbox_age ON evaluate_inbox (changed_at_ms);

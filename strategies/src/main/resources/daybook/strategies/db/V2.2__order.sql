-- An order per intent, by the intent's id and for ever: an intent that is delivered again finds its order here. n is the order in which
-- they came; body is the intent as it came. The row says PROCESSING before the first byte leaves for the venue. step counts the changes
-- of status from 1; each has one message on order.event.v1, written in the same transaction. attempts counts submissions.
CREATE TABLE gateway_order (
    n               ${identity},
    intent_id       TEXT     NOT NULL UNIQUE,
    account_key     TEXT     NOT NULL,
    symbol          TEXT     NOT NULL,
    strategy_id     BIGINT   NOT NULL,
    fence_lease     TEXT     NOT NULL,
    fence_token     BIGINT   NOT NULL,
    body            ${bytes} NOT NULL,
    status          TEXT     NOT NULL,
    step            BIGINT   NOT NULL,
    attempts        INTEGER  NOT NULL,
    venue_order_id  TEXT     NOT NULL,
    filled          BIGINT   NOT NULL,
    reason          TEXT     NOT NULL,
    received_at_ms  BIGINT   NOT NULL,
    submitted_at_ms BIGINT   NOT NULL,
    changed_at_ms   BIGINT   NOT NULL
);

CREATE INDEX gateway_order_work ON gateway_order (status, account_key, n);
CREATE INDEX gateway_order_account ON gateway_order (account_key, n);
CREATE INDEX gateway_order_strategy ON gateway_order (strategy_id, n);

-- Orders that somebody wants to be cancelled; gone when the order has ended.
CREATE TABLE gateway_cancel (
    intent_id   TEXT   NOT NULL PRIMARY KEY,
    asked_by    TEXT   NOT NULL,
    asked_at_ms BIGINT NOT NULL
);

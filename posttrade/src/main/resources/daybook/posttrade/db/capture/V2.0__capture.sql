-- Prices and quantities in units of 10^-scale of the symbol, money in units of 10^-money_scale of the currency.
CREATE TABLE instrument (
    symbol         TEXT    NOT NULL PRIMARY KEY,
    seq            BIGINT  NOT NULL,
    currency       TEXT    NOT NULL,
    price_scale    INTEGER NOT NULL,
    quantity_scale INTEGER NOT NULL,
    money_scale    INTEGER NOT NULL
);

-- One row per order, folded from its events in whatever order they came. accepted_seq 0 = the acceptance is still on its way.
CREATE TABLE orders (
    order_id        BIGINT NOT NULL PRIMARY KEY,
    accepted_seq    BIGINT NOT NULL DEFAULT 0,
    accepted_us     BIGINT NOT NULL DEFAULT 0,
    client_order_id TEXT   NOT NULL DEFAULT '',
    account         TEXT   NOT NULL DEFAULT '',
    symbol          TEXT   NOT NULL DEFAULT '',
    side            TEXT   NOT NULL DEFAULT '',
    order_type      TEXT   NOT NULL DEFAULT '',
    time_in_force   TEXT   NOT NULL DEFAULT '',
    first_price     BIGINT NOT NULL DEFAULT 0,
    first_quantity  BIGINT NOT NULL DEFAULT 0,
    modified_seq    BIGINT NOT NULL DEFAULT 0,
    new_price       BIGINT NOT NULL DEFAULT 0,
    new_quantity    BIGINT NOT NULL DEFAULT 0,
    filled          BIGINT NOT NULL DEFAULT 0,
    filled_value    BIGINT NOT NULL DEFAULT 0,
    cancelled_seq   BIGINT NOT NULL DEFAULT 0,
    cancelled       BIGINT NOT NULL DEFAULT 0,
    cancel_reason   TEXT   NOT NULL DEFAULT ''
);

CREATE INDEX orders_account ON orders (account, order_id);

-- Refused commands.
CREATE TABLE order_reject (
    seq             BIGINT NOT NULL PRIMARY KEY,
    time_us         BIGINT NOT NULL,
    order_id        BIGINT NOT NULL,
    client_order_id TEXT   NOT NULL,
    account         TEXT   NOT NULL,
    symbol          TEXT   NOT NULL,
    reason          TEXT   NOT NULL
);

-- fills_out 0 = its fills wait for the instrument's settings.
CREATE TABLE trade (
    trade_id       BIGINT  NOT NULL PRIMARY KEY,
    seq            BIGINT  NOT NULL,
    time_us        BIGINT  NOT NULL,
    symbol         TEXT    NOT NULL,
    price          BIGINT  NOT NULL,
    quantity       BIGINT  NOT NULL,
    aggressor_side TEXT    NOT NULL,
    buy_order_id   BIGINT  NOT NULL,
    sell_order_id  BIGINT  NOT NULL,
    buy_account    TEXT    NOT NULL,
    sell_account   TEXT    NOT NULL,
    fills_out      INTEGER NOT NULL DEFAULT 0
);

CREATE INDEX trade_symbol ON trade (symbol, trade_id);
CREATE INDEX trade_waiting ON trade (symbol) WHERE fills_out = 0;

-- What each side of a trade pays; below 0 = a rebate.
CREATE TABLE charge (
    trade_id BIGINT NOT NULL,
    side     TEXT   NOT NULL,
    account  TEXT   NOT NULL,
    amount   BIGINT NOT NULL,
    currency TEXT   NOT NULL,
    PRIMARY KEY (trade_id, side)
) ${clustered};

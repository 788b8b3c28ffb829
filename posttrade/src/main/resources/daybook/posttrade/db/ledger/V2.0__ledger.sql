-- The fold of the fills of (account, symbol) in trade order. realised - cost = cash, always. Prices and quantities in units of
-- 10^-scale of the symbol (symbol_mark), money in units of 10^-money_scale of the currency. position_id means nothing outside
-- of this file and differs between two files with the same content.
CREATE TABLE position (
    position_id ${rowkey} NOT NULL PRIMARY KEY,
    account     TEXT   NOT NULL,
    symbol      TEXT   NOT NULL,
    currency    TEXT   NOT NULL,
    quantity    BIGINT NOT NULL,
    cost        BIGINT NOT NULL,
    realised    BIGINT NOT NULL,
    cash        BIGINT NOT NULL,
    charges     BIGINT NOT NULL,
    bought      BIGINT NOT NULL,
    sold        BIGINT NOT NULL,
    fills       BIGINT NOT NULL,
    last_order  BIGINT NOT NULL,
    newest_fill BIGINT NOT NULL,
    UNIQUE (account, symbol)
);

-- Every fill that was ever delivered, once. fill_order is its identity and its place in trade order: 2 x trade id, plus 1 for
-- the sell. earlier is the fill_order of the fill of the same position that arrived before it (0 = none), from the position's
-- newest_fill on back to its first: so a position's fills are found without an index, which would be the dearest part of a
-- batch. New rows are appended. The view fill shows them with names.
CREATE TABLE fill_entry (
    fill_order  ${rowkey} NOT NULL PRIMARY KEY,
    position_id BIGINT  NOT NULL,
    seq         BIGINT  NOT NULL,
    time_us     BIGINT  NOT NULL,
    price       BIGINT  NOT NULL,
    quantity    BIGINT  NOT NULL,
    order_id    BIGINT  NOT NULL,
    maker       INTEGER NOT NULL,
    charges     BIGINT  NOT NULL,
    earlier     BIGINT  NOT NULL
);

CREATE VIEW fill AS
SELECT p.account, p.symbol, e.fill_order / 2 AS trade_id,
       CASE e.fill_order % 2 WHEN 0 THEN 'BUY' ELSE 'SELL' END AS side,
       e.seq, e.time_us, e.price, e.quantity, e.order_id,
       CASE e.maker WHEN 1 THEN 'MAKER' ELSE 'TAKER' END AS liquidity,
       e.charges, p.currency, e.fill_order
FROM fill_entry e JOIN position p ON p.position_id = e.position_id;

-- Busts and corrections; the fill itself stays as it was. The last one of a fill holds.
CREATE TABLE fill_correction (
    n             ${identity},
    correction_id TEXT   NOT NULL UNIQUE,
    fill_order    BIGINT NOT NULL,
    price         BIGINT NOT NULL,
    quantity      BIGINT NOT NULL,
    at_ms         BIGINT NOT NULL
);

CREATE INDEX fill_correction_fill ON fill_correction (fill_order, n);

-- The mark of a symbol: the price of the fill with the highest trade id seen. And the symbol's scales.
CREATE TABLE symbol_mark (
    symbol         TEXT    NOT NULL PRIMARY KEY,
    trade_id       BIGINT  NOT NULL,
    price          BIGINT  NOT NULL,
    time_us        BIGINT  NOT NULL,
    currency       TEXT    NOT NULL,
    price_scale    INTEGER NOT NULL,
    quantity_scale INTEGER NOT NULL,
    money_scale    INTEGER NOT NULL
);

-- Trades of which only one side has been applied yet: the fill_order of that side.
CREATE TABLE half_trade (
    fill_order ${rowkey} NOT NULL PRIMARY KEY
);

-- Rises with every transaction that changes a table above: how readers see that there is something new.
CREATE TABLE ledger_version (
    id      INTEGER NOT NULL PRIMARY KEY,
    version BIGINT  NOT NULL
);

INSERT INTO ledger_version (id, version) VALUES (1, 0);

-- Cash per account and currency: what fills moved, and what they cost.
CREATE VIEW cash AS
SELECT account, currency, SUM(cash) AS trades, SUM(charges) AS charges, SUM(cash) - SUM(charges) AS balance
FROM position
GROUP BY account, currency;

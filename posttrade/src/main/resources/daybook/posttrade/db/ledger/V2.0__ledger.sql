-- Every fill that was ever delivered, once. Prices and quantities in units of 10^-scale of the symbol (symbol_mark), money in
-- units of 10^-money_scale of the currency.
CREATE TABLE fill (
    account   TEXT   NOT NULL,
    symbol    TEXT   NOT NULL,
    trade_id  BIGINT NOT NULL,
    side      TEXT   NOT NULL,
    seq       BIGINT NOT NULL,
    time_us   BIGINT NOT NULL,
    price     BIGINT NOT NULL,
    quantity  BIGINT NOT NULL,
    order_id  BIGINT NOT NULL,
    liquidity TEXT   NOT NULL,
    charges   BIGINT NOT NULL,
    currency  TEXT   NOT NULL,
    PRIMARY KEY (account, symbol, trade_id, side)
) ${clustered};

-- Busts and corrections; the fill itself stays as it was. The last one of a fill holds.
CREATE TABLE fill_correction (
    n             ${identity},
    correction_id TEXT   NOT NULL UNIQUE,
    account       TEXT   NOT NULL,
    symbol        TEXT   NOT NULL,
    trade_id      BIGINT NOT NULL,
    side          TEXT   NOT NULL,
    price         BIGINT NOT NULL,
    quantity      BIGINT NOT NULL,
    at_ms         BIGINT NOT NULL
);

CREATE INDEX fill_correction_pair ON fill_correction (account, symbol, n);

-- The fold of the fills of (account, symbol) in trade order. realised - cost = cash, always.
CREATE TABLE position (
    account    TEXT   NOT NULL,
    symbol     TEXT   NOT NULL,
    currency   TEXT   NOT NULL,
    quantity   BIGINT NOT NULL,
    cost       BIGINT NOT NULL,
    realised   BIGINT NOT NULL,
    cash       BIGINT NOT NULL,
    charges    BIGINT NOT NULL,
    bought     BIGINT NOT NULL,
    sold       BIGINT NOT NULL,
    fills      BIGINT NOT NULL,
    last_order BIGINT NOT NULL,
    PRIMARY KEY (account, symbol)
) ${clustered};

CREATE INDEX position_symbol ON position (symbol);

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

-- Trades of which only one side has been applied yet.
CREATE TABLE half_trade (
    trade_id BIGINT NOT NULL PRIMARY KEY,
    account  TEXT   NOT NULL,
    symbol   TEXT   NOT NULL,
    side     TEXT   NOT NULL
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

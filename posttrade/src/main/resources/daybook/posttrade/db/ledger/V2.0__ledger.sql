-- Names of accounts and symbols, each once, by the number that stands for it below. Numbers mean nothing outside of this file and
-- differ between two files with the same content.
CREATE TABLE name (
    name_no ${rowkey} NOT NULL PRIMARY KEY,
    name    TEXT NOT NULL UNIQUE
);

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

-- version rises with every transaction that changes a table here: how readers see that there is something new. settled_to is a
-- fill_order, of the sell of a trade: position_entry and half_trade_entry say what follows from the fills up to there; what
-- those above it changed stands in their own rows, which are appended, while an entry lies on a page of its own among many.
CREATE TABLE ledger_version (
    id         INTEGER NOT NULL PRIMARY KEY,
    version    BIGINT  NOT NULL,
    settled_to BIGINT  NOT NULL
);

INSERT INTO ledger_version (id, version, settled_to) VALUES (1, 0, 1);

-- Every fill that was ever delivered, once. fill_order is its identity and its place in trade order: 2 x trade id, plus 1 for
-- the sell. earlier is the fill_order of the fill of the same position that arrived before it (0 = none), from the position's
-- newest_fill on back to its first: so a position's fills are found without an index, which would be the dearest part of a
-- batch. The columns that end in _after are its position with this fill, as it was when the fill was stored (all 0 if the fill
-- came late); they count only above settled_to. New rows are appended. The view fill shows them with names.
CREATE TABLE fill_entry (
    fill_order     ${rowkey} NOT NULL PRIMARY KEY,
    account_no     BIGINT  NOT NULL,
    symbol_no      BIGINT  NOT NULL,
    seq            BIGINT  NOT NULL,
    time_us        BIGINT  NOT NULL,
    price          BIGINT  NOT NULL,
    quantity       BIGINT  NOT NULL,
    order_id       BIGINT  NOT NULL,
    maker          INTEGER NOT NULL,
    charges        BIGINT  NOT NULL,
    earlier        BIGINT  NOT NULL,
    quantity_after BIGINT  NOT NULL,
    cost_after     BIGINT  NOT NULL,
    realised_after BIGINT  NOT NULL,
    cash_after     BIGINT  NOT NULL,
    charges_after  BIGINT  NOT NULL,
    bought_after   BIGINT  NOT NULL,
    fills_after    BIGINT  NOT NULL
);

CREATE VIEW fill AS
SELECT a.name AS account, s.name AS symbol, e.fill_order / 2 AS trade_id,
       CASE e.fill_order % 2 WHEN 0 THEN 'BUY' ELSE 'SELL' END AS side,
       e.seq, e.time_us, e.price, e.quantity, e.order_id,
       CASE e.maker WHEN 1 THEN 'MAKER' ELSE 'TAKER' END AS liquidity,
       e.charges, m.currency, e.fill_order
FROM fill_entry e
JOIN name a ON a.name_no = e.account_no
JOIN name s ON s.name_no = e.symbol_no
JOIN symbol_mark m ON m.symbol = s.name;

-- The fold of the fills of (account, symbol) in trade order, as it was last settled. realised - cost = cash, always. Prices and
-- quantities in units of 10^-scale of the symbol (symbol_mark), money in units of 10^-money_scale of the currency.
CREATE TABLE position_entry (
    account_no  BIGINT NOT NULL,
    symbol_no   BIGINT NOT NULL,
    quantity    BIGINT NOT NULL,
    cost        BIGINT NOT NULL,
    realised    BIGINT NOT NULL,
    cash        BIGINT NOT NULL,
    charges     BIGINT NOT NULL,
    bought      BIGINT NOT NULL,
    fills       BIGINT NOT NULL,
    last_order  BIGINT NOT NULL,
    newest_fill BIGINT NOT NULL,
    PRIMARY KEY (account_no, symbol_no)
) ${clustered};

-- The positions that have changed since: their last fill says how they stand.
CREATE VIEW unsettled_position AS
SELECT account_no, symbol_no, MAX(fill_order) AS fill_order
FROM fill_entry
WHERE fill_order > (SELECT settled_to FROM ledger_version WHERE id = 1)
GROUP BY account_no, symbol_no;

CREATE VIEW position AS
SELECT a.name AS account, s.name AS symbol, m.currency, e.quantity_after AS quantity, e.cost_after AS cost,
       e.realised_after AS realised, e.cash_after AS cash, e.charges_after AS charges, e.bought_after AS bought,
       e.bought_after - e.quantity_after AS sold, e.fills_after AS fills, e.fill_order AS last_order,
       e.fill_order AS newest_fill, e.account_no, e.symbol_no, 0 AS settled
FROM unsettled_position u
JOIN fill_entry e ON e.fill_order = u.fill_order
JOIN name a ON a.name_no = e.account_no
JOIN name s ON s.name_no = e.symbol_no
JOIN symbol_mark m ON m.symbol = s.name
UNION ALL
SELECT a.name, s.name, m.currency, p.quantity, p.cost, p.realised, p.cash, p.charges, p.bought, p.bought - p.quantity,
       p.fills, p.last_order, p.newest_fill, p.account_no, p.symbol_no, 1
FROM position_entry p
JOIN name a ON a.name_no = p.account_no
JOIN name s ON s.name_no = p.symbol_no
JOIN symbol_mark m ON m.symbol = s.name
LEFT JOIN unsettled_position u ON u.account_no = p.account_no AND u.symbol_no = p.symbol_no
WHERE u.fill_order IS NULL;

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

-- Up to settled_to: trades of which only one side has been applied yet, as the fill_order of that side.
CREATE TABLE half_trade_entry (
    fill_order ${rowkey} NOT NULL PRIMARY KEY
);

-- All such trades. The two sides of a trade differ in the last bit of fill_order.
CREATE VIEW half_trade AS
SELECT fill_order FROM half_trade_entry
UNION ALL
SELECT e.fill_order
FROM fill_entry e
LEFT JOIN fill_entry o ON o.fill_order = e.fill_order + 1 - 2 * (e.fill_order % 2)
WHERE e.fill_order > (SELECT settled_to FROM ledger_version WHERE id = 1) AND o.fill_order IS NULL;

-- Cash per account and currency: what fills moved, and what they cost.
CREATE VIEW cash AS
SELECT account, currency, SUM(cash) AS trades, SUM(charges) AS charges, SUM(cash) - SUM(charges) AS balance
FROM position
GROUP BY account, currency;

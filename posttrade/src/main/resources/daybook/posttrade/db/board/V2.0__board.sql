-- Derived: may be deleted at any time. Money in units of 10^-money_scale of the currency.
CREATE TABLE leaderboard (
    currency    TEXT    NOT NULL,
    rank_no     INTEGER NOT NULL,
    account     TEXT    NOT NULL,
    net         BIGINT  NOT NULL,
    realised    BIGINT  NOT NULL,
    unrealised  BIGINT  NOT NULL,
    charges     BIGINT  NOT NULL,
    money_scale INTEGER NOT NULL,
    pending     INTEGER NOT NULL,
    PRIMARY KEY (currency, rank_no)
);

-- The ledger's version that it was computed from.
CREATE TABLE board_version (
    id      INTEGER NOT NULL PRIMARY KEY,
    version BIGINT  NOT NULL
);

INSERT INTO board_version (id, version) VALUES (1, -1);

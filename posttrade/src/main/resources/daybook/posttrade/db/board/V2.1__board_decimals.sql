-- Money as plain decimals: sums over many positions at their marks may need more than 64 bits. Derived, so made anew.
DROP TABLE leaderboard;

CREATE TABLE leaderboard (
    currency    TEXT    NOT NULL,
    rank_no     INTEGER NOT NULL,
    account     TEXT    NOT NULL,
    net         TEXT    NOT NULL,
    realised    TEXT    NOT NULL,
    unrealised  TEXT    NOT NULL,
    charges     TEXT    NOT NULL,
    pending     INTEGER NOT NULL,
    PRIMARY KEY (currency, rank_no)
);

UPDATE board_version SET version = -1 WHERE id = 1;

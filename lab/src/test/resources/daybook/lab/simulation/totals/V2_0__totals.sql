-- What an account has bought less what it has sold, added up as fills come.
CREATE TABLE total (
    account  TEXT   NOT NULL,
    symbol   TEXT   NOT NULL,
    quantity BIGINT NOT NULL,
    fills    BIGINT NOT NULL,
    highest  BIGINT NOT NULL,
    PRIMARY KEY (account, symbol)
);

-- What an experiment's position service keeps.
CREATE TABLE applied (
    fill_id BIGINT NOT NULL PRIMARY KEY,
    times   BIGINT NOT NULL
);

CREATE TABLE held (
    slot     BIGINT NOT NULL PRIMARY KEY,
    quantity BIGINT NOT NULL
);

CREATE TABLE trade (
    id BIGINT NOT NULL PRIMARY KEY
);

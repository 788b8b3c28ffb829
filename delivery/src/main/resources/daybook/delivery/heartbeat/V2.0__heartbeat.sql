-- Who runs which role of a venue, and how it was at its last beat, on the database's own clock. A process that stops in order takes
-- its rows away; those of one that was killed stay and grow old.
CREATE TABLE heartbeat (
    role       TEXT   NOT NULL,
    instance   TEXT   NOT NULL,
    said       TEXT   NOT NULL,
    beat_at_ms BIGINT NOT NULL,
    PRIMARY KEY (role, instance)
);

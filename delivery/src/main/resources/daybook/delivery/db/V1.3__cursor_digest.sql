-- Digest of the record just before next_offset: whether the log still is the one that was read. Unknown where it is null.
ALTER TABLE cursor_position ADD COLUMN last_digest BIGINT;

package daybook.log;

/** A record and its place. */
public record StoredRecord(TopicPartition place, long offset, LogRecord record) {}

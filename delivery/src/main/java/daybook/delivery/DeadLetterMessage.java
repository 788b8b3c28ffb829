package daybook.delivery;

import daybook.log.Header;
import daybook.log.StoredRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A dead letter as its topic, {@code {topic}.dlq}, carries it: key, value and headers of the record unchanged, and behind those
 * where it came from and why.
 */
final class DeadLetterMessage {
    /** Behind the topic's name. */
    static final String SUFFIX = ".dlq";

    /** Of the error, in a header: what is longer is in the table. */
    private static final int MOST_ERROR_CHARS = 1_000;

    /** Of the body: with the headers that are added a record as large as its topic takes would be too large. */
    private static final int MOST_BODY_BYTES = 900_000;

    private DeadLetterMessage() {}

    /** Why a record was put aside. */
    record Cause(String error, int attempts, long failedAtMs) {}

    static OutboxMessage of(String consumer, StoredRecord stored, Cause cause) {
        List<Header> headers = new ArrayList<>(stored.record().headers());
        headers.add(Header.of("origin", origin(stored)));
        headers.add(Header.of("error", shortened(cause.error())));
        headers.add(
                Header.of("failed-at", Instant.ofEpochMilli(cause.failedAtMs()).toString()));
        headers.add(Header.of("attempts", Integer.toString(cause.attempts())));
        headers.add(Header.of("consumer", consumer));
        byte[] body = stored.record().value();
        if (body.length > MOST_BODY_BYTES) {
            headers.add(Header.of("cut-from-bytes", Integer.toString(body.length)));
            body = Arrays.copyOf(body, MOST_BODY_BYTES);
        }
        return new OutboxMessage(
                stored.place().topic() + SUFFIX, stored.record().key(), headers, body);
    }

    /** JSON. A topic's name needs no escapes. */
    private static String origin(StoredRecord stored) {
        return "{\"topic\":\"" + stored.place().topic() + "\",\"partition\":"
                + stored.place().partition() + ",\"offset\":" + stored.offset() + "}";
    }

    private static String shortened(String error) {
        return error.length() <= MOST_ERROR_CHARS ? error : error.substring(0, MOST_ERROR_CHARS) + "...";
    }
}

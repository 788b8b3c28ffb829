package daybook.publisher;

import daybook.events.Envelope;
import daybook.events.Event;
import daybook.events.EventJson;
import daybook.events.JsonBuffer;
import daybook.log.Header;
import daybook.log.LogRecord;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Makes the record of an event: key, JSON, headers. Confined to one thread. */
final class EventRecord {
    private final JsonBuffer json = new JsonBuffer();

    /**
     * One copy of an event.
     *
     * @param timeMs when it is sent: tells the copies of an event apart
     */
    LogRecord of(Event event, long timeMs) {
        json.clear();
        EventJson.write(event, json);
        List<Envelope.Attribute> attributes = Envelope.of(event);
        List<Header> headers = new ArrayList<>(attributes.size());
        for (Envelope.Attribute attribute : attributes) {
            headers.add(Header.of(attribute.name(), attribute.value()));
        }
        byte[] key = event.key().getBytes(StandardCharsets.US_ASCII);
        return new LogRecord(key, json.toByteArray(), headers, timeMs);
    }

    /** The seq that a record bears in its headers; 0 if none. */
    static long seqOf(LogRecord record) {
        return record.header(Envelope.SEQ).map(h -> seq(h.text())).orElse(0L);
    }

    private static long seq(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}

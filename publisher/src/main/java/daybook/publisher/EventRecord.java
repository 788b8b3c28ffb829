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
import org.jspecify.annotations.Nullable;

/** Makes the record of an event: key, JSON, headers. Confined to one thread. */
final class EventRecord {
    /** More attributes than any event has. */
    private static final int MOST = 16;

    private final JsonBuffer json = new JsonBuffer();
    /** The headers of the event before, by their place: most of the next one's are the same. */
    private final @Nullable Header[] before = new Header[MOST];

    private final @Nullable String[] valuesBefore = new String[MOST];

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
            headers.add(header(headers.size(), attribute));
        }
        byte[] key = event.key().getBytes(StandardCharsets.US_ASCII);
        return new LogRecord(key, json.toByteArray(), headers, timeMs);
    }

    private Header header(int place, Envelope.Attribute attribute) {
        Header same = before[place];
        if (same != null
                && attribute.value().equals(valuesBefore[place])
                && attribute.name().equals(same.name())) {
            return same;
        }
        Header made = Header.of(attribute.name(), attribute.value());
        before[place] = made;
        valuesBefore[place] = attribute.value();
        return made;
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

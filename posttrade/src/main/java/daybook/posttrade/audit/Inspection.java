package daybook.posttrade.audit;

import daybook.events.Envelope;
import daybook.events.Event;
import daybook.events.EventFormatException;
import daybook.events.EventJson;
import daybook.log.Header;
import daybook.log.LogRecord;
import daybook.log.StoredRecord;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * One record, looked at.
 *
 * @param seq of the event; 0 if it is none
 * @param wrong what is wrong with it; "" if nothing is
 */
record Inspection(long seq, String type, String key, String wrong) {

    static Inspection of(StoredRecord stored) {
        LogRecord record = stored.record();
        String key = new String(record.key(), StandardCharsets.UTF_8);
        Event event;
        try {
            event = EventJson.readEvent(record.value());
        } catch (EventFormatException e) {
            return new Inspection(0, "", key, String.valueOf(e.getMessage()));
        }
        return new Inspection(event.seq(), event.kind().name(), key, wrong(record, event));
    }

    private static String wrong(LogRecord record, Event event) {
        if (!Arrays.equals(record.key(), event.key().getBytes(StandardCharsets.UTF_8))) {
            return "key (expected: " + event.key() + ")";
        }
        for (Envelope.Attribute expected : Envelope.of(event)) {
            Optional<String> there = record.header(expected.name()).map(Header::text);
            if (there.isEmpty()) {
                return expected.name() + ": missing";
            }
            if (!there.get().equals(expected.value())) {
                return expected.name() + ": " + there.get() + " (expected: " + expected.value() + ")";
            }
        }
        return "";
    }
}

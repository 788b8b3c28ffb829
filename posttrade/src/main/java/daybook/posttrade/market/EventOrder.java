package daybook.posttrade.market;

import daybook.events.Envelope;
import daybook.events.Event;
import daybook.events.EventFormatException;
import daybook.events.EventJson;
import daybook.log.Header;
import daybook.log.StoredRecord;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Puts the events of all partitions in the order in which the exchange decided them, each once.
 *
 * <p>The exchange numbers its events without gaps over all symbols, so the next one is known by its number, and nothing else says so:
 * not its offset, which a resent event has two of, and not "the last one of this partition", behind which an earlier event may still
 * come (after a failed send the partition reads 1 2 4 3 4 5: whoever took 4 for the line would skip 3 for ever). What comes too early
 * waits here; what was taken is a duplicate.
 *
 * <p>Not safe for many threads.
 */
final class EventOrder {
    /** So many records that cannot be read are remembered, those whose turn comes first. */
    static final int MOST_UNREADABLE = 1_000;

    /** What waits for events before it. */
    private record Early(Event event, int partition, long offset) {}

    /** By seq. */
    private final Map<Long, Early> early = new HashMap<>();
    /** Keys of records that say which event they are and are not readable, by that seq. */
    private final NavigableMap<Long, String> unreadable = new TreeMap<>();

    private final int[] earlyOf;
    private long line;
    private long duplicates;
    private long wrong;

    /** @param line the event before the first that is wanted */
    EventOrder(int partitions, long line) {
        this.earlyOf = new int[partitions];
        this.line = line;
    }

    void take(StoredRecord record) {
        Event event;
        try {
            event = EventJson.readEvent(record.record().value());
        } catch (EventFormatException notAnEvent) {
            wrong++;
            long said = saidSeq(record);
            if (said > line) {
                unreadable.put(said, new String(record.record().key(), StandardCharsets.UTF_8));
                if (unreadable.size() > MOST_UNREADABLE) {
                    unreadable.pollLastEntry(); // when its turn comes it is missing, and then everything is read again
                }
            }
            return;
        }
        int partition = record.place().partition();
        if (event.seq() <= line
                || early.putIfAbsent(event.seq(), new Early(event, partition, record.offset())) != null) {
            duplicates++;
        } else {
            earlyOf[partition]++;
        }
    }

    /** The next event, if it is here; it is taken then. */
    @Nullable
    Event next() {
        Early next = early.remove(line + 1);
        if (next == null) {
            return null;
        }
        line++;
        earlyOf[next.partition]--;
        unreadable.remove(line);
        return next.event;
    }

    /** The key of the record that is in the place of the next event and that nobody can read; null if there is none. */
    @Nullable
    String unreadableNext() {
        return unreadable.get(line + 1);
    }

    /** Goes on behind the next event, which is not coming. */
    void skip() {
        line++;
        unreadable.remove(line);
    }

    /** The event up to which all were handed out. */
    long line() {
        return line;
    }

    /** Whether events wait for one that is missing. */
    boolean waits() {
        return !early.isEmpty();
    }

    int early(int partition) {
        return earlyOf[partition];
    }

    /**
     * From which offset on a partition has to be read by who knows everything up to the line.
     *
     * @param position next offset of the reader
     */
    long resumeAt(int partition, long position) {
        long first = position;
        for (Early each : early.values()) {
            if (each.partition == partition) {
                first = Math.min(first, each.offset);
            }
        }
        return first;
    }

    /** Records of events that were here before. */
    long duplicates() {
        return duplicates;
    }

    /** Records that are no events. */
    long wrong() {
        return wrong;
    }

    private static long saidSeq(StoredRecord record) {
        String text = record.record().header(Envelope.SEQ).map(Header::text).orElse("");
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException none) {
            return 0;
        }
    }
}

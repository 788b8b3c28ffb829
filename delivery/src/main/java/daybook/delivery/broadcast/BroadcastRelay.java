package daybook.delivery.broadcast;

import daybook.log.Log;
import daybook.log.LogException;
import daybook.log.LogRecord;
import daybook.log.OffsetOutOfRangeException;
import daybook.log.Reader;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows all partitions of the broadcast topic in a process that has listeners: from the end, without a cursor, committing nothing. What
 * it hears goes into the {@link BroadcastHistory}, then the listener is told which channel it was.
 *
 * <p>When it joins, at the start and after the log was away, the history is first filled with what the log has of the newest messages,
 * for readers whose number is older; at the start they are told to nobody. What could not be filled is a gap that those readers are told of. A
 * record that is not a broadcast is counted and skipped.
 *
 * <p>A log that went back (the topic made again, a broker that lost its tail) has other messages under the same offsets: the relay looks
 * once a second whether the topic is the same, and before it takes a record whether the one it had before is where it was, unless it
 * looked within a second; if not, the history begins again, under another {@link BroadcastHistory#epoch}.
 *
 * <p>{@link #pump} and {@link #close} are confined to the relay's thread; {@link #counts} is for any.
 */
public final class BroadcastRelay implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BroadcastRelay.class);
    private static final Duration RECONNECT = Duration.ofSeconds(5);
    private static final long LOOK_NS = Duration.ofSeconds(1).toNanos();
    private static final int BATCH = 500;
    private static final int FILL = 10_000;

    private final Ports ports;
    private final Settings settings;
    private final BroadcastHistory history;
    private final Consumer<ChannelName> listener;
    private final Presence presence;
    private @Nullable Reader reader;
    private long retryAtNs;
    private boolean waiting;
    private boolean joinedBefore;
    private @Nullable UUID topicId;
    private long lookedNs;
    /** The newest record of each partition that was heard: by it the log is known again. */
    private final Map<Integer, Seen> newest = new HashMap<>();

    private volatile Counts counts = new Counts(0, 0, 0, 0, false, "");

    /** @param lookedNs when the log was seen to be the same, there */
    private record Seen(StoredRecord record, long lookedNs) {}

    /** Where it gets things from. */
    public record Ports(Log log, InstantSource clock, LongSupplier nanos) {}

    /**
     * What it follows.
     *
     * @param topic full name
     * @param poll how long a round waits for the log when there is nothing: at most the long poll of a second
     */
    public record Settings(String topic, Duration poll) {}

    /**
     * What became of it.
     *
     * @param heard messages
     * @param skipped records that were no broadcasts
     * @param rejoined how often it had to join again, at the end
     * @param gaps partitions of which something was lost for readers
     */
    public record Counts(long heard, long skipped, long rejoined, long gaps, boolean connected, String lastError) {}

    /** @param listener told on the relay's thread after a message is in the history: be quick, do not throw */
    public BroadcastRelay(
            Ports ports,
            Settings settings,
            BroadcastHistory history,
            Presence presence,
            Consumer<ChannelName> listener) {
        this.ports = ports;
        this.settings = settings;
        this.history = history;
        this.presence = presence;
        this.listener = listener;
    }

    /** Hears what there is. Returns how much it was. */
    public int pump() {
        if (waiting && ports.nanos().getAsLong() - retryAtNs < 0) {
            return 0;
        }
        try {
            if (reader != null && isMadeAgain()) {
                close();
            }
            Reader current = reader;
            if (current == null) {
                current = ports.log().tail(List.of(settings.topic()));
                reader = current;
                fill();
                joined();
            }
            List<StoredRecord> records = current.poll(BATCH, settings.poll());
            if (!records.stream().allMatch(this::followsOn)) {
                close(); // joins again in the next round, and sees which partitions have begun anew
                return 1;
            }
            records.forEach(this::hear);
            return records.size();
        } catch (LogException away) {
            lost(away);
            return 0;
        }
    }

    public Counts counts() {
        return counts;
    }

    @Override
    public void close() {
        Reader current = reader;
        reader = null;
        if (current != null) {
            try {
                current.close();
            } catch (LogException away) {
                LOG.debug("broadcasts: the reader was not closed in order ({})", away.getMessage());
            }
        }
    }

    private void joined() {
        Counts c = counts;
        long again = c.rejoined() + (joinedBefore ? 1 : 0);
        if (joinedBefore) {
            LOG.warn("broadcasts: joined again, at the end of {}", settings.topic());
        }
        joinedBefore = true;
        waiting = false;
        counts = new Counts(c.heard(), c.skipped(), again, c.gaps(), true, "");
    }

    private void lost(LogException away) {
        if (!waiting) {
            LOG.warn("broadcasts: {} (tries again every {} s)", away.getMessage(), RECONNECT.toSeconds());
        }
        close();
        waiting = true;
        retryAtNs = ports.nanos().getAsLong() + RECONNECT.toNanos();
        Counts c = counts;
        counts = new Counts(c.heard(), c.skipped(), c.rejoined(), c.gaps(), false, String.valueOf(away.getMessage()));
    }

    private boolean isMadeAgain() {
        long now = ports.nanos().getAsLong();
        if (now - lookedNs < LOOK_NS) {
            return false;
        }
        lookedNs = now;
        return !ports.log().topicId(settings.topic()).equals(topicId);
    }

    /** Whether the log has shown, not longer than a second ago, that what was heard before this record is where it was. */
    private boolean followsOn(StoredRecord next) {
        long now = ports.nanos().getAsLong();
        Seen last = newest.get(next.place().partition());
        if (last == null || now - last.lookedNs() < LOOK_NS) {
            return true;
        }
        newest.put(next.place().partition(), new Seen(last.record(), now));
        return isWhereItWas(last);
    }

    /** Whether a record that was heard is still in its place; also if retention has dropped it, or there was none. */
    private boolean isWhereItWas(@Nullable Seen last) {
        if (last == null) {
            return true;
        }
        StoredRecord heard = last.record();
        try {
            List<StoredRecord> there = ports.log().read(heard.place(), heard.offset(), 1);
            return !there.isEmpty()
                    && there.get(0).offset() == heard.offset()
                    && there.get(0).record().timeMs() == heard.record().timeMs()
                    && Arrays.equals(there.get(0).record().key(), heard.record().key())
                    && Arrays.equals(
                            there.get(0).record().value(), heard.record().value());
        } catch (OffsetOutOfRangeException out) {
            return out.start() > heard.offset();
        }
    }

    private int partitions() {
        return ports.log().topic(settings.topic()).orElseThrow(this::noTopic).partitions();
    }

    private void fill() {
        UUID now = ports.log().topicId(settings.topic());
        boolean madeAgain = topicId != null && !topicId.equals(now);
        int partitions = partitions();
        for (int p = 0; p < partitions; p++) {
            TopicPartition place = new TopicPartition(settings.topic(), p);
            long end = ports.log().endOffset(place);
            if (madeAgain || end < history.end(p) || !isWhereItWas(newest.get(p))) {
                beginAgain(p);
            }
            fill(place, end);
        }
        topicId = now;
        lookedNs = ports.nanos().getAsLong();
    }

    private void beginAgain(int p) {
        LOG.warn("broadcasts: partition {} of {} has begun anew; it is read from there", p, settings.topic());
        newest.remove(p);
        history.beginAgain(p);
        presence.beginAgain(room -> history.partition(room) == p);
    }

    private LogException noTopic() {
        return new LogException(LogException.Kind.UNKNOWN_TOPIC, settings.topic() + ": not there");
    }

    /** Reads what lies between the history's end and the log's, as far back as it is remembered. */
    private void fill(TopicPartition place, long end) {
        int p = place.partition();
        long from = Math.max(history.end(p), Math.max(ports.log().startOffset(place), end - FILL));
        if (from > history.end(p)) {
            history.loseBelow(p, from);
            gap(joinedBefore);
        }
        while (history.end(p) < end) {
            List<StoredRecord> records = read(place, history.end(p));
            if (records.isEmpty()) {
                history.skipTo(p, end); // marks of transactions: nothing that can be read
                return;
            }
            records.forEach(this::hear);
        }
    }

    private List<StoredRecord> read(TopicPartition place, long from) {
        try {
            return ports.log().read(place, from, BATCH);
        } catch (OffsetOutOfRangeException dropped) { // by retention, just now
            history.loseBelow(place.partition(), dropped.start());
            gap(true);
            return dropped.start() < dropped.end() ? ports.log().read(place, dropped.start(), BATCH) : List.of();
        }
    }

    private void gap(boolean counted) {
        Counts c = counts;
        counts = new Counts(
                c.heard(), c.skipped(), c.rejoined(), c.gaps() + (counted ? 1 : 0), c.connected(), c.lastError());
    }

    private void hear(StoredRecord stored) {
        int p = stored.place().partition();
        if (stored.offset() < history.end(p)) {
            return; // heard when the history was filled
        }
        if (stored.offset() > history.end(p)) {
            passedOver(stored);
        }
        Seen before = newest.get(p);
        newest.put(p, new Seen(stored, before == null ? ports.nanos().getAsLong() : before.lookedNs()));
        LogRecord record = stored.record();
        var broadcast = BroadcastRecord.read(record);
        Counts c = counts;
        if (broadcast.isEmpty() || history.partition(broadcast.get().channel()) != p) {
            history.skipTo(p, stored.offset() + 1);
            counts = new Counts(c.heard(), c.skipped() + 1, c.rejoined(), c.gaps(), c.connected(), c.lastError());
            return;
        }
        Broadcast heard = broadcast.get();
        if (heard.isInternal()) {
            history.skipTo(p, stored.offset() + 1);
            long ageMs = Math.max(0, ports.clock().millis() - record.timeMs());
            presence.heard(heard, stored.offset(), Duration.ofMillis(ageMs));
        } else {
            history.add(p, stored.offset(), heard);
        }
        counts = new Counts(c.heard() + 1, c.skipped(), c.rejoined(), c.gaps(), c.connected(), c.lastError());
        if (joinedBefore) {
            listener.accept(heard.channel());
        }
    }

    /** The tail went on behind a hole: either nothing is there to be read, or retention was faster than we. */
    private void passedOver(StoredRecord next) {
        int p = next.place().partition();
        if (ports.log().startOffset(next.place()) > history.end(p)) {
            LOG.warn("broadcasts: {} was dropped before it was heard", next.place());
            history.loseBelow(p, next.offset());
            gap(true);
        }
    }
}

package daybook.lab.simulation;

import daybook.events.Envelope;
import daybook.lab.history.TopicHistory;
import daybook.log.LogRecord;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** The histories of the two topics. Values are seqs of events, and of fills twice the trade, plus one for the sell. */
final class Recording {
    /** Groups are numbered in this order. */
    static final List<String> GROUPS = List.of("capture", "ledger", "totals");

    private final Map<String, TopicHistory> histories = new TreeMap<>();
    private final Map<String, Integer> partitions;
    private final Supplier<Set<TopicPartition>> repositioned;
    private final BiFunction<String, TopicPartition, Long> cursors;
    private int sessions;

    /**
     * Of topics with so many partitions each.
     *
     * @param repositioned partitions of which a reader was sent back by the log, since the last time it was asked
     * @param cursors where a group is, as its own database says
     */
    Recording(
            Map<String, Integer> partitions,
            Supplier<Set<TopicPartition>> repositioned,
            BiFunction<String, TopicPartition, Long> cursors) {
        this.partitions = partitions;
        this.repositioned = repositioned;
        this.cursors = cursors;
    }

    TopicHistory of(String topic) {
        return histories.computeIfAbsent(topic, name -> new TopicHistory(partitions(name)));
    }

    int partitions(String topic) {
        return partitions.getOrDefault(topic, 1);
    }

    int session() {
        return sessions++;
    }

    List<StoredRecord> read(int reader, List<StoredRecord> polled) {
        for (TopicPartition place : repositioned.get()) {
            of(place.topic()).moved(reader, place.partition());
        }
        for (StoredRecord stored : polled) {
            LogRecord record = stored.record();
            of(stored.place().topic())
                    .read(
                            reader,
                            new TopicHistory.Place(stored.place().partition(), stored.offset()),
                            value(record),
                            Arrays.hashCode(record.key()),
                            Arrays.hashCode(record.value()));
        }
        return polled;
    }

    void commits(String group, Map<TopicPartition, Long> nextOffsets) {
        int number = GROUPS.indexOf(group);
        nextOffsets.forEach((place, next) -> {
            of(place.topic()).applied(number, place.partition(), cursors.apply(group, place));
            of(place.topic()).committed(number, place.partition(), next);
        });
    }

    /** From the id of a record: {@code x-seq} or {@code f-trade-B}. */
    static long value(LogRecord record) {
        String id = record.header(Envelope.ID).map(header -> header.text()).orElse("");
        if (id.startsWith("x-")) {
            return Long.parseLong(id.substring(2));
        }
        if (id.startsWith("f-")) {
            long trade = Long.parseLong(id.substring(2, id.length() - 2));
            return 2 * trade + (id.endsWith("S") ? 1 : 0);
        }
        return TopicHistory.NO_VALUE;
    }
}

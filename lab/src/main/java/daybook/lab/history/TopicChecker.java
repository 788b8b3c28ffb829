package daybook.lab.history;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * Judges the history of a topic: one pass over its operations, then one over the values of the source. Ten million records take
 * seconds; memory grows with values and offsets, by some dozens of bytes each.
 */
public final class TopicChecker {
    private final TopicHistory history;
    private final Source source;
    private final TopicRules rules;
    private final Findings findings = new Findings();
    private final Partition[] partitions;
    private final Map<Long, Cursor> readers = new HashMap<>();
    private final Map<Long, Sender> senders = new HashMap<>();
    private final Map<Long, Long> applied = new HashMap<>();
    private final Map<Integer, BitSet> effects = new HashMap<>();
    private final BitSet attempted = new BitSet();
    private final BitSet refused = new BitSet();
    private final BitSet atTheEnd = new BitSet();
    /** Said to be there without a place, or unsure away by the experiment: whoever believes it to be there cannot know better. */
    private final BitSet unsure = new BitSet();

    private final long[] lastOfKey;
    /** How many copies of a value are known to be on the log. */
    private int[] copies;

    private long records;
    private long duplicates;

    /** What is known of a partition since it was cut last. */
    private static final class Partition {
        long[] valueAt = new long[1024];
        long known;
        long readAtTheEnd;
        /** The operation that cut it last; -1 if none has. */
        int cutBy = -1;

        long at(long offset) {
            return offset < known ? valueAt[(int) offset] : TopicHistory.NO_VALUE;
        }

        void set(long offset, long value) {
            if (offset >= valueAt.length) {
                valueAt = Arrays.copyOf(valueAt, Math.toIntExact(Math.max(offset + 1, valueAt.length * 3L / 2)));
            }
            valueAt[(int) offset] = value;
            known = Math.max(known, offset + 1);
        }
    }

    /** Where a reader goes on in a partition; -1 = anywhere. */
    private static final class Cursor {
        long next = -1;
    }

    /** The latest record of a session in a partition that was acknowledged. */
    private static final class Sender {
        long operation = -1;
        long offset = -1;
    }

    private TopicChecker(TopicHistory history, Source source, TopicRules rules) {
        this.history = history;
        this.source = source;
        this.rules = rules;
        this.partitions = new Partition[history.partitions];
        Arrays.setAll(partitions, p -> new Partition());
        this.lastOfKey = new long[source.keys()];
        this.copies = new int[Math.toIntExact(source.last() + 2)];
    }

    /** Judges a history that has ended. */
    public static TopicVerdict check(TopicHistory history, Source source, TopicRules rules) {
        TopicChecker checker = new TopicChecker(history, source, rules);
        checker.pass();
        checker.atTheEnd();
        return new TopicVerdict(checker.findings.told(), checker.records, checker.duplicates);
    }

    private void pass() {
        for (int i = 0; i < history.count; i++) {
            int place = history.partition[i];
            switch (history.kinds[i]) {
                case TopicHistory.SENT -> attempted.set(index(history.value[i]));
                case TopicHistory.REFUSED -> refused.set(index(history.value[i]));
                case TopicHistory.STORED -> stored(i, place);
                case TopicHistory.READ -> read(i, place);
                case TopicHistory.MOVED -> reader(history.who[i], place).next = -1;
                case TopicHistory.CUT -> cut(i, place, history.offset[i]);
                case TopicHistory.LINE -> line(history.value[i]);
                case TopicHistory.APPLIED -> applied.put(pair(history.who[i], place), history.offset[i]);
                case TopicHistory.COMMITTED -> committed(i, place);
                case TopicHistory.EFFECT -> effect(i);
                case TopicHistory.DUPLICATE -> unsure.set(index(history.value[i]));
                default -> throw new IllegalStateException("kind: " + history.kinds[i]);
            }
        }
    }

    private void stored(int i, int place) {
        long offset = history.offset[i];
        if (history.print[i] < partitions[place].cutBy) {
            // It was sent before the cut and is heard of after it: the record may be gone.
            unsure.set(index(history.value[i]));
            return;
        }
        hold(place, offset, history.value[i]);
        Sender sender = senders.computeIfAbsent(pair(history.who[i], place), pair -> new Sender());
        long operation = history.print[i];
        boolean later = operation > sender.operation;
        if (sender.operation >= 0 && later != (offset > sender.offset)) {
            findings.add(
                    Anomaly.Kind.NONMONOTONIC_SEND,
                    at(place, offset) + " for value " + history.value[i] + ", session " + history.who[i]
                            + " (another of its records is at " + sender.offset + ")");
        }
        if (later) {
            sender.operation = operation;
            sender.offset = offset;
        }
    }

    private void read(int i, int place) {
        long offset = history.offset[i];
        long value = history.value[i];
        hold(place, offset, value);
        follow(i, place, offset);
        if (history.who[i] == rules.lastReader()) {
            end(place, offset, value);
        }
        if (!source.has(value)) {
            findings.add(Anomaly.Kind.PHANTOM, at(place, offset) + ": value " + value + " is not in the source");
            return;
        }
        if (!attempted.get(index(value))) {
            Anomaly.Kind kind = refused.get(index(value)) ? Anomaly.Kind.ABORTED_READ : Anomaly.Kind.PHANTOM;
            findings.add(kind, at(place, offset) + ": value " + value + " was not sent");
        }
        if (source.partition(value) != place) {
            findings.add(
                    Anomaly.Kind.WRONG_PARTITION,
                    at(place, offset) + ": value " + value + " (expected: partition " + source.partition(value) + ")");
        }
        if (source.keyPrint(value) != history.keyPrint[i]) {
            findings.add(Anomaly.Kind.WRONG_KEY, at(place, offset) + ": value " + value);
        }
        if (source.bodyPrint(value) != history.print[i]) {
            findings.add(Anomaly.Kind.MISMATCH, at(place, offset) + ": value " + value + " differs from the source");
        }
    }

    /** One value at one offset, until the log is cut below it. */
    private void hold(int place, long offset, long value) {
        long known = partitions[place].at(offset);
        if (known == TopicHistory.NO_VALUE) {
            partitions[place].set(offset, value);
            if (value > 0 && value < copies.length) {
                copies[(int) value]++;
                unsure.clear((int) value);
            }
        } else if (known != value) {
            findings.add(
                    Anomaly.Kind.INCONSISTENT_OFFSETS,
                    at(place, offset) + ": value " + known + ", then value " + value);
        }
    }

    private void follow(int i, int place, long offset) {
        Cursor reader = reader(history.who[i], place);
        if (reader.next >= 0 && offset < reader.next) {
            findings.add(
                    Anomaly.Kind.NONMONOTONIC_POLL,
                    at(place, offset) + " read by " + history.who[i] + " (expected: " + reader.next + ")");
        }
        for (long passed = Math.max(0, reader.next); reader.next >= 0 && passed < offset; passed++) {
            if (partitions[place].at(passed) != TopicHistory.NO_VALUE) {
                findings.add(
                        Anomaly.Kind.POLL_SKIP,
                        at(place, passed) + " passed over by " + history.who[i] + ", which went on at " + offset);
                break;
            }
        }
        reader.next = offset + 1;
    }

    private void end(int place, long offset, long value) {
        records++;
        Partition partition = partitions[place];
        for (long passed = partition.readAtTheEnd; passed < offset; passed++) {
            lostUnlessEmpty(place, passed);
        }
        partition.readAtTheEnd = offset + 1;
        if (!source.has(value)) {
            return;
        }
        if (atTheEnd.get(index(value))) {
            duplicates++;
            if (rules.once()) {
                findings.add(Anomaly.Kind.DUPLICATE, at(place, offset) + ": value " + value + " again");
            }
            return;
        }
        atTheEnd.set(index(value));
        long before = lastOfKey[source.key(value)];
        if (rules.inOrder() && value < before) {
            findings.add(
                    Anomaly.Kind.OUT_OF_ORDER,
                    at(place, offset) + ": value " + value + " behind value " + before + " of the same key");
        }
        lastOfKey[source.key(value)] = Math.max(before, value);
    }

    private void lostUnlessEmpty(int place, long offset) {
        long value = partitions[place].at(offset);
        if (value != TopicHistory.NO_VALUE) {
            findings.add(Anomaly.Kind.LOST_WRITE, at(place, offset) + ": value " + value + " was there");
        }
    }

    private void cut(int by, int place, long end) {
        Partition partition = partitions[place];
        for (long offset = end; offset < partition.known; offset++) {
            long value = partition.at(offset);
            if (value > 0 && value < copies.length) {
                copies[(int) value]--;
                unsure.set((int) value);
            }
            partition.valueAt[(int) offset] = TopicHistory.NO_VALUE;
        }
        partition.known = Math.min(partition.known, end);
        partition.cutBy = by;
        readers.forEach((pair, reader) -> reader.next = pair.intValue() == place ? -1 : reader.next);
        senders.forEach((pair, sender) -> sender.operation = pair.intValue() == place ? -1 : sender.operation);
    }

    private void line(long upTo) {
        for (long value = 1; value <= upTo; value++) {
            if (source.has(value) && copies[(int) value] == 0 && !unsure.get((int) value)) {
                findings.add(
                        Anomaly.Kind.SEND_SKIP,
                        "value " + value + " is not on the log, and the line is said to be " + upTo);
                return;
            }
        }
    }

    private void committed(int i, int place) {
        Long known = applied.get(pair(history.who[i], place));
        // After a cut an owner that was replaced may still say where it was before.
        if (known != null && history.offset[i] > known && partitions[place].cutBy < 0) {
            findings.add(
                    Anomaly.Kind.COMMITTED_AHEAD,
                    at(place, history.offset[i]) + " committed by " + history.who[i] + ", applied is below " + known);
        }
    }

    private void effect(int i) {
        BitSet had = effects.computeIfAbsent(history.who[i], consumer -> new BitSet());
        if (had.get(index(history.value[i]))) {
            findings.add(Anomaly.Kind.DUPLICATE_EFFECT, "value " + history.value[i] + " in consumer " + history.who[i]);
        }
        had.set(index(history.value[i]));
    }

    private void atTheEnd() {
        for (int place = 0; place < partitions.length; place++) {
            for (long rest = partitions[place].readAtTheEnd; rest < partitions[place].known; rest++) {
                lostUnlessEmpty(place, rest);
            }
        }
        for (long value = 1; rules.complete() && value <= source.last(); value++) {
            if (source.has(value) && !atTheEnd.get(index(value))) {
                findings.add(Anomaly.Kind.UNSEEN, "value " + value + " is not on the topic");
            }
        }
    }

    private Cursor reader(int who, int place) {
        return readers.computeIfAbsent(pair(who, place), pair -> new Cursor());
    }

    private static long pair(int who, int place) {
        return (long) who << 32 | place;
    }

    private static int index(long value) {
        return value > 0 && value < Integer.MAX_VALUE ? (int) value : 0;
    }

    private static String at(int place, long offset) {
        return "partition " + place + ", offset " + offset;
    }
}

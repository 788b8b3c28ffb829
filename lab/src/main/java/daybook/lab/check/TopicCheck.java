package daybook.lab.check;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Compares the topic of exchange events with the journal, record by record: every event there, each copy equal to the journal's
 * event, under its key and in the partition of its key, and nothing else.
 *
 * <p>The order matters beside a running venue: first the published line is taken (by the caller), then the ends of the
 * partitions are measured, then the journal is read, then the topic up to those ends. So everything up to the line must be
 * there, and everything that is there must be known. Keeps about twelve bytes per event in memory.
 */
public final class TopicCheck {
    private static final int MAX_FINDINGS = 20;

    private final RecordSource topic;
    private final Known known = new Known();
    private final BitSet seen = new BitSet();
    private final long[] firstSeen;
    private final FlatJson json = new FlatJson();
    private final List<String> findings = new ArrayList<>();
    private long duplicates;
    private long mismatched;
    private long wrongKey;
    private long phantom;

    /**
     * Where a venue keeps what is compared.
     *
     * @param journal directory of the journal, or the data directory over it
     * @param log directory of the embedded log, or the data directory over it
     * @param topic full name of the topic of exchange events
     */
    public record VenueFiles(Path journal, Path log, String topic) {}

    /**
     * A topic on a Kafka cluster.
     *
     * @param client settings of Kafka's own client: at least {@code bootstrap.servers}; secrets in here are shown to nobody
     * @param topic its name there, in full
     * @param timeout wall-clock limit of every question
     */
    public record Cluster(Map<String, Object> client, String topic, Duration timeout) {
        public Cluster {
            client = Map.copyOf(client);
        }

        @Override
        public String toString() {
            return topic + " at " + client.get("bootstrap.servers");
        }
    }

    private TopicCheck(RecordSource topic) {
        this.topic = topic;
        firstSeen = new long[topic.partitions()];
        Arrays.fill(firstSeen, Long.MAX_VALUE);
    }

    /**
     * Checks beside a running venue, or after a kill: events above the line may still be on their way.
     *
     * @param publishedLine the publisher's line, taken before this call
     * @throws CheckException if the files cannot be read
     */
    public static CheckResult whileRunning(VenueFiles files, long publishedLine) {
        return new TopicCheck(LogFiles.open(files.log(), files.topic())).run(files.journal(), publishedLine);
    }

    /**
     * Checks a venue that was stopped in order, and so has published all that is durable.
     *
     * @throws CheckException if the files cannot be read
     */
    public static CheckResult whenStopped(VenueFiles files) {
        return new TopicCheck(LogFiles.open(files.log(), files.topic())).run(files.journal(), Long.MAX_VALUE);
    }

    /**
     * The same as {@link #whileRunning(VenueFiles, long)} for a venue on Kafka.
     *
     * @param journal directory of the journal, or the data directory over it
     * @throws CheckException if the journal or the topic cannot be read
     */
    public static CheckResult whileRunning(Path journal, Cluster cluster, long publishedLine) {
        try (KafkaTopic topic = KafkaTopic.open(cluster)) {
            return new TopicCheck(topic).run(journal, publishedLine);
        }
    }

    /**
     * The same as {@link #whenStopped(VenueFiles)} for a venue on Kafka.
     *
     * @param journal directory of the journal, or the data directory over it
     * @throws CheckException if the journal or the topic cannot be read
     */
    public static CheckResult whenStopped(Path journal, Cluster cluster) {
        return whileRunning(journal, cluster, Long.MAX_VALUE);
    }

    private CheckResult run(Path journal, long line) {
        EventView event = new EventView();
        JournalFiles.Span span = JournalFiles.read(journal, (seq, bytes, from, length) -> {
            event.open(seq, bytes, from, length);
            known.add(seq, event.fingerprint(), event.key());
        });
        known.startsAt(span.firstSeq());
        for (int p = 0; p < topic.partitions(); p++) {
            topic.read(p, this::compare);
        }
        long published = line == Long.MAX_VALUE ? span.statedSeq() : line;
        if (published > span.lastSeq()) {
            throw new CheckException("published seq: " + published + " (expected: at most " + span.lastSeq()
                    + ", where the journal ends)");
        }
        return result(published, span.firstSeq());
    }

    private CheckResult result(long published, long firstKept) {
        long missing = 0;
        long retainedAway = Math.min(firstKept - 1, published);
        for (long seq = firstKept; seq <= published; seq++) {
            if (seen.get((int) seq)) {
                continue;
            }
            int partition = Murmur2.partition(known.key(seq), topic.partitions());
            if (topic.start(partition) > 0 && seq < firstSeen[partition]) {
                retainedAway++;
            } else {
                missing++;
                find("seq " + seq + ": missing");
            }
        }
        return new CheckResult(published, missing, duplicates, mismatched, wrongKey, phantom, retainedAway, findings);
    }

    private void compare(RecordSource.Found found) {
        long seq = 0;
        long fingerprint = 0;
        try {
            json.open(found.value(), 0, found.value().length);
            while (json.next()) {
                fingerprint += json.fingerprint();
                if (json.kind() == FlatJson.Kind.NUMBER && json.nameHash() == Known.SEQ) {
                    seq = json.number();
                }
            }
        } catch (FlatJson.Wrong e) {
            phantom++;
            find(place(found) + ": not an event: " + e.getMessage());
            return;
        }
        compare(found, seq, fingerprint);
    }

    private void compare(RecordSource.Found found, long seq, long fingerprint) {
        if (seq >= 1 && seq < known.first()) {
            return;
        }
        if (!known.has(seq)) {
            phantom++;
            find(place(found) + ": seq " + seq + ": not in the journal");
            return;
        }
        firstSeen[found.partition()] = Math.min(firstSeen[found.partition()], seq);
        if (seen.get((int) seq)) {
            duplicates++;
        }
        seen.set((int) seq);
        String id = Long.toString(seq);
        if (fingerprint != known.fingerprint(seq)
                || !found.seq().equals(id)
                || !found.ceId().equals("x-" + id)) {
            mismatched++;
            find(place(found) + ": seq " + seq + ": differs from the journal: "
                    + new String(found.value(), StandardCharsets.UTF_8));
        }
        byte[] key = known.key(seq);
        if (!Arrays.equals(found.key(), key) || Murmur2.partition(key, topic.partitions()) != found.partition()) {
            wrongKey++;
            find(place(found) + ": seq " + seq + ": key \"" + new String(found.key(), StandardCharsets.UTF_8)
                    + "\" (expected: \"" + new String(key, StandardCharsets.UTF_8) + "\" in its partition)");
        }
    }

    private static String place(RecordSource.Found found) {
        return "partition " + found.partition() + ", offset " + found.offset();
    }

    private void find(String what) {
        if (findings.size() < MAX_FINDINGS) {
            findings.add(what);
        }
    }

    /** What the journal says: per event its fingerprint and its key. */
    private static final class Known {
        static final long SEQ = Fingerprint.ofText("seq");

        private final Map<String, Integer> keyNumbers = new HashMap<>();
        private final List<byte[]> keys = new ArrayList<>();
        private long[] fingerprints = new long[1 << 16];
        private int[] keyOf = new int[1 << 16];
        private long first = 1;
        private long last;
        private byte[] lastKey = {-1};
        private int lastNumber;

        void add(long seq, long fingerprint, byte[] key) {
            if (seq >= Integer.MAX_VALUE - 8) {
                throw new CheckException("seq " + seq + ": more events than this check can hold");
            }
            int at = (int) seq;
            if (at >= fingerprints.length) {
                int size = (int) Math.min(Integer.MAX_VALUE - 8L, Math.max(at + 1L, fingerprints.length * 2L));
                fingerprints = Arrays.copyOf(fingerprints, size);
                keyOf = Arrays.copyOf(keyOf, size);
            }
            fingerprints[at] = fingerprint;
            keyOf[at] = number(key);
            last = seq;
        }

        void startsAt(long seq) {
            first = seq;
        }

        long first() {
            return first;
        }

        boolean has(long seq) {
            return seq >= first && seq <= last;
        }

        long fingerprint(long seq) {
            return fingerprints[(int) seq];
        }

        byte[] key(long seq) {
            return keys.get(keyOf[(int) seq]);
        }

        private int number(byte[] key) {
            if (Arrays.equals(key, lastKey)) {
                return lastNumber;
            }
            lastKey = key;
            lastNumber = find(key);
            return lastNumber;
        }

        private int find(byte[] key) {
            String text = new String(key, StandardCharsets.ISO_8859_1);
            return keyNumbers.computeIfAbsent(text, t -> {
                keys.add(key);
                return keys.size() - 1;
            });
        }
    }
}

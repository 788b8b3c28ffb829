package daybook.publisher;

import daybook.journal.EntryVisitor;
import daybook.log.Log;
import java.util.List;

/**
 * The publisher as it is, and with one part exchanged for one that looks reasonable and is wrong. Each wrong one must be caught.
 */
enum Variants {
    AS_IT_IS,
    /** Starts with what comes, not with what was missed. */
    RESUMES_FROM_NOW,
    /** Reads what is written, before it is durable. */
    IGNORES_THE_DURABLE_LINE,
    /** Believes that all before the last acknowledged one has arrived. */
    SAVES_THE_LAST_ACK,
    /** Saves what was handed to the log before the log has forced it. */
    CHECKPOINTS_BEFORE_THE_FORCE,
    /** Believes that what was acknowledged once is there for ever. */
    DOES_NOT_RECONCILE;

    JournalPublisher.Parts of(PublisherPorts ports) {
        return switch (this) {
            case AS_IT_IS -> parts(ports, new TailReconcile(), new PublishCheckpoint());
            case RESUMES_FROM_NOW ->
                parts(
                        new PublisherPorts(
                                ports.source(), ports.log(), new FromNow(ports), ports.clock(), ports.nanoTime()),
                        new TailReconcile(),
                        new PublishCheckpoint());
            case IGNORES_THE_DURABLE_LINE ->
                parts(
                        new PublisherPorts(
                                new Undurable((MemoryJournal) ports.source()),
                                ports.log(),
                                ports.store(),
                                ports.clock(),
                                ports.nanoTime()),
                        new TailReconcile(),
                        new PublishCheckpoint());
            case SAVES_THE_LAST_ACK -> parts(ports, new TailReconcile(), new LastAck());
            case CHECKPOINTS_BEFORE_THE_FORCE -> parts(ports, new TailReconcile(), new LastSent());
            case DOES_NOT_RECONCILE -> parts(ports, (log, topic, c) -> c, new PublishCheckpoint());
        };
    }

    private static JournalPublisher.Parts parts(PublisherPorts ports, TailCheck tailCheck, AckLine line) {
        return new JournalPublisher.Parts(ports, tailCheck, line);
    }

    private record FromNow(PublisherPorts ports) implements CheckpointStore {
        @Override
        public Checkpoint load() {
            Log log = ports.log();
            return new Checkpoint(
                    MemoryCheckpoint.VENUE,
                    List.of(new Mark(ports.source().durableSeq(), log.topicId(MemoryLog.TOPIC), List.of())));
        }

        @Override
        public void save(Checkpoint checkpoint) {
            ports.store().save(checkpoint);
        }
    }

    private record Undurable(MemoryJournal journal) implements EventSource {
        @Override
        public long durableSeq() {
            return journal.writtenSeq();
        }

        @Override
        public Tail from(long seq) {
            Tail tail = journal.from(seq);
            return new Tail() {
                @Override
                public int poll(long upToSeq, int max, EntryVisitor visitor) {
                    return tail.poll(upToSeq, max, visitor);
                }

                @Override
                public void close() {
                    tail.close();
                }
            };
        }
    }

    static final class LastAck implements AckLine {
        private final AckLine real = new PublishCheckpoint();
        private long last;

        @Override
        public void sent(long seq, long timeMs) {
            real.sent(seq, timeMs);
        }

        @Override
        public boolean acked(long seq, int partition, long offset) {
            last = Math.max(last, seq);
            return real.acked(seq, partition, offset);
        }

        @Override
        public long line() {
            return last;
        }

        @Override
        public int inFlight() {
            return real.inFlight();
        }

        @Override
        public void restart(long line, PartitionEnds ends) {
            real.restart(line, ends);
            last = line;
        }
    }

    static final class LastSent implements AckLine {
        private final AckLine real = new PublishCheckpoint();
        private long last;

        @Override
        public void sent(long seq, long timeMs) {
            real.sent(seq, timeMs);
            last = seq;
        }

        @Override
        public boolean acked(long seq, int partition, long offset) {
            return real.acked(seq, partition, offset);
        }

        @Override
        public long line() {
            return last;
        }

        @Override
        public int inFlight() {
            return real.inFlight();
        }

        @Override
        public void restart(long line, PartitionEnds ends) {
            real.restart(line, ends);
            last = line;
        }
    }
}

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

    JournalPublisher.Parts of(JournalPublisher.Parts parts) {
        return switch (this) {
            case AS_IT_IS -> parts;
            case RESUMES_FROM_NOW -> with(parts, new FromNow(parts));
            case IGNORES_THE_DURABLE_LINE -> with(parts, new Undurable((MemoryJournal) parts.source()));
            case SAVES_THE_LAST_ACK -> with(parts, new LastAck());
            case CHECKPOINTS_BEFORE_THE_FORCE -> with(parts, new LastSent());
            case DOES_NOT_RECONCILE ->
                new JournalPublisher.Parts(
                        parts.source(),
                        parts.log(),
                        parts.store(),
                        parts.nanoTime(),
                        (log, topic, c) -> c,
                        parts.line());
        };
    }

    private static JournalPublisher.Parts with(JournalPublisher.Parts parts, EventSource source) {
        return new JournalPublisher.Parts(
                source, parts.log(), parts.store(), parts.nanoTime(), parts.tailCheck(), parts.line());
    }

    private static JournalPublisher.Parts with(JournalPublisher.Parts parts, AckLine line) {
        return new JournalPublisher.Parts(
                parts.source(), parts.log(), parts.store(), parts.nanoTime(), parts.tailCheck(), line);
    }

    private static JournalPublisher.Parts with(JournalPublisher.Parts parts, CheckpointStore store) {
        return new JournalPublisher.Parts(
                parts.source(), parts.log(), store, parts.nanoTime(), parts.tailCheck(), parts.line());
    }

    private record FromNow(JournalPublisher.Parts parts) implements CheckpointStore {
        @Override
        public Checkpoint load() {
            Log log = parts.log();
            return new Checkpoint(
                    MemoryCheckpoint.VENUE,
                    List.of(new Mark(parts.source().durableSeq(), log.topicId(MemoryLog.TOPIC), List.of())));
        }

        @Override
        public void save(Checkpoint checkpoint) {
            parts.store().save(checkpoint);
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

    private static final class LastAck implements AckLine {
        private final PublishCheckpoint real = new PublishCheckpoint();
        private long last;

        @Override
        public void sent(long seq) {
            real.sent(seq);
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

    private static final class LastSent implements AckLine {
        private final PublishCheckpoint real = new PublishCheckpoint();
        private long last;

        @Override
        public void sent(long seq) {
            real.sent(seq);
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

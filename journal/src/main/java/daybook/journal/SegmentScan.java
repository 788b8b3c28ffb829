package daybook.journal;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What a look at a whole segment found.
 *
 * @param whole the numbers behind the last whole group, and where that ends
 * @param lastBatchAt where the head of the batch lies in which {@code whole} ends; -1 if there is no batch
 * @param ended whether it has its end mark
 * @param damage where it stops making sense, if it does
 */
record SegmentScan(
        Path file, SegmentHeader header, Whole whole, long lastBatchAt, boolean ended, Optional<Damage> damage) {

    /**
     * The end of what is whole.
     *
     * @param end first byte behind the last whole group or empty batch
     * @param nextBatch number of the batch that would follow
     */
    record Whole(long end, long nextBatch, long nextCommandSeq, long nextSeq) {}

    /**
     * Bytes that are not what should be there.
     *
     * @param offset where
     * @param batch number of the batch concerned
     * @param provenBy offset of a later batch or end mark that says that {@code batch} had been durable; -1 if there is none
     * @param lastNonZero offset of the last byte in the file that is not zero
     */
    record Damage(long offset, long batch, long seq, String what, long provenBy, long lastNonZero) {}

    /** Of an archived segment that is not unpacked: by its header and its name. */
    static SegmentScan byName(Path file, SegmentHeader header) {
        Whole end = new Whole(0, SegmentName.lastBatch(file) + 1, header.baseCommandSeq(), header.baseSeq());
        return new SegmentScan(file, header, end, 0, true, Optional.empty());
    }

    /** Whether {@code next} begins where this segment ends, as far as that is known. */
    boolean isFollowedBy(SegmentHeader next) {
        boolean scanned = whole.end() > 0;
        return next.baseBatch() == whole.nextBatch()
                && (scanned
                        ? next.baseCommandSeq() == whole.nextCommandSeq()
                        : next.baseCommandSeq() >= whole.nextCommandSeq())
                && (scanned ? next.baseSeq() == whole.nextSeq() : next.baseSeq() >= whole.nextSeq());
    }

    private static final int WINDOW_BYTES = 256 << 10;

    /** What {@link #of} looks through; may be used for one segment after the other. */
    static FrameWindow newWindow() {
        return new FrameWindow(WINDOW_BYTES);
    }

    /**
     * Scans a segment. Changes nothing.
     *
     * @throws JournalException if the header is not good
     */
    static SegmentScan of(Disk disk, Path file, FrameWindow window) {
        window.forget();
        try (SegmentSource source = SegmentSource.open(disk, file)) {
            return of(file, SegmentHeader.read(file, source), source, window);
        }
    }

    static SegmentScan of(Path file, SegmentHeader header, SegmentSource source, FrameWindow window) {
        return new Scanner(file, header, source, window).scan();
    }

    /** Bytes that carry something, the end mark included. */
    long dataBytes() {
        return whole.end() + (ended ? Stamp.FRAME_BYTES : 0);
    }

    boolean isEmpty() {
        return lastBatchAt < 0;
    }

    private static final class Scanner {
        private final Path file;
        private final SegmentHeader header;
        private final SegmentSource source;
        private final FrameGrammar grammar;
        private final FrameWindow window;
        private Whole whole;
        private long lastBatchAt = -1;

        Scanner(Path file, SegmentHeader header, SegmentSource source, FrameWindow window) {
            this.window = window;
            this.file = file;
            this.header = header;
            this.source = source;
            grammar = new FrameGrammar(header);
            whole = wholeAt(SegmentHeader.BYTES);
        }

        SegmentScan scan() {
            long position = SegmentHeader.BYTES;
            Optional<String> problem = Optional.empty();
            while (problem.isEmpty() && window.load(source, position)) {
                int at = window.at(position);
                problem = grammar.accept(window.buffer(), at, position);
                if (problem.isEmpty()) {
                    position += Frame.sizeOf(Frame.payloadBytes(window.buffer(), at));
                    noteWhole(position);
                }
            }
            long lastNonZero = window.lastNonZero(source, position);
            boolean unwritten = problem.isEmpty() && lastNonZero < 0 && grammar.betweenBatches(whole.end());
            Optional<Damage> damage = unwritten
                    ? Optional.empty()
                    : Optional.of(damage(position, problem.orElse("not a whole frame"), lastNonZero));
            return new SegmentScan(file, header, whole, lastBatchAt, grammar.ended() && damage.isEmpty(), damage);
        }

        /** A head without its groups is whole only if the batch is empty. */
        private void noteWhole(long position) {
            boolean headOnly = position == grammar.batchStart() + Stamp.FRAME_BYTES;
            if (!grammar.inGroup() && !grammar.ended() && (!headOnly || grammar.betweenBatches(position))) {
                whole = wholeAt(position);
                lastBatchAt = grammar.batchStart();
            }
        }

        private Whole wholeAt(long position) {
            return new Whole(position, grammar.nextBatch(), grammar.nextCommandSeq(), grammar.nextSeq());
        }

        private Damage damage(long position, String what, long lastNonZero) {
            long batch = grammar.betweenBatches(position) ? grammar.nextBatch() : grammar.nextBatch() - 1;
            long proof = grammar.ended() ? grammar.stamp().offset : proof(position, batch, lastNonZero);
            return new Damage(position, batch, grammar.nextSeq(), what, proof, lastNonZero);
        }

        /**
         * Looks for a batch head or end mark behind the damage which was written after {@code batch} had been forced. It counts
         * even if it lies elsewhere than it says: a hand that took bytes out moves all that follows. What lies inside a whole
         * entry is a client's text and does not count.
         */
        private long proof(long position, long batch, long lastNonZero) {
            Stamp stamp = new Stamp();
            long at = position + 8;
            while (at <= lastNonZero) {
                int bytes = 8;
                if (window.load(source, at)) {
                    if (stamp.read(window.buffer(), window.at(at)) && stamp.durableBatch >= batch) {
                        return at;
                    }
                    bytes = Frame.sizeOf(Frame.payloadBytes(window.buffer(), window.at(at)));
                }
                at += bytes;
            }
            return -1;
        }
    }
}

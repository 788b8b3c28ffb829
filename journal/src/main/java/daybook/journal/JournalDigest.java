package daybook.journal;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A hash over the durable history, for whoever does not trust the machine: checksums find damage, but a hand that changes an entry can
 * make its checksums anew, and a hand that changes everything behind it too. It is a chain over the batches, SHA-256 of the hash before
 * and of the batch's bytes, so one that was noted elsewhere holds for all up to it while the journal grows, is archived and is repaired:
 * a durable batch never changes.
 *
 * @param firstBatch where the chain begins: 1, or the first one kept by a prune
 * @param lastBatch where it ends, included; {@code firstBatch - 1} if nothing is durable yet
 * @param sha256 64 hexadecimal digits
 */
public record JournalDigest(long firstBatch, long lastBatch, String sha256) {
    private static final Pattern TEXT = Pattern.compile("([1-9][0-9]{0,17})-([0-9]{1,18}):([0-9a-f]{64})");

    /**
     * Of all that is durable, as the files themselves state it. Changes nothing; may run beside the exchange.
     *
     * @throws JournalException if the journal is damaged, or there is none
     */
    public static JournalDigest of(Disk disk, Path directory) {
        return upTo(disk, directory, Long.MAX_VALUE);
    }

    /**
     * The same up to a batch, if that is durable; else up to the last one that is.
     *
     * @throws JournalException if the journal is damaged, or there is none
     */
    public static JournalDigest upTo(Disk disk, Path directory, long batch) {
        long durable;
        try (StatedLine line = new StatedLine(disk, directory)) {
            line.refresh();
            durable = line.batch();
        }
        Chain chain = new Chain(Math.min(batch, durable));
        List<Path> segments = SegmentName.segments(disk, directory);
        for (Path segment : segments) {
            chain.add(disk, segment);
        }
        if (segments.isEmpty()) {
            throw new JournalException(JournalException.Kind.BROKEN_CHAIN, directory + ": no segments");
        }
        return chain.digest();
    }

    /** Reads what {@link #text} wrote. Throws an {@link IllegalArgumentException} if it is something else. */
    public static JournalDigest parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("digest: not accepted (expected: FIRST-LAST:64 hexadecimal digits)");
        }
        return new JournalDigest(Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2)), matcher.group(3));
    }

    /** On one line, to be noted down. */
    public String text() {
        return firstBatch + "-" + lastBatch + ":" + sha256;
    }

    /** The hash as it grows. */
    private static final class Chain {
        private final FrameWindow window = SegmentScan.newWindow();
        private final MessageDigest sha256 = sha256();
        private final long upTo;
        private byte[] hash = {};
        private long first;
        private long last;

        Chain(long upTo) {
            this.upTo = upTo;
        }

        void add(Disk disk, Path file) {
            window.forget();
            try (SegmentSource source = SegmentSource.open(disk, file)) {
                SegmentHeader header = SegmentHeader.read(file, source);
                if (first == 0) {
                    begin(header.venueId(), header.baseBatch());
                }
                if (last < upTo) {
                    add(file, header, source);
                }
            }
        }

        JournalDigest digest() {
            return new JournalDigest(first, last, HexFormat.of().formatHex(hash));
        }

        private void begin(UUID venue, long firstBatch) {
            first = firstBatch;
            last = firstBatch - 1;
            ByteBuffer beginning = ByteBuffer.allocate(3 * Long.BYTES)
                    .putLong(venue.getMostSignificantBits())
                    .putLong(venue.getLeastSignificantBits())
                    .putLong(firstBatch);
            hash = sha256.digest(beginning.array());
        }

        private void add(Path file, SegmentHeader header, SegmentSource source) {
            FrameGrammar grammar = new FrameGrammar(header);
            long position = SegmentHeader.BYTES;
            while (last < upTo && window.load(source, position)) {
                int at = window.at(position);
                long before = position;
                grammar.accept(window.buffer(), at, position).ifPresent(wrong -> {
                    throw JournalException.at(JournalException.Kind.DAMAGED, file, before, grammar.nextSeq(), wrong);
                });
                if (grammar.ended()) {
                    return;
                }
                int size = Frame.sizeOf(Frame.payloadBytes(window.buffer(), at));
                if (grammar.batchStart() == position) {
                    sha256.update(hash);
                }
                sha256.update(window.buffer().duplicate().limit(at + size).position(at));
                position += size;
                if (grammar.betweenBatches(position)) {
                    hash = sha256.digest();
                    last = grammar.nextBatch() - 1;
                }
            }
        }

        private static MessageDigest sha256() {
            try {
                return MessageDigest.getInstance("SHA-256");
            } catch (NoSuchAlgorithmException impossible) {
                throw new IllegalStateException("every Java has SHA-256", impossible);
            }
        }
    }
}

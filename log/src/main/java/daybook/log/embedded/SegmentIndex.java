package daybook.log.embedded;

import daybook.journal.Frame;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * The file beside a segment that saves reading it at opening: where it ends, its latest time, some places, and the seqs of each
 * producer. Only a hint: whatever does not fit is made again from the segment.
 */
final class SegmentIndex {
    private static final int MAX_FILE_BYTES = 64 << 20;
    private static final int FIXED_BYTES = Identity.BYTES + 8 + 8 + 8 + 4 + 4;

    private SegmentIndex() {}

    /** Writes what is known of a segment. Not forced: a crash may take it. */
    static void store(PartitionFiles files, Segment segment) {
        Map<String, SeqSet> producers = segment.producers();
        int bytes = Frame.sizeOf(FIXED_BYTES + 16 * segment.marks());
        for (Map.Entry<String, SeqSet> producer : producers.entrySet()) {
            int payload = producerBytes(producer.getKey(), producer.getValue());
            if (payload > Frame.MAX_PAYLOAD_BYTES) {
                return; // Seqs far apart from each other: the segment itself is the smaller book of them.
            }
            bytes += Frame.sizeOf(payload);
        }
        if (bytes > MAX_FILE_BYTES) {
            return;
        }
        ByteBuffer content = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        putHead(content, files.identity(), segment, producers.size());
        producers.forEach((producer, seqs) -> putProducer(content, producer, seqs));
        WholeFile.replaceHint(files.disk(), files.index(segment.base()), content.flip());
    }

    /** What the file says; empty if it is missing, damaged or another segment's. */
    static Optional<Segment> load(PartitionFiles files, long base) {
        Path path = files.index(base);
        return WholeFile.read(files.disk(), path, MAX_FILE_BYTES).flatMap(content -> parse(files, base, content));
    }

    private static void putHead(ByteBuffer content, Identity identity, Segment segment, int producers) {
        int payloadAt = Frame.HEADER_BYTES;
        identity.put(content, payloadAt);
        content.position(payloadAt + Identity.BYTES);
        content.putLong(segment.end()).putLong(segment.usedBytes()).putLong(segment.maxTimeMs());
        content.putInt(producers).putInt(segment.marks());
        for (int i = 0; i < segment.marks(); i++) {
            content.putLong(segment.markedOffset(i)).putLong(segment.markedPosition(i));
        }
        seal(content, 0, LogFormat.INDEX, segment.base());
    }

    private static void putProducer(ByteBuffer content, String producer, SeqSet seqs) {
        int at = content.position();
        byte[] name = producer.getBytes(StandardCharsets.UTF_8);
        content.position(at + Frame.HEADER_BYTES);
        content.putShort((short) name.length).put(name);
        seqs.write(content);
        seal(content, at, LogFormat.PRODUCER, 0);
    }

    private static void seal(ByteBuffer content, int at, byte kind, long number) {
        int payload = content.position() - at - Frame.HEADER_BYTES;
        Frame.seal(content, at, kind, (byte) 0, number, payload, new CRC32C());
        content.position(at + Frame.sizeOf(payload));
    }

    private static int producerBytes(String producer, SeqSet seqs) {
        return 2 + producer.getBytes(StandardCharsets.UTF_8).length + seqs.sizeBytes();
    }

    private static Optional<Segment> parse(PartitionFiles files, long base, ByteBuffer content) {
        if (!isGood(content, 0, LogFormat.INDEX)
                || Frame.number(content, 0) != base
                || !files.identity().isAt(content, Frame.HEADER_BYTES)) {
            return Optional.empty();
        }
        int next = Frame.sizeOf(Frame.payloadBytes(content, 0));
        content.position(Frame.HEADER_BYTES + Identity.BYTES);
        Segment segment = new Segment(base);
        segment.reaches(content.getLong(), content.getLong());
        segment.sawTime(content.getLong());
        int producers = content.getInt();
        int marks = content.getInt();
        for (int i = 0; i < marks; i++) {
            segment.mark(content.getLong(), content.getLong());
        }
        for (int i = 0; i < producers; i++) {
            if (!isGood(content, next, LogFormat.PRODUCER)) {
                return Optional.empty();
            }
            content.position(next + Frame.HEADER_BYTES);
            byte[] name = new byte[Short.toUnsignedInt(content.getShort())];
            content.get(name);
            segment.putSeqs(new String(name, StandardCharsets.UTF_8), SeqSet.read(content));
            next += Frame.sizeOf(Frame.payloadBytes(content, next));
        }
        return Optional.of(segment);
    }

    private static boolean isGood(ByteBuffer content, int at, byte kind) {
        CRC32C crc = new CRC32C();
        return Frame.headerIsGood(content, at, content.limit(), crc)
                && Frame.payloadIsGood(content, at, content.limit(), crc)
                && Frame.kind(content, at) == kind;
    }
}

package daybook.log.embedded;

import daybook.journal.Disk;
import daybook.journal.Frame;
import daybook.log.LogException;
import daybook.log.Retention;
import daybook.log.TopicSpec;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.CRC32C;

/** The file {@code topic}: what a topic is. */
record TopicFile(TopicSpec spec, UUID id) {
    private static final int MAX_BYTES = 1024;

    static Path in(Path topicDirectory) {
        return topicDirectory.resolve("topic");
    }

    /** Writes it durably. */
    void store(Disk disk, Path topicDirectory) {
        ByteBuffer content = Frame.newBuffer(MAX_BYTES);
        Retention retention = spec.retention();
        byte[] name = spec.name().getBytes(StandardCharsets.UTF_8);
        content.position(Frame.HEADER_BYTES);
        content.putInt(LogFormat.VERSION);
        content.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
        content.putInt(spec.partitions());
        content.putLong(retention.age().toSeconds())
                .putInt(retention.age().toNanosPart())
                .putLong(retention.bytes());
        content.putShort((short) name.length).put(name);
        int payload = content.position() - Frame.HEADER_BYTES;
        Frame.seal(content, 0, LogFormat.TOPIC, (byte) 0, 0, payload, new CRC32C());
        content.position(0).limit(Frame.sizeOf(payload));
        WholeFile.replace(disk, in(topicDirectory), content);
    }

    /**
     * Reads it; empty if the topic's creation was not finished.
     *
     * @throws LogException of kind CORRUPT if it is damaged or of another format
     */
    static Optional<TopicFile> load(Disk disk, Path topicDirectory) {
        return WholeFile.read(disk, in(topicDirectory), MAX_BYTES).map(content -> parse(in(topicDirectory), content));
    }

    private static TopicFile parse(Path file, ByteBuffer content) {
        CRC32C crc = new CRC32C();
        boolean good = Frame.headerIsGood(content, 0, content.limit(), crc)
                && Frame.payloadIsGood(content, 0, content.limit(), crc)
                && Frame.kind(content, 0) == LogFormat.TOPIC;
        if (!good || content.getInt(Frame.HEADER_BYTES) != LogFormat.VERSION) {
            throw new LogException(
                    LogException.Kind.CORRUPT,
                    file + ": damaged or of another format (expected: format " + LogFormat.VERSION + ")");
        }
        content.position(Frame.HEADER_BYTES + 4);
        UUID id = new UUID(content.getLong(), content.getLong());
        int partitions = content.getInt();
        Duration age = Duration.ofSeconds(content.getLong(), content.getInt());
        long bytes = content.getLong();
        byte[] name = new byte[Short.toUnsignedInt(content.getShort())];
        content.get(name);
        TopicSpec spec = new TopicSpec(new String(name, StandardCharsets.UTF_8), partitions, new Retention(age, bytes));
        return new TopicFile(spec, id);
    }
}

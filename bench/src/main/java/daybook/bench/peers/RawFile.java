package daybook.bench.peers;

import daybook.bench.Contestant;
import daybook.bench.Scratch;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The limit: the same bytes into a zero-filled file, with nothing around them; no checksums, no recovery. */
public final class RawFile implements Contestant {
    private final int records;
    private final int recordBytes;
    private final int perForce;

    /** @param perForce records between two forces; 0 = never force */
    public RawFile(int records, int recordBytes, int perForce) {
        this.records = records;
        this.recordBytes = recordBytes;
        this.perForce = perForce;
    }

    @Override
    public String name() {
        return "raw zero-filled file";
    }

    @Override
    public double run() throws Exception {
        Path file = Scratch.file("raw");
        int batch = perForce == 0 ? 1_000 : perForce;
        ByteBuffer buffer = ByteBuffer.allocateDirect(batch * recordBytes).order(ByteOrder.LITTLE_ENDIAN);
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.READ)) {
            fillWithZeros(channel, (long) records * recordBytes);
            channel.force(true);
            long start = System.nanoTime();
            long position = 0;
            for (int i = 0; i < records; i += batch) {
                position = writeBatch(channel, buffer, i, position);
                if (perForce > 0) {
                    channel.force(false);
                }
            }
            return records / ((System.nanoTime() - start) / 1e9);
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private long writeBatch(FileChannel channel, ByteBuffer buffer, int first, long position)
            throws java.io.IOException {
        buffer.clear();
        long at = position;
        int longs = recordBytes / Long.BYTES;
        for (int i = 0; i < buffer.capacity() / recordBytes; i++) {
            for (int j = 0; j < longs; j++) {
                buffer.putLong((first + i) * 31L + j);
            }
        }
        buffer.flip();
        while (buffer.hasRemaining()) {
            at += channel.write(buffer, at);
        }
        return at;
    }

    private static void fillWithZeros(FileChannel channel, long bytes) throws java.io.IOException {
        ByteBuffer zeros = ByteBuffer.allocateDirect(1 << 20);
        for (long at = 0; at < bytes; at += zeros.capacity()) {
            channel.write(zeros.clear(), at);
        }
    }
}

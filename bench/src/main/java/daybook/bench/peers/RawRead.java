package daybook.bench.peers;

import daybook.bench.Contestant;
import daybook.bench.Scratch;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/** The limit of reading: one warm file in large pieces, a CRC32C per record, nothing kept. */
public final class RawRead implements Contestant {
    private final int records;
    private final int recordBytes;

    public RawRead(int records, int recordBytes) {
        this.records = records;
        this.recordBytes = recordBytes;
    }

    @Override
    public String name() {
        return "raw file with a CRC per record";
    }

    @Override
    public double run() throws Exception {
        Path file = Scratch.file("raw-read");
        ByteBuffer piece = ByteBuffer.allocateDirect(1_000 * recordBytes);
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.READ)) {
            for (int i = 0; i < records; i += 1_000) {
                channel.write(piece.clear(), (long) i * recordBytes);
            }
            long start = System.nanoTime();
            CRC32C crc = new CRC32C();
            for (int i = 0; i < records; i += 1_000) {
                channel.read(piece.clear(), (long) i * recordBytes);
                check(piece, crc);
            }
            return records / ((System.nanoTime() - start) / 1e9);
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private void check(ByteBuffer piece, CRC32C crc) {
        for (int at = 0; at < piece.capacity(); at += recordBytes) {
            crc.reset();
            crc.update(piece.limit(at + recordBytes).position(at));
            if (crc.getValue() == 1) {
                throw new IllegalStateException("unlikely");
            }
        }
    }
}

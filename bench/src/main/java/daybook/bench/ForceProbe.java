package daybook.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/** What the disk does right now: a bare 4 KiB write into a zero-filled file, and a force. */
final class ForceProbe {
    private static final int BLOCK = 4096;
    private static final int COUNT = 500;

    private ForceProbe() {}

    static double medianMicros() throws IOException {
        Path file = Scratch.file("probe");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            ByteBuffer block = ByteBuffer.allocateDirect(BLOCK);
            for (int i = 0; i < COUNT; i++) {
                channel.write(block.clear(), (long) i * BLOCK);
            }
            channel.force(true);
            long[] nanos = new long[COUNT];
            for (int i = 0; i < COUNT; i++) {
                long start = System.nanoTime();
                channel.write(block.clear(), (long) i * BLOCK);
                channel.force(false);
                nanos[i] = System.nanoTime() - start;
            }
            Arrays.sort(nanos);
            return nanos[COUNT / 2] / 1e3;
        } finally {
            Files.deleteIfExists(file);
        }
    }
}

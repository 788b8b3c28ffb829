package daybook.bench.peers;

import daybook.bench.Contestant;
import daybook.bench.Scratch;
import java.nio.file.Path;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.SyncMode;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;

/**
 * Chronicle Queue 5.25 with {@link SyncMode#SYNC}, which writes what was appended to the disk on each sync; by its default a sync
 * leaves that to the operating system.
 */
public final class ChronicleQueuePeer implements Contestant {
    private final int records;
    private final int recordBytes;
    private final int perSync;

    public ChronicleQueuePeer(int records, int recordBytes, int perSync) {
        this.records = records;
        this.recordBytes = recordBytes;
        this.perSync = perSync;
    }

    @Override
    public String name() {
        return "Chronicle Queue 5.25ea16, SyncMode.SYNC";
    }

    @Override
    public double run() throws Exception {
        Path folder = Scratch.folder("chronicle");
        Bytes<?> bytes = Bytes.allocateElasticDirect(recordBytes);
        byte[] record = new byte[recordBytes];
        try (ChronicleQueue queue = SingleChronicleQueueBuilder.binary(folder.toFile())
                        .syncMode(SyncMode.SYNC)
                        .build();
                ExcerptAppender appender = queue.createAppender()) {
            long start = System.nanoTime();
            for (int i = 0; i < records; i++) {
                bytes.clear();
                bytes.write(record);
                appender.writeBytes(bytes);
                if ((i + 1) % perSync == 0) {
                    appender.sync();
                }
            }
            double rate = records / ((System.nanoTime() - start) / 1e9);
            long last = queue.rollCycle().toSequenceNumber(appender.lastIndexAppended());
            if (last != records - 1) {
                throw new IllegalStateException(name() + ": last record " + last + ", not " + (records - 1));
            }
            return rate;
        } finally {
            bytes.releaseLast();
            Scratch.delete(folder);
        }
    }
}

package daybook.journal;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** What a lane does with a batch: checksums, one write, one force. Filled by the writer while the lane is not busy. */
final class BatchUnderWay implements Runnable {
    private final CRC32C crc = new CRC32C();

    @Nullable
    ActiveSegment segment;

    @Nullable
    ByteBuffer bytes;

    long at;

    @Override
    public void run() {
        ActiveSegment target = segment;
        ByteBuffer batch = bytes;
        if (target != null && batch != null) {
            int end = batch.limit();
            GroupBuffer.sum(batch, end, crc);
            target.put(batch.clear().limit(end), at);
            target.force();
        }
    }
}

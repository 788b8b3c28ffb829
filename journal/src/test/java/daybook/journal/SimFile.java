package daybook.journal;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The bytes of one file of a {@link SimDisk}: as programs see them, and as they are on the disk. */
final class SimFile {
    static final int SECTOR_BYTES = 512;

    private byte[] view = new byte[0];
    private int viewSize;
    private byte[] durable = new byte[0];
    private int durableSize;
    /** Sectors whose write failed once: nothing written to them in this file ever reaches the disk. */
    private final Set<Integer> lost = new HashSet<>();

    long size() {
        return viewSize;
    }

    byte[] view() {
        return Arrays.copyOf(view, viewSize);
    }

    int read(ByteBuffer target, long position) {
        if (position >= viewSize) {
            return 0;
        }
        int count = (int) Math.min(target.remaining(), viewSize - position);
        target.put(view, (int) position, count);
        return count;
    }

    void write(ByteBuffer source, long position, List<SimDisk.Pending> pending) {
        int from = Math.toIntExact(position);
        int end = Math.toIntExact(position + source.remaining());
        boolean grows = end > viewSize;
        view = roomFor(view, end);
        source.get(view, from, end - from);
        viewSize = Math.max(viewSize, end);
        addSectors(from, end, pending);
        if (grows) {
            pending.add(new SimDisk.Pending.Size(this, viewSize));
        }
    }

    void truncate(long sizeBytes, List<SimDisk.Pending> pending) {
        if (sizeBytes >= viewSize) {
            return;
        }
        int size = (int) sizeBytes;
        int old = viewSize;
        Arrays.fill(view, size, old, (byte) 0);
        viewSize = size;
        addSectors(size, old, pending);
        pending.add(new SimDisk.Pending.Size(this, size));
    }

    void sectorDurable(int index, byte[] bytes) {
        if (lost.contains(index)) {
            return;
        }
        int from = index * SECTOR_BYTES;
        durable = roomFor(durable, from + SECTOR_BYTES);
        System.arraycopy(bytes, 0, durable, from, SECTOR_BYTES);
    }

    void sizeDurable(long bytes) {
        durableSize = (int) bytes;
        durable = roomFor(durable, durableSize);
    }

    void loseForGood(int index) {
        lost.add(index);
    }

    /** After a power cut programs see what is on the disk. Bytes behind the size are zeros when the file grows over them. */
    void showDurable() {
        durable = Arrays.copyOf(durable, durableSize);
        view = durable.clone();
        viewSize = durableSize;
        lost.clear();
    }

    void flipBit(long offset, int bit) {
        int at = Math.toIntExact(offset);
        view[at] ^= (byte) (1 << bit);
        if (at < durable.length) {
            durable[at] ^= (byte) (1 << bit);
        }
    }

    void putDurable(byte[] bytes) {
        view = bytes.clone();
        viewSize = bytes.length;
        durable = bytes.clone();
        durableSize = bytes.length;
    }

    SimFile copy() {
        SimFile copy = new SimFile();
        copy.view = view.clone();
        copy.viewSize = viewSize;
        copy.durable = durable.clone();
        copy.durableSize = durableSize;
        copy.lost.addAll(lost);
        return copy;
    }

    private void addSectors(int from, int end, List<SimDisk.Pending> pending) {
        for (int index = from / SECTOR_BYTES; index * SECTOR_BYTES < end; index++) {
            int start = index * SECTOR_BYTES;
            byte[] bytes = new byte[SECTOR_BYTES];
            System.arraycopy(view, start, bytes, 0, Math.min(SECTOR_BYTES, Math.max(0, view.length - start)));
            pending.add(new SimDisk.Pending.Sector(this, index, bytes));
        }
    }

    private static byte[] roomFor(byte[] bytes, int size) {
        return size <= bytes.length ? bytes : Arrays.copyOf(bytes, Math.max(size, bytes.length * 2));
    }
}

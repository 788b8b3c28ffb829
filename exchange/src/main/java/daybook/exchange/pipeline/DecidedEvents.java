package daybook.exchange.pipeline;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** The events that one command gives in a replay, as payloads to compare with the recorded ones. Reused; grows as needed. */
final class DecidedEvents implements EventEntries {
    private ByteBuffer payloads = ByteBuffer.allocate(16 << 10).order(ByteOrder.LITTLE_ENDIAN);
    private int[] ends = new int[64];
    private int count;
    private int filled;
    private long nextSeq;

    DecidedEvents(long nextSeq) {
        this.nextSeq = nextSeq;
    }

    void clear() {
        count = 0;
        filled = 0;
    }

    int count() {
        return count;
    }

    long nextSeq() {
        return nextSeq;
    }

    /** Whether the event at a place, counted from 0, has this payload. */
    boolean same(int index, ByteBuffer recorded) {
        int start = index == 0 ? 0 : ends[index - 1];
        return payloads.limit(ends[index]).position(start).equals(recorded);
    }

    ByteBuffer payload(int index) {
        int start = index == 0 ? 0 : ends[index - 1];
        return payloads.limit(ends[index]).position(start);
    }

    @Override
    public ByteBuffer begin(int maxPayloadBytes) {
        if (payloads.capacity() - filled < maxPayloadBytes) {
            int capacity = Math.max(2 * payloads.capacity(), filled + maxPayloadBytes);
            ByteBuffer larger = ByteBuffer.allocate(capacity).order(ByteOrder.LITTLE_ENDIAN);
            payloads = larger.put(payloads.clear().limit(filled));
        }
        return payloads.clear().limit(filled + maxPayloadBytes).position(filled);
    }

    @Override
    public long endEvent() {
        if (count == ends.length) {
            ends = Arrays.copyOf(ends, 2 * count);
        }
        filled = payloads.position();
        ends[count++] = filled;
        return nextSeq++;
    }
}

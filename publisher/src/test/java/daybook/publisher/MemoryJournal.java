package daybook.publisher;

import daybook.events.CancelReason;
import daybook.events.Event;
import daybook.events.EventCodec;
import daybook.events.OrderCancelled;
import daybook.events.SessionState;
import daybook.events.SessionStateChanged;
import daybook.events.Side;
import daybook.events.Trade;
import daybook.journal.EntryKind;
import daybook.journal.EntryVisitor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** A journal in memory: what is written is durable only after a force, and a crash takes the rest. */
final class MemoryJournal implements EventSource {
    private static final String[] SYMBOLS = {"INFY", "TCS", "RELIANCE", "WIPRO", "SBIN"};

    private final List<Event> written = new ArrayList<>();
    private long durable;
    private long made;

    /** Writes events of some symbols, and now and then one of the whole venue. Each is unlike any other. */
    void write(int count) {
        for (int i = 0; i < count; i++) {
            written.add(next(written.size() + 1L));
        }
    }

    void force() {
        durable = written.size();
    }

    /** What was not forced is gone; its seqs will be given to other events. */
    void crash() {
        written.subList((int) durable, written.size()).clear();
    }

    /** The durable history. */
    List<Event> history() {
        return List.copyOf(written.subList(0, (int) durable));
    }

    long writtenSeq() {
        return written.size();
    }

    @Override
    public long durableSeq() {
        return durable;
    }

    @Override
    public Tail from(long seq) {
        return new Tail() {
            private long next = seq;

            @Override
            public int poll(long upToSeq, int max, EntryVisitor visitor) {
                int shown = 0;
                for (; shown < max && next <= Math.min(upToSeq, written.size()); shown++, next++) {
                    ByteBuffer payload =
                            ByteBuffer.allocate(EventCodec.MAX_PAYLOAD_BYTES).order(ByteOrder.LITTLE_ENDIAN);
                    EventCodec.encode(written.get((int) next - 1), payload);
                    visitor.entry(EntryKind.EVENT, next, payload.flip(), true);
                }
                return shown;
            }

            @Override
            public void close() {}
        };
    }

    private Event next(long seq) {
        long id = ++made;
        String symbol = SYMBOLS[(int) (id % SYMBOLS.length)];
        if (id % 11 == 0) {
            return new SessionStateChanged(seq, id, SessionState.OPEN);
        }
        if (id % 3 == 0) {
            return new OrderCancelled(seq, id, id, "alice", symbol, 1, CancelReason.CLIENT_REQUEST);
        }
        return new Trade(seq, id, id, symbol, 100 + id % 7, 1 + id % 5, Side.BUY, id, id + 1, "alice", "bob");
    }
}

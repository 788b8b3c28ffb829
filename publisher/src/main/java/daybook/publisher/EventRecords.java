package daybook.publisher;

import daybook.events.EventCodec;
import java.time.InstantSource;

/** Makes each record when it is asked for. Confined to one thread at a time. */
final class EventRecords implements Supply {
    private final EventSource.Tail tail;
    private final InstantSource clock;
    private final EventRecord record = new EventRecord();

    /** @param clock when records are sent: their time */
    EventRecords(EventSource.Tail tail, InstantSource clock) {
        this.tail = tail;
        this.clock = clock;
    }

    @Override
    public int poll(long upToSeq, int max, Taker taker) {
        return tail.poll(
                upToSeq,
                max,
                (kind, seq, payload, last) ->
                        taker.take(seq, record.of(EventCodec.decode(seq, payload), clock.millis())));
    }

    @Override
    public void close() {
        tail.close();
    }
}

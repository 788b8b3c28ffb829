package daybook.publisher;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.events.EventCodec;
import daybook.events.Side;
import daybook.events.Trade;
import daybook.journal.EntryKind;
import daybook.journal.EntryVisitor;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Goal: what waits during an outage waits in the journal and nowhere else. Method: an hour on the test's clock, 5,000 events a second that
 * are made when they are read and kept nowhere, with a log that is away, and one that fails whatever it is sent; the live heap is looked
 * at six times.
 */
class OutageMemoryTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration STEP = Duration.ofMillis(500);
    private static final int PER_SECOND = 5_000;
    private static final int LOOKS = 6;
    private static final long SLACK_BYTES = 1 << 20;

    private final Endless journal = new Endless();
    private final MemoryLog log = new MemoryLog(new Random(1), 3, false);
    private long now;

    @Test
    void anHourWithoutTheLogCostsNoMemory() {
        log.away = true;

        staysFlat();
    }

    @Test
    void anHourWithALogThatFailsEverythingCostsNoMemory() {
        log.failing = 1;

        staysFlat();
    }

    private void staysFlat() {
        PublisherPorts ports = new PublisherPorts(
                journal, log, new MemoryCheckpoint(), () -> Instant.ofEpochMilli(now / 1_000_000), () -> now);
        JournalPublisher publisher = new JournalPublisher(
                ports,
                new PublisherSettings(MemoryLog.TOPIC, true, 200, 200, Duration.ofSeconds(1), Duration.ofSeconds(1)));
        List<Long> heap = new ArrayList<>();
        for (int look = 0; look < LOOKS; look++) {
            long end = now + HOUR.toNanos() / LOOKS;
            while (now < end) {
                now += STEP.toNanos();
                journal.durable += PER_SECOND * STEP.toMillis() / 1_000;
                publisher.pump();
            }
            heap.add(heap());
        }

        assertThat(publisher.status().lag()).isEqualTo(PER_SECOND * HOUR.toSeconds());
        assertThat(publisher.status().errors()).isGreaterThan(1_000);
        assertThat(heap.get(LOOKS - 1)).as(heap.toString()).isLessThan(heap.get(0) + SLACK_BYTES);
    }

    /** Bytes in use after a collection. */
    static long heap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** Events as many as are asked for, each made when it is read. */
    private static final class Endless implements EventSource {
        private final ByteBuffer payload =
                ByteBuffer.allocate(EventCodec.MAX_PAYLOAD_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        private long durable;

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
                    for (; shown < max && next <= upToSeq; shown++, next++) {
                        payload.clear();
                        EventCodec.encode(
                                new Trade(next, next, next, "INFY", 100, 1, Side.BUY, next, next + 1, "alice", "bob"),
                                payload);
                        visitor.entry(EntryKind.EVENT, next, payload.flip(), true);
                    }
                    return shown;
                }

                @Override
                public void close() {}
            };
        }
    }
}

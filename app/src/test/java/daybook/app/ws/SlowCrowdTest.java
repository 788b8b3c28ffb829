package daybook.app.ws;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.broadcast.ChannelName;
import daybook.log.Log;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * W-01 at its size: 200 readers, 20 clients that subscribe and never read, 5 that read a byte a second; 2,000 messages of 300 bytes a second
 * for five minutes, in 20 rooms of which each client is in one: 20,000 frames a second, about what two cores can send, and the readers share
 * them. The first minute is without the bad ones, for comparison.
 */
@EnabledIfSystemProperty(named = "daybook.long", matches = "true")
class SlowCrowdTest {
    private static final int ROOMS = 20;
    private static final int READERS = 200;
    private static final int STALLED = 20;
    private static final int CRAWLING = 5;
    private static final int PER_SECOND = 2_000;
    private static final int SECONDS = Integer.getInteger("daybook.seconds", 300);
    private static final int ALONE_SECONDS = SECONDS / 5;
    private static final long MOST_GROWTH_MIB = 64;
    private static final String PADDING = "x".repeat(270);

    @TempDir
    Path directory;

    private final AtomicBoolean stopping = new AtomicBoolean();

    /** Reads all of its room on a thread of its own and counts what is missing. */
    private final class Reader extends Thread {
        private final RawSocket socket;
        private final long[] delaysUs = new long[1 << 16];
        private int delays;
        private final AtomicLong events = new AtomicLong();
        private long lastSeq = Long.MIN_VALUE;
        private final AtomicLong gaps = new AtomicLong();
        private volatile String closed = "";

        Reader(RawSocket socket) {
            this.socket = socket;
        }

        @Override
        public void run() {
            try {
                while (!stopping.get()) {
                    heard(socket.readText());
                }
            } catch (IOException over) {
                closed = stopping.get() ? "" : String.valueOf(over.getMessage());
            }
        }

        private void heard(String text) {
            if (!text.contains("\"type\":\"event\"")) {
                return;
            }
            if (lastSeq != Long.MIN_VALUE && number(text, "\"prev\":") != lastSeq) {
                gaps.incrementAndGet();
            }
            lastSeq = number(text, "\"seq\":");
            if (events.getAndIncrement() % 8 == 0) {
                delaysUs[delays++ & (delaysUs.length - 1)] = (System.nanoTime() - number(text, "\"at\":")) / 1_000;
            }
        }

        private static long number(String text, String name) {
            int from = text.indexOf(name) + name.length();
            int to = from;
            while (to < text.length() && (text.charAt(to) == '-' || Character.isDigit(text.charAt(to)))) {
                to++;
            }
            return Long.parseLong(text, from, to, 10);
        }
    }

    @Test
    void whoDoesNotReadIsClosedAndTheOthersGetEverythingAsBefore() throws Exception {
        try (Log log = BroadcastNode.log(directory)) {
            BroadcastNode node = new BroadcastNode(log, "instance-a");
            List<Reader> readers = new ArrayList<>();
            for (int i = 0; i < READERS; i++) {
                readers.add(new Reader(join(node, i, 0)));
            }
            readers.forEach(Thread::start);
            LockSupport.parkNanos(Duration.ofSeconds(2).toNanos());

            long said = say(node, 0, ALONE_SECONDS);
            long p99AloneUs = p99(readers);
            long heapBefore = heapMib();
            List<RawSocket> bad = new ArrayList<>();
            for (int i = 0; i < STALLED + CRAWLING; i++) {
                bad.add(join(node, i, 4_096));
            }
            bad.subList(STALLED, bad.size()).forEach(this::crawl);
            said = say(node, said, SECONDS - ALONE_SECONDS);
            long each = said / ROOMS;
            await(() -> readers.stream().allMatch(reader -> reader.events.get() >= each));
            long heapAfter = heapMib();

            System.out.println("W-01: " + said + " messages, " + READERS + " readers; p99 " + p99AloneUs + " us alone, "
                    + p99(readers)
                    + " us beside the bad ones; heap " + heapBefore + " to " + heapAfter + " MiB; "
                    + node.replica.hub().counts());
            assertThat(readers).allSatisfy(reader -> {
                assertThat(reader.closed).isEmpty();
                assertThat(reader.gaps).hasValue(0);
                assertThat(reader.events).hasValue(each);
            });
            assertThat(node.replica.hub().counts().sockets())
                    .as("nothing is left over")
                    .isEqualTo(READERS);
            assertThat(heapAfter - heapBefore).isLessThan(MOST_GROWTH_MIB);
            stopping.set(true);
            node.replica.close();
            for (RawSocket socket : bad) {
                socket.close();
            }
            for (Reader reader : readers) {
                reader.socket.close();
                reader.join();
            }
        }
    }

    private static RawSocket join(BroadcastNode node, int number, int receiveBytes) throws IOException {
        RawSocket socket = new RawSocket(node.replica.port(), receiveBytes, "");
        socket.text("{\"op\":\"sub\",\"ch\":\"room.r" + number % ROOMS + "\"}");
        return socket;
    }

    private void crawl(RawSocket socket) {
        Thread thread = new Thread(() -> {
            try {
                while (!stopping.get() && socket.readByte() >= 0) {
                    LockSupport.parkNanos(Duration.ofSeconds(1).toNanos());
                }
            } catch (IOException over) {
                // closed, as it should be
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    /** At an even pace; returns how many have been said in all. */
    private static long say(BroadcastNode node, long from, int seconds) {
        long start = System.nanoTime();
        long count = (long) PER_SECOND * seconds;
        for (long i = 0; i < count; i++) {
            long due = start + i * (1_000_000_000L / PER_SECOND);
            while (System.nanoTime() - due < 0) {
                LockSupport.parkNanos(100_000);
            }
            node.broadcaster.publish(
                    List.of(new ChannelName("room.r" + (from + i) % ROOMS)),
                    "said",
                    "{\"at\":" + System.nanoTime() + ",\"pad\":\"" + PADDING + "\"}");
        }
        return from + count;
    }

    /** Of the newest delays of all readers, microseconds. */
    private static long p99(List<Reader> readers) {
        long[] all = readers.stream()
                .flatMapToLong(
                        reader -> Arrays.stream(reader.delaysUs, 0, Math.min(reader.delays, reader.delaysUs.length)))
                .sorted()
                .toArray();
        return all[(int) (all.length * 0.99)];
    }

    private static long heapMib() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() >> 20;
    }

    private static void await(java.util.function.BooleanSupplier condition) {
        long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (!condition.getAsBoolean() && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
        }
    }
}

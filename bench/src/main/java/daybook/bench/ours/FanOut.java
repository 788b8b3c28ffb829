package daybook.bench.ours;

import daybook.bench.Contestant;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/**
 * A thousand clients, fifty messages a second to each of them, for five seconds. Every frame must come, once. Both figures go to stderr.
 */
public final class FanOut implements Contestant {
    private static final int CLIENTS = 1_000;
    private static final int PER_SECOND = 50;
    private static final int MESSAGES = 5 * PER_SECOND;

    private final Maker maker;
    private final String name;
    private final Figure figure;
    private final Disturbance disturbance;

    /** Serves clients on a port. */
    public interface Server extends AutoCloseable {
        int port();

        /** What each client sends first, or "". */
        String first();

        /** @param data a JSON object */
        void send(String data);

        @Override
        void close() throws Exception;
    }

    /** Starts a server. */
    public interface Maker {
        Server start() throws Exception;
    }

    /** Begins what disturbs the server at a port; closed at the end of the run. */
    public interface Disturbance {
        /** Nobody. */
        Disturbance NONE = port -> () -> {};

        AutoCloseable begin(int port) throws Exception;
    }

    /** What is measured. */
    public enum Figure {
        /** Microseconds of the server's CPU per frame. */
        CPU,
        /** The 99th percentile of the delay from sending to a client, in microseconds. */
        P99
    }

    public FanOut(String name, Maker maker, Figure figure, Disturbance disturbance) {
        this.name = name;
        this.maker = maker;
        this.figure = figure;
        this.disturbance = disturbance;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public double run() throws Exception {
        Measured measured = measure();
        return figure == Figure.CPU ? measured.cpuMicros() : measured.p99Micros();
    }

    private record Measured(double cpuMicros, double p99Micros) {}

    private Measured measure() throws Exception {
        try (Server server = maker.start();
                AutoCloseable disturbing = disturbance.begin(server.port())) {
            SocketReaders readers = new SocketReaders(server.port(), CLIENTS, server.first());
            LockSupport.parkNanos(500_000_000L); // their snapshots are out
            long before = cpuNs();
            long next = System.nanoTime();
            for (int i = 0; i < MESSAGES; i++) {
                server.send("{\"n\":" + i + ",\"at\":" + System.nanoTime() + ",\"text\":\"" + "x".repeat(90) + "\"}");
                next += 1_000_000_000L / PER_SECOND;
                LockSupport.parkNanos(next - System.nanoTime());
            }
            await(readers, (long) CLIENTS * MESSAGES);
            double cpu = (cpuNs() - before) / 1e3 / readers.frames();
            readers.close();
            double p99 = readers.delayMicros().getValueAtPercentile(99);
            System.err.printf(
                    Locale.ROOT,
                    "  %s: %.1f us CPU per frame; delay p50 %,d us, p99 %,.0f us%n",
                    name,
                    cpu,
                    readers.delayMicros().getValueAtPercentile(50),
                    p99);
            return new Measured(cpu, p99);
        }
    }

    private static void await(SocketReaders readers, long expected) {
        long end = System.nanoTime() + 60_000_000_000L;
        while (readers.frames() < expected) {
            if (System.nanoTime() - end > 0) {
                throw new IllegalStateException("frames: " + readers.frames() + " (expected: " + expected + ")");
            }
            LockSupport.parkNanos(1_000_000);
        }
        if (readers.frames() > expected) {
            throw new IllegalStateException("frames: " + readers.frames() + " (expected: " + expected + ")");
        }
    }

    /** Of all threads but the readers' and the one that sends. */
    private static long cpuNs() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long sum = 0;
        for (var info : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (info != null && isServers(info.getThreadName())) {
                sum += Math.max(0, threads.getThreadCpuTime(info.getThreadId()));
            }
        }
        return sum;
    }

    private static boolean isServers(String thread) {
        return thread.startsWith("sockets") || thread.startsWith("qtp") || thread.startsWith("server-");
    }
}

package daybook.bench.ours;

import daybook.bench.Latencies;
import daybook.bench.Paced;
import daybook.bench.Scratch;
import daybook.bench.workload.Workload;
import daybook.exchange.Reply;
import daybook.exchange.Submission;
import daybook.exchange.pipeline.Exchange;
import daybook.exchange.pipeline.ExchangeHome;
import daybook.exchange.pipeline.ExchangePorts;
import daybook.exchange.pipeline.ExchangeSettings;
import daybook.exchange.pipeline.OutcomeListener;
import daybook.exchange.pipeline.RecoveryProgress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;

/** The durable order path at a fixed rate; its thread rests and is woken as in the program. */
public final class PacedPath implements Paced {
    private static final long REST_NS = Duration.ofMillis(1).toNanos();

    private final Workload workload;

    public PacedPath(Workload workload) {
        this.workload = workload;
    }

    @Override
    public String name() {
        return "Daybook, journal with force before each reply";
    }

    @Override
    public void run(Latencies latencies) throws Exception {
        Path folder = Scratch.folder("paced");
        Worker worker = new Worker();
        DiskThreads threads = new DiskThreads();
        ExchangePorts ports = new ExchangePorts(
                threads.ports(worker::wake), System::nanoTime, System::nanoTime, worker::wake, RecoveryProgress.NONE);
        try (threads;
                Exchange exchange =
                        Exchange.open(ExchangeHome.of(folder, new UUID(1, 1)), ExchangeSettings.DEFAULT, ports)) {
            Feeding.all(exchange, Venue.setUp(workload));
            Feeding.range(exchange, workload, 0, workload.prefill());
            worker.start(exchange);
            try {
                send(exchange, latencies);
            } finally {
                worker.stop();
            }
        }
        Scratch.delete(folder);
    }

    private void send(Exchange exchange, Latencies latencies) {
        Replies replies = new Replies(latencies);
        latencies.begin();
        for (int i = 0; i < latencies.count(); i++) {
            latencies.awaitTurn(i);
            while (!(exchange.submit(Venue.command(workload, workload.prefill() + i), replies, i)
                    instanceof Submission.Queued)) {
                Thread.onSpinWait();
            }
        }
        while (replies.last < latencies.count() - 1 && exchange.failure().isEmpty()) {
            LockSupport.parkNanos(REST_NS);
        }
    }

    private static final class Worker {
        private final Thread thread = new Thread(this::run, "exchange");
        private volatile Runnable round = () -> {};
        private volatile boolean stop;

        void start(Exchange exchange) {
            round = () -> {
                if (exchange.pump() == 0) {
                    LockSupport.parkNanos(REST_NS);
                }
            };
            thread.start();
        }

        void wake() {
            LockSupport.unpark(thread);
        }

        void stop() throws InterruptedException {
            stop = true;
            wake();
            thread.join();
        }

        private void run() {
            while (!stop) {
                round.run();
            }
        }
    }

    private static final class Replies implements OutcomeListener {
        private final Latencies latencies;
        private volatile long last = -1;

        Replies(Latencies latencies) {
            this.latencies = latencies;
        }

        @Override
        public void decided(long token, long commandSeq, long firstSeq, long lastSeq) {
            latencies.completed((int) token);
            last = token;
        }

        @Override
        public void undecided(long token, Reply reply) {
            throw new IllegalStateException("command " + token + ": " + reply);
        }
    }
}

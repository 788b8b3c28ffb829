package daybook.bench.ours;

import daybook.bench.Contestant;
import daybook.bench.Scratch;
import daybook.bench.workload.Executions;
import daybook.bench.workload.Workload;
import daybook.events.Command;
import daybook.events.EventCodec;
import daybook.events.Side;
import daybook.events.Trade;
import daybook.exchange.Reply;
import daybook.exchange.Submission;
import daybook.exchange.pipeline.Exchange;
import daybook.exchange.pipeline.ExchangeHome;
import daybook.exchange.pipeline.ExchangePorts;
import daybook.exchange.pipeline.ExchangeSettings;
import daybook.exchange.pipeline.OutcomeListener;
import daybook.exchange.pipeline.RecoveryProgress;
import daybook.journal.FileDisk;
import daybook.journal.JournalTailer;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The whole order path: ring, matching, commands and events into the journal, one force per batch, then the reply. A producer
 * submits as fast as the ring takes it; a figure counts commands whose replies have come.
 */
public final class DurablePath implements Contestant {
    private static final UUID VENUE = new UUID(1, 1);

    /** A full ring is tens of milliseconds of work: who asks more often only takes the processor from the exchange. */
    private static final int RETRY_NANOS = 500_000;

    private final Workload workload;
    private final Command[] commands;

    public DurablePath(Workload workload) {
        this.workload = workload;
        commands = new Command[workload.total()];
        for (int i = 0; i < commands.length; i++) {
            commands[i] = Venue.command(workload, i);
        }
    }

    @Override
    public String name() {
        return "Daybook, journal with force before each reply";
    }

    @Override
    public double run() throws Exception {
        Path folder = Scratch.folder("durable");
        ExchangeHome home = ExchangeHome.of(folder, VENUE);
        Replies replies = new Replies();
        DiskThreads threads = new DiskThreads();
        ExchangePorts ports = new ExchangePorts(
                threads.ports(() -> {}), System::nanoTime, System::nanoTime, () -> {}, RecoveryProgress.NONE);
        Exchange exchange = Exchange.open(home, ExchangeSettings.DEFAULT, ports);
        Running running = new Running(exchange);
        double seconds;
        long firstSeq;
        long lastSeq;
        try {
            List<Command> setUp = Venue.setUp(workload);
            submit(exchange, replies, setUp.toArray(Command[]::new), 0, setUp.size());
            submit(exchange, replies, commands, 0, workload.prefill());
            firstSeq = exchange.durableSeq() + 1;
            long start = System.nanoTime();
            submit(exchange, replies, commands, workload.prefill(), workload.total());
            seconds = (System.nanoTime() - start) / 1e9;
            lastSeq = exchange.durableSeq();
        } finally {
            running.stop();
            exchange.close();
            threads.close();
        }
        check(home, firstSeq, lastSeq);
        Scratch.delete(folder);
        return workload.timed() / seconds;
    }

    private static void submit(Exchange exchange, Replies replies, Command[] commands, int from, int to) {
        long target = replies.decided() + (to - from);
        for (int i = from; i < to; i++) {
            while (!(exchange.submit(commands[i], replies, i) instanceof Submission.Queued)) {
                LockSupport.parkNanos(RETRY_NANOS);
            }
        }
        while (replies.decided() < target && exchange.failure().isEmpty()) {
            LockSupport.parkNanos(20_000);
        }
    }

    /** Reads the trades back from the journal's files: what was answered is what lies there. */
    private void check(ExchangeHome home, long firstSeq, long lastSeq) {
        Executions executions = new Executions(workload.symbols());
        try (JournalTailer tailer = JournalTailer.events(new FileDisk(), home.journal(), firstSeq)) {
            int shown = 1;
            while (shown > 0) {
                shown = tailer.poll(lastSeq, 10_000, (kind, number, payload, lastOfGroup) -> {
                    if (EventCodec.decode(number, payload) instanceof Trade trade) {
                        count(executions, trade);
                    }
                });
            }
        }
        if (!executions.equalTo(workload.expected())) {
            throw new IllegalStateException(name() + " executed " + executions + ", not " + workload.expected());
        }
    }

    private static void count(Executions executions, Trade trade) {
        boolean buyerCameIn = trade.aggressorSide() == Side.BUY;
        executions.trade(
                Integer.parseInt(trade.symbol().substring(1)),
                buyerCameIn ? trade.sellOrderId() : trade.buyOrderId(),
                buyerCameIn ? trade.buyOrderId() : trade.sellOrderId(),
                trade.price(),
                trade.quantity());
    }

    /** The exchange's thread. */
    private static final class Running {
        private final Thread thread;
        private volatile boolean stop;

        Running(Exchange exchange) {
            thread = new Thread(
                    () -> {
                        while (!stop) {
                            if (exchange.pump() == 0) {
                                LockSupport.parkNanos(10_000);
                            }
                        }
                    },
                    "exchange");
            thread.start();
        }

        void stop() throws InterruptedException {
            stop = true;
            thread.join();
        }
    }

    private static final class Replies implements OutcomeListener {
        private final AtomicLong decided = new AtomicLong();

        long decided() {
            return decided.get();
        }

        /** Called by the exchange's thread alone. */
        @Override
        public void decided(long token, long commandSeq, long firstSeq, long lastSeq) {
            decided.setRelease(decided.getPlain() + 1);
        }

        @Override
        public void undecided(long token, Reply reply) {
            throw new IllegalStateException("command " + token + ": " + reply);
        }
    }
}

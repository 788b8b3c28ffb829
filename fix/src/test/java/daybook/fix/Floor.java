package daybook.fix;

import daybook.events.Account;
import daybook.events.Command;
import daybook.events.Event;
import daybook.events.EventCodec;
import daybook.events.Instrument;
import daybook.events.SelfTradeMode;
import daybook.events.SessionState;
import daybook.exchange.Reply;
import daybook.exchange.VenueState;
import daybook.exchange.pipeline.Exchange;
import daybook.exchange.pipeline.ExchangeHome;
import daybook.exchange.pipeline.ExchangePorts;
import daybook.exchange.pipeline.ExchangeSettings;
import daybook.fix.acceptor.FixAcceptor;
import daybook.journal.JournalException;
import daybook.journal.JournalTailer;
import daybook.journal.SimDisk;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import quickfix.Session;
import quickfix.SessionID;

/**
 * A real exchange on a simulated disk, with a FIX acceptor on a real socket. One thread pumps both, until the floor is closed or the
 * process is "killed": then everything in memory is gone, and {@link #open} goes on from the disk.
 */
public final class Floor implements AutoCloseable {
    public static final String PASSWORD = "open sesame";

    private static final ExchangeSettings SETTINGS =
            new ExchangeSettings(1_024, 256, 1 << 16, 64, Duration.ofMinutes(5));

    private final SimDisk disk = new SimDisk();
    private final ExchangeHome home = new ExchangeHome(
            Path.of("/venue"), UUID.fromString("00000000-0000-4000-8000-00000000d0b0"), 1 << 20, List.of());
    private final FixAcceptorSettings settings;
    private final ConcurrentLinkedQueue<Runnable> onThread = new ConcurrentLinkedQueue<>();

    /** How tests put something between acceptor and exchange, or another acceptor in its place. */
    private BiFunction<FixAcceptorSettings, AcceptorPorts, FixAcceptor> acceptors = FixAcceptor::open;

    private @Nullable Exchange exchange;
    private @Nullable FixAcceptor acceptor;
    private @Nullable Thread thread;
    private volatile boolean stopping;
    private volatile boolean acceptorRests;

    /** @param accounts counterparty to account */
    public Floor(Path directory, Map<String, String> accounts) {
        this(new FixAcceptorSettings(
                "DAYBOOK",
                accounts,
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                directory,
                false,
                FixLimits.DEFAULT));
    }

    public Floor(FixAcceptorSettings settings) {
        this.settings = settings;
    }

    public Floor with(BiFunction<FixAcceptorSettings, AcceptorPorts, FixAcceptor> newAcceptors) {
        acceptors = newAcceptors;
        return this;
    }

    /** Opens exchange and acceptor; the first time, with a market to trade on. */
    public Floor open() {
        Exchange opened = Exchange.open(
                home, SETTINGS, ExchangePorts.of(disk, () -> System.currentTimeMillis() * 1_000, System::nanoTime));
        exchange = opened;
        if (opened.durableSeq() == 0) {
            prepare(opened);
        }
        acceptor = acceptors.apply(
                settings,
                new AcceptorPorts(
                        opened,
                        opened,
                        new JournalFeed(opened::durableSeq),
                        attempt -> attempt.password().equals(PASSWORD)
                                && settings.accounts().containsKey(attempt.compId()),
                        InstantSource.system(),
                        this::wake));
        stopping = false;
        Thread newThread = new Thread(this::run, "floor");
        thread = newThread;
        newThread.start();
        return this;
    }

    private void prepare(Exchange opened) {
        List<Command> commands = new ArrayList<>();
        commands.add(new Command.ChangeInstrument(new Instrument("ABC", 2, 0, 2, 1, 1, 10_000, 0, 0, 0, "INR")));
        for (String account : List.of("alice", "bob", "carol")) {
            commands.add(new Command.ChangeAccount(new Account(account, true, SelfTradeMode.CANCEL_RESTING, 0, 0, 0)));
        }
        commands.add(new Command.SetSession(SessionState.OPEN));
        for (Command command : commands) {
            CompletableFuture<Reply> reply = new CompletableFuture<>();
            opened.submit(command, reply::complete);
            while (!reply.isDone()) {
                opened.pump();
            }
        }
    }

    private void run() {
        while (!stopping) {
            int done = exchange().pump();
            if (!acceptorRests) {
                done += acceptor().pump();
            }
            for (Runnable next = onThread.poll(); next != null; next = onThread.poll()) {
                next.run();
                done++;
            }
            if (done == 0) {
                LockSupport.parkNanos(100_000);
            }
        }
    }

    private void wake() {
        LockSupport.unpark(thread);
    }

    /** Runs something between two rounds of exchange and acceptor. */
    public void between(Runnable work) {
        CompletableFuture<Boolean> done = new CompletableFuture<>();
        onThread.add(() -> {
            work.run();
            done.complete(true);
        });
        wake();
        done.orTimeout(10, TimeUnit.SECONDS).join();
    }

    /** From now on the exchange goes on and the acceptor does not. */
    public void restAcceptor(boolean rests) {
        acceptorRests = rests;
        between(() -> {});
    }

    /** As somebody who trades by another way. */
    public Reply order(Command command) {
        CompletableFuture<Reply> reply = new CompletableFuture<>();
        exchange().submit(command, reply::complete);
        wake();
        return reply.orTimeout(10, TimeUnit.SECONDS).join();
    }

    public <T> T ask(Function<VenueState, T> question) {
        CompletableFuture<T> answer = exchange().query(question);
        wake();
        return answer.orTimeout(10, TimeUnit.SECONDS).join();
    }

    /** The whole history. */
    public List<Event> events() {
        List<Event> events = new ArrayList<>();
        between(() -> events.addAll(new JournalFeed(exchange()::durableSeq).read(0, Integer.MAX_VALUE)));
        return events;
    }

    public InetSocketAddress address() {
        return acceptor().address();
    }

    public FixAcceptor acceptor() {
        FixAcceptor open = acceptor;
        if (open == null) {
            throw new IllegalStateException("floor: not open");
        }
        return open;
    }

    /** Of the acceptor's session: what it will send next. */
    public int nextNumber(String counterparty) {
        return session(counterparty).getExpectedSenderNum();
    }

    /** Of the acceptor's session: what it expects next. */
    public int expectedNumber(String counterparty) {
        return session(counterparty).getExpectedTargetNum();
    }

    private static Session session(String counterparty) {
        return Session.lookupSession(new SessionID("FIX.4.4", "DAYBOOK", counterparty));
    }

    private Exchange exchange() {
        Exchange open = exchange;
        if (open == null) {
            throw new IllegalStateException("floor: not open");
        }
        return open;
    }

    /** The process dies: what the exchange had not forced is gone, sessions end without a word of ours. */
    public void kill() {
        stop();
        acceptor().close();
        disk.restart();
    }

    /** The machine loses its power: what was not forced may be gone. */
    public void cutPower() {
        stop();
        acceptor().close();
        disk.crash(kept -> false);
    }

    private void stop() {
        stopping = true;
        wake();
        Thread running = thread;
        if (running != null) {
            try {
                running.join(10_000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void close() {
        stop();
        acceptor().close();
        exchange().close();
    }

    /** The power goes at the next force of the disk, which fails and leaves what it should have forced to be seen and lost. */
    /** The force after the next write, once nothing of before is on its way to the disk. */
    public void failNextForce() {
        int[] seen = {-1};
        boolean[] quiet = {false};
        while (!quiet[0]) {
            LockSupport.parkNanos(20_000_000);
            between(() -> {
                quiet[0] = disk.operations() == seen[0];
                seen[0] = disk.operations();
                if (quiet[0]) {
                    disk.failAt(seen[0] + 2, SimDisk.Fault.FAIL_AND_MARK_CLEAN);
                }
            });
        }
    }

    public boolean exchangeHasFailed() {
        return exchange().failure().isPresent();
    }

    /** Reads what lies in the journal's files, forced or not. */
    public ExecutionFeed eager() {
        ExecutionFeed durable = new JournalFeed(() -> exchange().durableSeq());
        return new ExecutionFeed() {
            @Override
            public List<Event> read(long afterSeq, int most) {
                List<Event> events = new ArrayList<>();
                try (JournalTailer tailer = JournalTailer.events(disk, home.journal(), afterSeq + 1)) {
                    tailer.poll(
                            Long.MAX_VALUE,
                            most,
                            (kind, number, payload, last) -> events.add(EventCodec.decode(number, payload)));
                } catch (JournalException endOfWhatIsWritten) {
                    return events;
                }
                return events;
            }

            @Override
            public long durableSeq() {
                return durable.durableSeq();
            }
        };
    }

    /** The journal, as {@code app} reads it. */
    private final class JournalFeed implements ExecutionFeed {
        private final LongSupplier line;
        private @Nullable JournalTailer tailer;
        private long read;

        JournalFeed(LongSupplier line) {
            this.line = line;
        }

        @Override
        public List<Event> read(long afterSeq, int most) {
            JournalTailer open = tailer;
            if (open == null || afterSeq != read) {
                open = JournalTailer.events(disk, home.journal(), afterSeq + 1);
                tailer = open;
                read = afterSeq;
            }
            List<Event> events = new ArrayList<>();
            open.poll(
                    line.getAsLong(),
                    most,
                    (kind, number, payload, last) -> events.add(EventCodec.decode(number, payload)));
            if (!events.isEmpty()) {
                read = events.get(events.size() - 1).seq();
            }
            return events;
        }

        @Override
        public long durableSeq() {
            return exchange().durableSeq();
        }
    }
}

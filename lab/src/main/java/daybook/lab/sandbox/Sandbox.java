package daybook.lab.sandbox;

import daybook.lab.sandbox.Line.Kind;
import daybook.log.GroupReader;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * Produce, consume, crash. One topic of trades, keyed by symbol; a group that keeps positions from it; buttons that do one step each.
 *
 * <p>Safe for many threads: one step at a time. A step waits for the disk and for nothing else.
 *
 * @see daybook.lab.sandbox the package, for what is real in it
 */
public final class Sandbox implements AutoCloseable {
    /** Most records of a sandbox. */
    public static final int MAX_RECORDS = 2_000;

    static final int FIRST_MEMBERS = 2;
    private static final String SECOND = "second";
    private static final int LESSON = 4;

    private final Path home;
    private final long seed;
    private int runs;
    private Guard guard = Guard.NONE;
    private Mode mode = Mode.AT_LEAST_ONCE;
    private int members = FIRST_MEMBERS;
    private boolean closed;
    private Run run;

    /** What begins anew with a reset. */
    private record Run(
            SandboxLog log, Diary diary, Consumers consumers, Positions positions, Market market, Second second) {}

    /** The second group's doings. */
    private static final class Second {
        private int runs;
        private long records;
    }

    /**
     * A new one.
     *
     * @param home a directory for it alone
     * @param seed of the random trades
     */
    public Sandbox(Path home, long seed) {
        this.home = home;
        this.seed = seed;
        this.run = begin();
    }

    private Run begin() {
        SandboxLog log = new SandboxLog(home.resolve("run-" + ++runs));
        Diary diary = new Diary();
        Consumers consumers = new Consumers(log, diary);
        consumers.resize(members);
        return new Run(log, diary, consumers, new Positions(), new Market(seed), new Second());
    }

    /** Empties the topic and the positions and starts the consumers; what is switched stays so. */
    public synchronized void reset() {
        checkOpen();
        run.log.close();
        run = begin();
    }

    /** Buys one lot of a symbol. */
    public synchronized void trade(Symbol symbol) {
        room(1);
        send(List.of(run.market.buy(symbol)));
    }

    /** Trades of anything. */
    public synchronized void tradeAtRandom(int count) {
        room(count);
        send(Stream.generate(run.market::any).limit(count).toList());
    }

    /** The lesson of the lost trade: of four purchases of INFY the third does not arrive, and is sent again behind the fourth. */
    public synchronized void failOneSend() {
        room(LESSON);
        List<Trade> trades =
                Stream.generate(() -> run.market.buy(Symbol.INFY)).limit(LESSON).toList();
        Trade failed = trades.get(2);
        send(trades.subList(0, 2));
        run.diary.write(
                Kind.FAILED,
                0,
                "trade " + failed.eventId() + " INFY: the send fails, as sends do; it will be sent again");
        send(trades.subList(3, LESSON));
        send(List.of(failed));
    }

    /** Each running consumer reads one batch, works, and commits it. Who has died is started again if nobody else is there. */
    public synchronized void consume() {
        checkOpen();
        if (run.consumers.alive().isEmpty()) {
            run.consumers.restart();
        }
        boolean idle = true;
        for (int consumer : run.consumers.alive()) {
            List<Stored> batch = run.consumers.batch(consumer);
            if (!batch.isEmpty()) {
                idle = false;
                step(consumer, batch, true);
            }
        }
        if (idle) {
            run.diary.write(Kind.NOTE, 0, "nothing to read: every bookmark is at the end of its partition");
        }
    }

    /**
     * A consumer reads a batch and dies between its two duties, work and bookmark. The others share its partitions after a session.
     *
     * @param wanted which; empty = the first that has something to read
     */
    public synchronized void crash(OptionalInt wanted) {
        checkOpen();
        if (run.consumers.alive().isEmpty()) {
            run.consumers.restart();
        }
        Optional<Integer> victim = wanted.isPresent() ? Optional.of(wanted.getAsInt()) : run.consumers.busy();
        if (victim.isEmpty()) {
            run.diary.write(Kind.NOTE, 0, "nobody has a batch in hand to die with: produce something first");
            return;
        }
        int consumer = victim.get();
        List<Stored> batch = run.consumers.batch(consumer);
        step(consumer, batch, false);
        String between =
                mode.commitsFirst() ? "after its commit and before the work" : "after the work and before its commit";
        run.diary.write(Kind.CRASHED, consumer, "consumer " + consumer + " dies, " + between);
        run.consumers.die(consumer);
    }

    /** Starts who has died. */
    public synchronized void restart() {
        checkOpen();
        run.consumers.restart();
    }

    /** How many consumers the group has, 1 to {@value Consumers#MOST}. */
    public synchronized void resize(int wanted) {
        checkOpen();
        if (wanted < 1 || wanted > Consumers.MOST) {
            throw new SandboxRefused("members: " + wanted + " (expected: 1.." + Consumers.MOST + ")");
        }
        members = wanted;
        run.consumers.resize(wanted);
    }

    /** How copies are told from news, from now on. */
    public synchronized void guard(Guard chosen) {
        checkOpen();
        guard = chosen;
    }

    /** Which of work and bookmark comes first, from now on, and the guard that goes with it. */
    public synchronized void mode(Mode chosen) {
        checkOpen();
        mode = chosen;
        guard = chosen.guard();
    }

    /** A fourth partition. Keys are hashed to four from now on; what lies in the three stays there. */
    public synchronized void grow() {
        checkOpen();
        if (run.log.partitions() == SandboxLog.GROWN) {
            throw new SandboxRefused("partitions: " + SandboxLog.GROWN + " already (expected: a reset before)");
        }
        run.log.grow();
        run.diary.write(
                Kind.NOTE, 0, "a fourth partition: keys are hashed modulo 4 from now on, and most have another place");
        run.consumers.rejoin();
    }

    /** A group that did not exist when the records were written reads them all, from the first. */
    public synchronized void readAllBySecondGroup() {
        checkOpen();
        Map<TopicPartition, Long> first = new HashMap<>();
        run.log.places().stream()
                .filter(place -> run.log.log().committed(SECOND, place).isPresent())
                .forEach(place -> first.put(place, 0L));
        run.log.log().resetOffsets(SECOND, first);
        try (GroupReader reader = run.log.log().group(run.log.options(SECOND))) {
            List<StoredRecord> all = reader.poll(2 * MAX_RECORDS, Duration.ZERO);
            Map<TopicPartition, Long> next = new HashMap<>();
            all.forEach(record -> next.put(record.place(), record.offset() + 1));
            reader.commit(next);
            run.second.runs++;
            run.second.records = all.size();
        }
        run.diary.write(
                Kind.NOTE,
                0,
                "a second group reads all " + run.second.records
                        + " records from offset 0; the first group's bookmarks stay");
    }

    /** One consumer's batch: work, then bookmark, or the other way round. It may die in between. */
    private void step(int consumer, List<Stored> batch, boolean finish) {
        if (mode.commitsFirst()) {
            run.consumers.commit(consumer, batch);
        } else {
            work(consumer, batch);
        }
        if (!finish) {
            return;
        }
        if (mode.commitsFirst()) {
            work(consumer, batch);
        } else {
            run.consumers.commit(consumer, batch);
        }
    }

    private void work(int consumer, List<Stored> batch) {
        for (Stored stored : batch) {
            String trade =
                    "trade " + stored.trade().eventId() + " " + stored.trade().symbol() + " (" + stored.place() + ")";
            switch (run.positions.apply(stored, guard)) {
                case FIRST -> run.diary.write(Kind.APPLIED, consumer, stored, trade + " counts");
                case FIRST_OUT_OF_ORDER ->
                    run.diary.write(
                            Kind.APPLIED,
                            consumer,
                            stored,
                            trade + " counts, after a later one of its symbol: order is lost");
                case AGAIN ->
                    run.diary.write(Kind.TWICE, consumer, stored, trade + " counts again: the position is wrong");
                case SKIPPED_COPY -> run.diary.write(Kind.SKIPPED, consumer, stored, trade + " is a copy: skipped");
                case SKIPPED_NEWS ->
                    run.diary.write(
                            Kind.LOST,
                            consumer,
                            stored,
                            trade + " is below the watermark: skipped, and it never counted");
            }
        }
    }

    private void send(List<Trade> trades) {
        for (Stored stored : run.log.send(trades)) {
            Trade trade = stored.trade();
            run.diary.write(
                    Kind.SENT,
                    0,
                    stored,
                    "trade " + trade.eventId() + " " + trade.symbol() + " " + (trade.quantity() > 0 ? "+" : "")
                            + trade.quantity() + " is on the topic: " + stored.place());
        }
    }

    private void room(int wanted) {
        checkOpen();
        if (run.log.stored().size() + wanted > MAX_RECORDS) {
            throw new SandboxRefused("records: " + MAX_RECORDS + " at most (expected: a reset before)");
        }
    }

    private void checkOpen() {
        if (closed) {
            throw new SandboxRefused("sandbox: closed (expected: a new one)");
        }
    }

    /** What is to be seen now. */
    public synchronized SandboxState state() {
        checkOpen();
        return new Sight(run.log, run.consumers, run.positions)
                .state(
                        new SandboxState.Settings(seed, members, mode, guard),
                        new SandboxState.SecondGroup(run.second.runs, run.second.records),
                        run.diary.lines(),
                        run.market.next());
    }

    /** Deletes it, with its directory's contents. Does nothing the second time. */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            run.log.close();
        }
    }
}

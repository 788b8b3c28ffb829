package daybook.strategies.evaluate;

import static daybook.strategies.evaluate.World.bar;
import static daybook.strategies.evaluate.World.series;

import daybook.delivery.Engine;
import daybook.delivery.HarmedDatabase;
import daybook.delivery.HarmedDatabase.Crash;
import daybook.events.Topics;
import daybook.log.LogException;
import daybook.log.StoredRecord;
import daybook.strategies.ClosedBar;
import daybook.strategies.SeriesKey;
import daybook.strategies.cutover.Move;
import daybook.strategies.dispatch.Dispatcher;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The cutover, walked from 0 to 25, 100, 25 and 0 % while bars flow, with processes that die (between two steps, in the middle of a strategy,
 * before and after a commit), stand still longer than their leases last, a log that is away and rebalances, a mirror that loses bars, and bars
 * and batches that come twice. Everything follows from the seed.
 */
final class Walk implements AutoCloseable {
    private static final int[] PERCENT = {25, 100, 25, 0};
    private static final List<SeriesKey> SERIES = List.of(series("btcusdt"), series("ethusdt"));

    /** What is broken on purpose, if anything. */
    record Bugs(
            ShardRunner.Rules evaluator,
            ShardRunner.Rules local,
            UnaryOperator<String> said,
            UnaryOperator<String> localSaid) {
        static Bugs none() {
            return new Bugs(
                    ShardRunner.Rules.real(),
                    ShardRunner.Rules.real(),
                    UnaryOperator.identity(),
                    UnaryOperator.identity());
        }

        static Bugs said(String words, String others) {
            UnaryOperator<String> lie = sql -> sql.replace(words, others);
            return new Bugs(ShardRunner.Rules.real(), ShardRunner.Rules.real(), lie, lie);
        }

        static Bugs rules(ShardRunner.Rules rules) {
            return new Bugs(rules, rules, UnaryOperator.identity(), UnaryOperator.identity());
        }
    }

    /** How large it is. */
    record Size(int strategies, int bars, int shards) {
        static final Size SMALL = new Size(12, 15, 4);
    }

    private final long seed;
    private final Size size;
    private final Bugs bugs;
    private final Random random;
    final World world;
    final WalkJudge judge;
    private final List<Node> nodes = new ArrayList<>();
    private int closed;
    private int moves;
    private int nextMoveAt;
    private long outageUntilNs;
    private boolean healed;
    private boolean interfering;
    private @Nullable Node running;
    int faults;
    int steps;

    Walk(long seed, Size size, Bugs bugs, Engine engine, Path dir) throws Exception {
        this.seed = seed;
        this.size = size;
        this.bugs = bugs;
        this.random = new Random(seed);
        this.world = new World(engine, dir, size.shards(), 4);
        this.judge = new WalkJudge(world);
        world.strategies("chain", 1, size.strategies() / 2, SERIES.get(0), SERIES.get(1));
        world.strategies("chain", 1 + size.strategies() / 2, size.strategies() - size.strategies() / 2, SERIES.get(0));
        world.mirrorLoses = bar -> random.nextInt(4) == 0;
        world.hook = (bar, parameters) -> interfere();
        for (int i = 0; i < 2; i++) {
            nodes.add(new Node("dispatcher-" + i, this::dispatcher));
        }
        for (int i = 0; i < 3; i++) {
            nodes.add(new Node("evaluator-" + i, this::evaluator));
        }
        nodes.add(new Node("local-0", this::local));
        nodes.add(new Node("local-1", this::local));
        nextMoveAt = size.bars() / (PERCENT.length + 1);
    }

    /** A part of a process that can be pumped, and dropped. */
    private interface Service {
        void pump();

        default void dropped() {}
    }

    private interface Made {
        Service make(Node node) throws SQLException;
    }

    private Service dispatcher(Node node) {
        Dispatcher dispatcher = new Dispatcher(
                world.ports(node.name, node, node::nanos), new Dispatcher.Settings(world.topics, world.shards, 3));
        return dispatcher::pump;
    }

    private Service evaluator(Node node) {
        Evaluator evaluator =
                new Evaluator(world.ports(node.name, node, node::nanos), world.settings(options()), bugs.evaluator());
        return evaluator::pump;
    }

    private Service local(Node node) {
        LocalScheduler local =
                new LocalScheduler(world.ports(node.name, node, node::nanos), world.settings(options()), bugs.local());
        world.bus.add(local);
        return new Service() {
            @Override
            public void pump() {
                local.pump();
            }

            @Override
            public void dropped() {
                world.bus.remove(local);
            }
        };
    }

    /** Attempts enough: here batches die with their processes, which is no fault of theirs. */
    private static EvaluationOptions options() {
        return new EvaluationOptions(Duration.ofSeconds(10), Duration.ofSeconds(15), 3, 100);
    }

    /** A process. */
    private final class Node implements HarmedDatabase.Harm {
        final String name;
        private final Made made;
        private @Nullable Service service;
        private boolean pumping;
        private long suspendedNs;
        private int dieAtCommit = -1;
        private boolean dieAfter;
        long sleepsUntilNs;

        Node(String name, Made made) {
            this.name = name;
            this.made = made;
        }

        /** Of its machine, which does not count while it is suspended. */
        long nanos() {
            return world.time.nanos() - suspendedNs;
        }

        void pump() throws SQLException {
            if (world.time.nanos() < sleepsUntilNs || pumping) {
                return;
            }
            pumping = true;
            try {
                Service current = service;
                if (current == null) {
                    dieAtCommit = -1;
                    current = made.make(this);
                    service = current;
                }
                Node before = running;
                running = this;
                current.pump();
                running = before;
            } catch (Crash crash) {
                drop();
            } finally {
                pumping = false;
            }
        }

        /** As kill -9 does it: nothing is closed, its connections break. */
        void drop() {
            Service current = service;
            service = null;
            if (current != null) {
                current.dropped();
            }
            sleepsUntilNs = world.time.nanos() + seconds(random.nextInt(20));
        }

        @Override
        public String said(String sql) {
            String said = bugs.said().apply(sql);
            return name.startsWith("local") ? bugs.localSaid().apply(said) : said;
        }

        @Override
        public void beforeCommit(Connection real) throws SQLException {
            dieAtCommit--;
            if (dieAtCommit == 0 && !dieAfter) {
                die(real);
            }
        }

        @Override
        public void afterCommit(Connection real) throws SQLException {
            if (dieAtCommit == 0 && dieAfter) {
                die(real);
            }
        }

        private void die(Connection real) throws SQLException {
            real.close();
            faults++;
            throw new Crash(name);
        }
    }

    /** Walks it to the end. */
    void run() throws SQLException {
        while (closed < size.bars() * SERIES.size() || moves < PERCENT.length) {
            step();
            if (steps > 20_000) {
                throw new AssertionError("seed " + seed + ": the walk does not end: " + closed + " bars, " + moves
                        + " moves, " + world.texts("SELECT * FROM shard_route WHERE drained = 0") + " "
                        + world.texts("SELECT name, owner, token, expires_at_ms FROM lease"));
            }
        }
        healed = true;
        world.log.failCommits = 0;
        for (int i = 0; i < 1_500 && !(i % 20 == 19 && judge.isSettled()); i++) {
            step();
        }
        judge.judge(seed);
    }

    private void step() throws SQLException {
        world.pass(Duration.ofMillis(100 + random.nextInt(900)));
        if (world.log.stored.outage != null && (healed || world.time.nanos() > outageUntilNs)) {
            world.log.stored.outage = null;
        }
        if (!healed) {
            harm();
        }
        if (closed < size.bars() * SERIES.size() && random.nextInt(3) == 0) {
            ClosedBar next = bar(SERIES.get(closed % SERIES.size()), 1_000 + closed / SERIES.size());
            world.close(next);
            closed++;
        }
        if (moves < PERCENT.length && closed / SERIES.size() >= nextMoveAt && random.nextInt(5) == 0) {
            Move move = world.percent(PERCENT[moves]);
            if (!(move instanceof Move.Draining)) {
                judge.moved(move, PERCENT[moves]);
                moves++;
                nextMoveAt = size.bars() * (moves + 1) / (PERCENT.length + 1);
            }
        }
        world.pumpClock();
        List<Node> order = new ArrayList<>(nodes);
        Collections.shuffle(order, random);
        for (Node node : order) {
            node.pump();
        }
        judge.look(seed);
        steps++;
    }

    private void harm() {
        if (random.nextInt(6) != 0) {
            return;
        }
        faults++;
        Node node = nodes.get(random.nextInt(nodes.size()));
        switch (random.nextInt(8)) {
            case 0, 1 -> node.drop();
            case 2 -> node.sleepsUntilNs = world.time.nanos() + seconds(1 + random.nextInt(40));
            case 3 -> {
                node.dieAtCommit = 1 + random.nextInt(6);
                node.dieAfter = random.nextBoolean();
            }
            case 4 -> world.log.rebalance();
            case 5 -> {
                if (random.nextInt(3) == 0) {
                    world.log.stored.outage = new LogException(LogException.Kind.UNAVAILABLE, "away (simulated)");
                    outageUntilNs = world.time.nanos() + seconds(random.nextInt(5));
                }
            }
            case 6 -> again(random.nextBoolean() ? Topics.BARS_CLOSED.name() : Topics.STRATEGY_EVALUATE.name());
            default -> world.log.failCommits = random.nextInt(3);
        }
    }

    /** Some records of a topic come again, late. */
    private void again(String topic) {
        List<StoredRecord> all = world.log.stored.all(world.topics.fullName(topic));
        for (int i = 0; i < 3 && !all.isEmpty(); i++) {
            StoredRecord one = all.get(random.nextInt(all.size()));
            world.log.stored.append(one.place().topic(), one.place().partition(), one.record());
        }
    }

    /** In the middle of a strategy the process stands still, and the others go on; or it dies. */
    private void interfere() {
        if (healed || interfering || random.nextInt(60) != 0) {
            return;
        }
        interfering = true;
        faults++;
        try {
            if (random.nextInt(3) == 0) {
                throw new Crash("in a strategy");
            }
            Node stopped = running;
            long fromNs = world.time.nanos();
            int rounds = random.nextInt(20);
            for (int i = 0; i < rounds; i++) {
                world.pass(Duration.ofMillis(random.nextInt(3_000)));
                for (Node node : nodes) {
                    node.pump();
                }
            }
            judge.look(seed);
            running = stopped;
            if (stopped != null && random.nextBoolean()) {
                stopped.suspendedNs += world.time.nanos() - fromNs;
            }
        } catch (SQLException e) {
            throw new AssertionError(e);
        } finally {
            interfering = false;
        }
    }

    private static long seconds(int seconds) {
        return Duration.ofSeconds(seconds).toNanos();
    }

    @Override
    public void close() throws SQLException {
        world.close();
    }
}

package daybook.posttrade.capture;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.Database;
import daybook.delivery.Engine;
import daybook.delivery.HarmedDatabase;
import daybook.delivery.ServicePorts;
import daybook.events.Event;
import daybook.events.EventJson;
import daybook.events.Topic;
import daybook.events.Topics;
import daybook.journal.SimDisk;
import daybook.log.LogException;
import daybook.log.Producer;
import daybook.log.Retention;
import daybook.log.TopicPartition;
import daybook.log.TopicSpec;
import daybook.log.embedded.EmbeddedLog;
import daybook.log.embedded.EmbeddedLogSettings;
import daybook.posttrade.World;
import daybook.posttrade.board.Board;
import daybook.posttrade.ledger.Ledger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.UUID;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Goal: from the events topic over capture, fills topic and ledger to the board every table ends as if nothing had ever happened.
 * Method: the services on the real embedded log over a simulated disk and on real databases; events come again and again from
 * outside, at new offsets; each round ends with a power cut of the log, a death at a commit of capture or of the ledger, or a kill.
 * The expectation comes from a world where each event is delivered once and nobody dies.
 */
class ChainTest {
    private static final int PAIRS = 40;

    @TempDir
    Path directory;

    static Stream<Arguments> seeds() {
        boolean all = Boolean.getBoolean("daybook.long");
        return Stream.concat(
                LongStream.rangeClosed(1, all ? 60 : 4).mapToObj(seed -> Arguments.of(Engine.SQLITE, seed)),
                LongStream.rangeClosed(1, all ? 20 : 2).mapToObj(seed -> Arguments.of(Engine.POSTGRESQL, seed)));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyTableEndsAsIfNothingHadHappened(Engine engine, long seed) throws IOException {
        List<Event> events = Orders.random(seed, PAIRS);
        World calm = new World(engine, Files.createDirectory(directory.resolve("calm")));
        events.forEach(calm::publish);
        calm.runCapture();
        calm.runLedger();
        try (Board board = calm.board()) {
            board.pump();
        }

        World world = new World(engine, Files.createDirectory(directory.resolve("troubled")));
        Random random = new Random(seed);
        SimDisk disk = new SimDisk();
        int published = 0;
        for (int round = 0; published < events.size(); round++) {
            Chain chain = new Chain(world, disk, random, true);
            int to = Math.min(events.size(), published + 10 + random.nextInt(60));
            chain.publish(round, events.subList(Math.max(0, published - random.nextInt(40)), to));
            published = to;
            chain.runUntilSomethingDies();
        }
        Chain last = new Chain(world, disk, random, false);
        last.publish(-1, events);
        last.finish();

        assertThat(world.captureTables()).isEqualTo(calm.captureTables());
        assertThat(world.ledgerTables()).isEqualTo(calm.ledgerTables());
        assertThat(board(world)).isEqualTo(board(calm)).isNotEmpty();
    }

    private static List<String> board(World world) {
        return World.rows(world.boardDb, "SELECT * FROM leaderboard ORDER BY currency, rank_no");
    }

    /** The log and the services of one life of the process. */
    private static final class Chain {
        private final World world;
        private final SimDisk disk;
        private final Random random;
        private final EmbeddedLog log;
        private final Capture capture;
        private final Ledger ledger;
        private final Board board;

        Chain(World world, SimDisk disk, Random random, boolean mortal) {
            this.world = world;
            this.disk = disk;
            this.random = random;
            EmbeddedLogSettings.Sources sources = new EmbeddedLogSettings.Sources(
                    world.time, world.time::nanos, () -> new UUID(random.nextLong(), random.nextLong()));
            log = EmbeddedLog.open(
                    disk,
                    Path.of("/venue/log"),
                    EmbeddedLogSettings.of(sources)
                            .withSegments(new EmbeddedLogSettings.SegmentSize(64 << 10, 100, 4 << 10)));
            for (Topic topic : List.of(Topics.EXCHANGE_EVENTS, Topics.FILLS)) {
                log.createTopic(new TopicSpec(topic.name(), topic.partitions(), Retention.UNLIMITED));
            }
            boolean captureDies = mortal && random.nextInt(3) == 0;
            boolean ledgerDies = mortal && random.nextInt(3) == 0;
            capture = new Capture(
                    ports(captureDies ? dying(world.captureDb) : world.captureDb),
                    new Capture.Settings(
                            World.EVENTS, World.FILLS, new ChargeSchedule(-20, 100), World.BATCH, Duration.ofHours(1)));
            ledger = new Ledger(ports(ledgerDies ? dying(world.ledgerDb) : world.ledgerDb), World.FILLS, World.BATCH);
            board = world.board();
        }

        private ServicePorts ports(Database database) {
            return new ServicePorts(log, database, world.time, world.time::nanos, "chain");
        }

        private Database dying(Database database) {
            return HarmedDatabase.dying(database, 3 + random.nextInt(12), random.nextBoolean());
        }

        /** Another producer each time: the log cannot know that it has seen these events. */
        void publish(int round, List<Event> events) {
            try (Producer producer = log.producer("exchange-" + round)) {
                for (Event event : events) {
                    producer.send(
                            World.EVENTS,
                            OptionalInt.empty(),
                            World.record(event.key(), EventJson.toBytes(event)),
                            event.seq(),
                            MUST_BE_STORED);
                }
                producer.flush();
            }
        }

        void runUntilSomethingDies() {
            boolean powerCut = random.nextInt(2) == 0;
            if (powerCut) {
                disk.failAt(disk.operations() + 1 + random.nextInt(30), SimDisk.Fault.POWER_CUT);
            }
            try {
                for (int i = random.nextInt(200); i > 0; i--) {
                    pumpOne(random.nextInt(3));
                }
            } catch (HarmedDatabase.Crash | SimDisk.PowerCut death) {
                // As planned.
            }
            if (powerCut) {
                disk.crash(random.nextLong());
            } else {
                disk.restart();
            }
            for (AutoCloseable service : List.of(capture, ledger, board, log)) {
                bury(service);
            }
        }

        private void pumpOne(int which) {
            world.time.pass(Duration.ofMillis(200));
            switch (which) {
                case 0 -> capture.pump();
                case 1 -> ledger.pump();
                default -> board.pump();
            }
        }

        /** What a dead process does not do in order: its connections end, its files are gone already. */
        private static void bury(AutoCloseable service) {
            try {
                service.close();
            } catch (Exception | HarmedDatabase.Crash gone) {
                // It has no files any more.
            }
        }

        void finish() {
            World.drain(() -> {
                world.time.pass(Duration.ofMillis(200));
                return capture.pump() + ledger.pump();
            });
            board.pump();
            assertThat(capture.status().reasons()).isEmpty();
            assertThat(ledger.status().reasons()).isEmpty();
            for (AutoCloseable service : List.of(board, ledger, capture, log)) {
                bury(service);
            }
        }
    }

    private static final Producer.Acknowledgement MUST_BE_STORED = new Producer.Acknowledgement() {
        @Override
        public void stored(TopicPartition place, long offset) {}

        @Override
        public void duplicate(TopicPartition place) {
            throw new AssertionError("a duplicate at " + place);
        }

        @Override
        public void failed(LogException error) {
            throw error;
        }
    };
}

package daybook.posttrade.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import daybook.delivery.Engine;
import daybook.delivery.HarmedDatabase;
import daybook.delivery.HarmedDatabase.Crash;
import daybook.delivery.ServiceStatus.Light;
import daybook.events.Event;
import daybook.events.EventJson;
import daybook.events.Fill;
import daybook.events.Instrument;
import daybook.events.InstrumentChanged;
import daybook.events.Liquidity;
import daybook.events.Side;
import daybook.events.Trade;
import daybook.log.LogException;
import daybook.log.StoredRecord;
import daybook.posttrade.Filter;
import daybook.posttrade.World;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@ParameterizedClass
@EnumSource
class CaptureTest {
    private final Engine engine;

    @TempDir
    Path dir;

    private World world;

    CaptureTest(Engine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void open() {
        world = new World(engine, dir);
    }

    @Test
    void aTradeBecomesTwoFillsKeyedByAccountWithTheirCharges() {
        new Orders()
                .instrument("INFY")
                .accepted(1, "acct-1", "INFY", Side.SELL, 10, 150_000)
                .accepted(2, "acct-2", "INFY", Side.BUY, 10, 150_000)
                .trade(1, "INFY", 10, 150_000, 2, 1)
                .events()
                .forEach(world::publish);

        world.runCapture();

        // 10 x 1500.00 = 15,000; the taker pays 100 ppm, the maker gets 20 ppm; money has four decimals.
        assertThat(fills())
                .containsExactlyInAnyOrder(
                        new Fill(
                                "f-1-B",
                                1,
                                4,
                                4_000,
                                "acct-2",
                                "INFY",
                                Side.BUY,
                                150_000,
                                10,
                                2,
                                Liquidity.TAKER,
                                15_000,
                                "INR",
                                2,
                                0,
                                4),
                        new Fill(
                                "f-1-S",
                                1,
                                4,
                                4_000,
                                "acct-1",
                                "INFY",
                                Side.SELL,
                                150_000,
                                10,
                                1,
                                Liquidity.MAKER,
                                -3_000,
                                "INR",
                                2,
                                0,
                                4));
        for (StoredRecord stored : world.log.all(World.FILLS)) {
            Fill fill = EventJson.readFill(stored.record().value());
            assertThat(new String(stored.record().key(), StandardCharsets.UTF_8))
                    .isEqualTo(fill.accountId());
            assertThat(stored.record().header("ce_id").orElseThrow().text()).isEqualTo(fill.fillId());
        }
    }

    @Test
    void anOrderRowShowsItsWholeLife() {
        Orders.random(1, 1).forEach(world::publish);

        world.runCapture();

        List<OrderRowView> orders = world.captureReader().orders(Filter.ALL, 10);
        assertThat(orders).extracting(OrderRowView::orderId).containsExactly(3L, 2L);
        assertThat(orders.get(1).status()).isEqualTo(OrderRowView.Status.CANCELLED);
        assertThat(orders.get(1).cancelReason()).hasValue("CLIENT_REQUEST");
        assertThat(orders.get(0).quantity()).as("as modified").isEqualByComparingTo("15");
        assertThat(world.captureReader().counts())
                .isEqualTo(new CaptureReader.Counts(2, 1, 2, 0, 0, OptionalLong.empty()));
    }

    /** Trap 14: a trade that comes before its order, a cancel before both: the rows are the same in the end. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void eventsInAnyOrderGiveTheSameTables(long seed, @TempDir Path other) {
        List<Event> events = new ArrayList<>(Orders.random(seed, 150));
        events.forEach(world::publish);
        world.runCapture();
        World shuffled = new World(engine, other);

        Collections.shuffle(events, new Random(seed));
        events.forEach(shuffled::publish);
        shuffled.runCapture();

        assertThat(shuffled.captureTables()).isEqualTo(world.captureTables());
        assertThat(shuffled.captureReader().counts().waitingTrades()).isZero();
    }

    /** Its own record was read long ago; the one that lists the instrument is parked, and everything else goes on. */
    @Test
    void aTradeThatWaitedAndThenCannotBeAFillIsParkedWithItsInstrument() {
        Orders.random(8, 10).forEach(world::publish);
        long huge = 3_000_000_000L;
        world.publish(new Trade(901, 901, 77, "LATE", huge, huge, Side.BUY, 91, 92, "a", "b"));
        world.runCapture();
        int fills = world.log.all(World.FILLS).size();

        world.publish(new InstrumentChanged(902, 902, new Instrument("LATE", 2, 0, 6, 1, 1, 100, 0, 0, 0, "INR")));
        world.publish(new Trade(903, 903, 78, "LATE", 100, 1, Side.BUY, 93, 94, "a", "b"));
        try (Capture capture = world.capture()) {
            World.drain(capture::pump);
            for (int attempt = 0; attempt < 10; attempt++) {
                World.drain(capture::pump);
            }

            assertThat(capture.status().light()).isEqualTo(Light.AMBER);
        }

        assertThat(world.captureReader().suspectSymbols().covers("LATE")).isTrue();
        assertThat(world.captureReader().counts().waitingTrades()).isEqualTo(2);
        assertThat(world.log.all(World.FILLS)).hasSize(fills);
    }

    @Test
    void redeliveringTheWholeTopicChangesNothing() {
        List<Event> events = new ArrayList<>(Orders.random(5, 150));
        events.forEach(world::publish);
        world.runCapture();
        List<String> before = world.captureTables();

        Collections.shuffle(events, new Random(5));
        events.forEach(world::publish);
        world.runCapture();

        assertThat(world.captureTables()).isEqualTo(before);
        assertThat(world.log.all(World.FILLS)).hasSize(600);
    }

    /** O-09, B12: whenever it dies, table and topic name the same trades, each fill once on a log that remembers. */
    @ParameterizedTest
    @CsvSource({"2, false", "2, true", "3, false", "3, true", "4, false", "4, true", "7, false", "7, true"})
    void rowAndEventAreBothThereOrNeither(int commit, boolean after) {
        Orders.random(6, 150).forEach(world::publish);

        Capture dying = world.capture(HarmedDatabase.dying(world.captureDb, commit, after));
        assertThat(catchThrowable(() -> World.drain(dying::pump))).isInstanceOf(Crash.class);
        assertThat(onTopic()).as("published before its trade was committed").isSubsetOf(inTable());
        world.runCapture();

        assertThat(onTopic()).isEqualTo(inTable()).hasSize(600);
        assertThat(world.log.all(World.FILLS)).hasSize(600);
    }

    /** B12: dies between publishing and marking; the batch is sent again, the log holds each once. */
    @Test
    void aCrashBetweenPublishingAndMarkingSendsAgainAndTheLogHoldsOne() {
        Orders.random(7, 10).forEach(world::publish);
        world.log.afterFlush = () -> {
            throw new Crash("after the log stored it");
        };

        Capture dying = world.capture();
        assertThat(catchThrowable(() -> World.drain(dying::pump))).isInstanceOf(Crash.class);
        assertThat(world.captureReader().counts().unsent()).isEqualTo(40);
        world.log.afterFlush = () -> {};
        world.runCapture();

        assertThat(world.captureReader().counts().unsent()).isZero();
        assertThat(world.log.all(World.FILLS)).hasSize(40);
    }

    /** On a log that forgets its producers the copies are on the topic; the ledger counts one. */
    @Test
    void copiesOnTheTopicCountOnceInTheLedger() {
        Orders.random(7, 10).forEach(world::publish);
        world.log.afterFlush = () -> {
            throw new Crash("after the log stored it");
        };
        Capture dying = world.capture();
        assertThat(catchThrowable(() -> World.drain(dying::pump))).isInstanceOf(Crash.class);
        world.log.afterFlush = () -> {};
        world.log.forgetProducers();

        world.runCapture();
        world.runLedger();

        assertThat(world.log.all(World.FILLS)).hasSize(80);
        assertThat(world.ledgerReader().counts().fills()).isEqualTo(40);
        assertThat(world.ledgerReader().conservation().cash()).isTrue();
    }

    /** O-03: while the log is away nothing is marked, the reason shows, recording goes on; then all of it arrives. */
    @Test
    void whileTheLogIsAwayNothingIsMarkedSent() {
        Orders.random(8, 10).forEach(world::publish);
        try (Capture capture = world.capture()) {
            capture.pump();
            capture.pump();
            world.log.outage = new LogException(LogException.Kind.UNAVAILABLE, "log: away");
            for (int i = 0; i < 20; i++) {
                capture.pump();
                world.time.pass(Duration.ofSeconds(1));
            }
            assertThat(capture.status().light()).isEqualTo(Light.RED);

            world.log.outage = null;
            world.time.pass(Duration.ofSeconds(10));
            World.drain(capture::pump);
            world.time.pass(Duration.ofSeconds(1));
            World.drain(capture::pump);
            assertThat(capture.status().light())
                    .as("once nothing has failed for a while")
                    .isEqualTo(Light.GREEN);
            assertThat(capture.relayStatus().light()).isEqualTo(Light.GREEN);
        }
        assertThat(onTopic()).isEqualTo(inTable()).hasSize(40);
    }

    @Test
    void anEventWithATextThatNoDatabaseHoldsIsParked() {
        new Orders()
                .instrument("INFY")
                .accepted(1, "acct-\0", "INFY", Side.BUY, 10, 150_000)
                .accepted(2, "acct-2", "INFY", Side.BUY, 10, 150_000)
                .events()
                .forEach(world::publish);

        world.runCapture();

        assertThat(world.captureReader().orders(Filter.ALL, 10))
                .extracting(OrderRowView::orderId)
                .containsExactly(2L);
        assertThat(World.rows(world.captureDb, "SELECT error FROM dead_letter"))
                .containsExactly("text: holds U+0000 (expected: text without it)");
    }

    @Test
    void anEventThatCannotBeReadMakesItsSymbolPending() {
        new Orders().instrument("INFY").events().forEach(world::publish);
        world.log.append(World.EVENTS, World.record("INFY", new byte[] {(byte) 0xFF, (byte) 0xFE}));

        world.runCapture();

        assertThat(world.captureReader().suspectSymbols().covers("INFY")).isTrue();
        assertThat(world.captureReader().suspectSymbols().covers("TCS")).isFalse();
    }

    private List<Fill> fills() {
        return world.log.all(World.FILLS).stream()
                .map(stored -> EventJson.readFill(stored.record().value()))
                .toList();
    }

    private Set<String> onTopic() {
        Set<String> ids = new TreeSet<>();
        fills().forEach(fill -> ids.add(fill.fillId()));
        return ids;
    }

    private Set<String> inTable() {
        Set<String> ids = new TreeSet<>();
        for (String trade : World.rows(world.captureDb, "SELECT trade_id FROM trade")) {
            ids.add("f-" + trade + "-B");
            ids.add("f-" + trade + "-S");
        }
        return ids;
    }
}

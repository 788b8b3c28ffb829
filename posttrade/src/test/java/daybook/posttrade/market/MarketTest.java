package daybook.posttrade.market;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.Database;
import daybook.delivery.Engine;
import daybook.delivery.HarmedDatabase;
import daybook.delivery.ManualTime;
import daybook.delivery.MemoryLog;
import daybook.delivery.ServicePorts;
import daybook.delivery.ServiceStatus;
import daybook.events.Event;
import daybook.events.SessionState;
import daybook.events.Side;
import daybook.events.Timeframe;
import daybook.events.Topics;
import daybook.log.Retention;
import daybook.log.TopicSpec;
import daybook.posttrade.World;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Goal: what the service stores depends on which events there were, and on nothing else: not on crashes, redelivery, order of arrival or
 * who stored. Method: a random history, told once in order to one service; and in stretches, again, late, to services that are dropped
 * without a word at any point. Their tables must be equal, and a view that begins with them must show what one does that has read all.
 */
class MarketTest {
    private static final Duration EVERY = Duration.ofSeconds(1);

    @TempDir
    Path directory;

    /** A log, a database and the services that come and go on them. */
    private final class Place implements AutoCloseable {
        final MemoryLog log = new MemoryLog(false);
        final ManualTime time = new ManualTime();
        final Database database;

        Place(String name) {
            this(Engine.SQLITE, name);
        }

        Place(Engine engine, String name) {
            database = engine.open(directory, name);
            log.createTopic(new TopicSpec(Followed.TOPIC, Topics.EXCHANGE_EVENTS.partitions(), Retention.UNLIMITED));
        }

        void publish(Event event) {
            log.append(Followed.TOPIC, Followed.record(event));
        }

        MarketView view() {
            return new MarketView(log, time::nanos, Followed.SETTINGS, new MarketReader(database));
        }

        Market market(String owner, MarketView view) {
            return new Market(new ServicePorts(log, database, time, time::nanos, owner), view, EVERY);
        }

        /** Opens a service, lets it read and store everything, closes it. */
        Place run() {
            try (Market market = market("one", view())) {
                drain(market);
            }
            return this;
        }

        void drain(Market market) {
            for (int idle = 0; idle < 5; ) {
                idle = market.pump() == 0 ? idle + 1 : 0;
            }
        }

        List<String> tables() {
            List<String> all = new ArrayList<>();
            all.addAll(World.rows(database, "SELECT seq, time_us, session, zone, late FROM market_state"));
            all.addAll(World.rows(database, "SELECT end_us FROM session_end ORDER BY 1"));
            all.addAll(World.rows(database, "SELECT symbol, seq, body FROM symbol_state ORDER BY 1"));
            all.addAll(World.rows(
                    database,
                    "SELECT bar_key, start_us, end_us, open, high, low, close, volume, value, trades, first_us, last_us,"
                            + " closed FROM bar JOIN bar_series ON n = series ORDER BY 1, 2"));
            return all;
        }

        @Override
        public void close() {
            database.close();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void crashesAndRedeliveryLeaveTheTablesThatOneCleanRunMakes(long seed) {
        List<Event> events = RandomMarket.of(seed, 2_500).events;
        try (Place clean = new Place("clean");
                Place rough = new Place("rough")) {
            events.forEach(clean::publish);
            clean.run();

            Random random = new Random(seed);
            int sent = 0;
            while (sent < events.size()) {
                sent = publishSome(rough, events, sent, random);
                Market market = rough.market("one", rough.view());
                int rounds = random.nextInt(12);
                for (int round = 0; round < rounds; round++) {
                    market.pump();
                    rough.time.pass(Duration.ofMillis(random.nextInt(1_500)));
                }
                if (random.nextInt(4) == 0) {
                    market.close(); // else it is gone as after a kill: nobody is told
                }
            }
            rough.run();

            assertThat(rough.tables()).as("seed %d", seed).isEqualTo(clean.tables());
            assertThat(clean.tables()).hasSizeGreaterThan(1_000);
        }
    }

    /** As a publisher does that was not sure: the first of a stretch may be missing at first, and then all of it comes again. */
    private static int publishSome(Place place, List<Event> events, int sent, Random random) {
        int end = Math.min(events.size(), sent + 1 + random.nextInt(400));
        if (random.nextBoolean()) {
            for (int i = sent + 1; i < end; i++) {
                place.publish(events.get(i));
            }
        }
        for (int i = Math.max(0, sent - random.nextInt(100)); i < end; i++) {
            place.publish(events.get(i));
        }
        return end;
    }

    @ParameterizedTest
    @EnumSource
    void aViewThatBeginsWithTheSnapshotShowsWhatOneDoesThatHasReadAll(Engine engine) {
        List<Event> events = RandomMarket.of(4, 4_000).events;
        try (Place place = new Place(engine, "market")) {
            events.subList(0, 3_000).forEach(place::publish);
            place.run();
            int before = place.log.all(Followed.TOPIC).size();
            events.subList(3_000, 4_000).forEach(place::publish);

            MarketView fromSnapshot = place.view();
            MarketView fromTheBeginning = new MarketView(
                    new EventStream.Ports(place.log, place.time::nanos), Followed.SETTINGS, MarketView.Origin.NOTHING);
            int read = drain(fromSnapshot);
            drain(fromTheBeginning);

            assertThat(read).isLessThan(place.log.all(Followed.TOPIC).size() - before + 200);
            for (String symbol : RandomMarket.SYMBOLS) {
                assertThat(fromSnapshot.book(symbol)).isEqualTo(fromTheBeginning.book(symbol));
                assertThat(fromSnapshot.lastTrades(symbol, 500)).isEqualTo(fromTheBeginning.lastTrades(symbol, 500));
                for (Timeframe timeframe : Timeframe.values()) {
                    assertThat(fromSnapshot.lastBars(symbol, timeframe, 1_000))
                            .as("%s %s", symbol, timeframe)
                            .isEqualTo(fromTheBeginning.lastBars(symbol, timeframe, 1_000));
                }
                assertThat(fromSnapshot.instrument(symbol)).isEqualTo(fromTheBeginning.instrument(symbol));
            }
        }
    }

    @Test
    void whatIsStoredIsReadAsItWasSeenLive() {
        List<Event> events = RandomMarket.of(5, 3_000).events;
        try (Place place = new Place("market")) {
            events.forEach(place::publish);
            place.run();
            MarketView live = place.view();
            drain(live);
            MarketReader stored = new MarketReader(place.database);

            for (Timeframe timeframe : List.of(Timeframe.MINUTE, Timeframe.FIVE_MINUTES, Timeframe.DAY)) {
                List<Bar> seen = live.lastBars("TCS", timeframe, 900);
                MarketReader.Range range =
                        new MarketReader.Range(seen.get(0).startMicros(), Long.MAX_VALUE, seen.size() + 10);

                assertThat(stored.bars(BarKey.ofVenue("TCS", timeframe), range)).isEqualTo(seen);
            }
            assertThat(stored.series()).hasSize(3 * Timeframe.values().length);
        }
    }

    @Test
    void oneOfTwoStoresAndTheOtherGoesOnWhenItIsGone() {
        List<Event> events = RandomMarket.of(6, 3_000).events;
        try (Place clean = new Place("clean");
                Place shared = new Place("shared")) {
            events.forEach(clean::publish);
            clean.run();
            Market first = shared.market("one", shared.view());
            MarketView second = shared.view();
            Market standby = shared.market("two", second);
            events.subList(0, 1_500).forEach(shared::publish);
            for (int round = 0; round < 40; round++) {
                first.pump();
                standby.pump();
                shared.time.pass(Duration.ofMillis(300));
            }
            assertThat(second.seq()).isEqualTo(1_500); // it sees all the same
            assertThat(standby.counters()).isEmpty();

            events.subList(1_500, 3_000).forEach(shared::publish);
            first.close();
            for (int round = 0; round < 60; round++) {
                standby.pump();
                shared.time.pass(Duration.ofSeconds(1));
            }
            standby.close();

            assertThat(shared.tables()).isEqualTo(clean.tables());
        }
    }

    @Test
    void aTopicThatWasMadeAgainIsStoredAnew() {
        try (Place place = new Place("market")) {
            RandomMarket.of(7, 500).events.forEach(place::publish);
            place.run();
            place.log.makeAgain(Followed.TOPIC);
            Story other = new Story().list("TCS").session(SessionState.OPEN).tick("TCS", 100, 1);
            other.events.forEach(place::publish);

            place.run();

            assertThat(World.rows(place.database, "SELECT seq FROM market_state"))
                    .containsExactly("3");
            assertThat(World.rows(place.database, "SELECT COUNT(*) FROM bar")).containsExactly("6");
        }
    }

    @Test
    void aTopicThatIsMadeAgainWhileTheServiceRunsIsStoredAnew() {
        try (Place place = new Place("market")) {
            RandomMarket.of(9, 500).events.forEach(place::publish);
            MarketView view = place.view();
            Market market = place.market("one", view);
            place.drain(market);
            place.log.makeAgain(Followed.TOPIC);
            List<Event> other = RandomMarket.of(10, 700).events;
            other.forEach(place::publish);

            for (int round = 0; round < 25; round++) {
                market.pump();
                place.time.pass(EVERY);
            }
            market.close();

            try (Place clean = new Place("clean")) {
                other.forEach(clean::publish);
                assertThat(place.tables()).isEqualTo(clean.run().tables());
            }
        }
    }

    @Test
    void theViewGoesOnWhileTheDatabaseRefuses() {
        try (Place place = new Place("market")) {
            List<Event> events = RandomMarket.of(8, 600).events;
            events.subList(0, 300).forEach(place::publish);
            MarketView view = place.view();
            Market market = place.market("one", view);
            place.drain(market);
            World.rows(place.database, "SELECT 1");
            execute(place.database, "ALTER TABLE session_end RENAME TO gone");
            events.subList(300, 600).forEach(place::publish);
            for (int round = 0; round < 10; round++) {
                market.pump();
                place.time.pass(EVERY);
            }
            assertThat(view.seq()).isEqualTo(600);
            assertThat(market.status().light()).isEqualTo(ServiceStatus.Light.RED);

            execute(place.database, "ALTER TABLE gone RENAME TO session_end");
            for (int round = 0; round < 10; round++) {
                market.pump();
                place.time.pass(EVERY);
            }
            assertThat(market.status().light()).isEqualTo(ServiceStatus.Light.GREEN);
            assertThat(World.rows(place.database, "SELECT seq FROM market_state"))
                    .containsExactly("600");
            market.close();
        }
    }

    @Test
    void aBookThatMayBeWrongIsSoAfterARestart() {
        try (Place place = new Place("market")) {
            Story story = new Story().list("INFY").list("TCS").session(SessionState.OPEN);
            story.events.forEach(place::publish);
            Market market = place.market("one", place.view());
            place.drain(market);
            place.time.pass(EVERY);
            place.drain(market); // stored: nothing of the symbol changes after it but that it is pending
            Event lost = story.order("INFY", Side.BUY, 100, 5).events.get(3);
            place.log.append(Followed.TOPIC, Followed.record(lost, "{".getBytes(StandardCharsets.UTF_8)));
            place.drain(market);
            place.time.pass(Duration.ofSeconds(11));
            place.drain(market);
            market.close();

            MarketView next = place.view();
            drain(next);

            assertThat(next.seq()).isEqualTo(4);
            assertThat(next.book("INFY").orElseThrow().whole()).isFalse();
            assertThat(next.book("TCS").orElseThrow().whole()).isTrue();
        }
    }

    @Test
    void aCommitThatTookEffectThoughItSeemedToFailIsGoneOnFrom() {
        try (Place place = new Place("market")) {
            List<Event> events = RandomMarket.of(11, 900).events;
            events.subList(0, 300).forEach(place::publish);
            LostAnswer lost = new LostAnswer();
            Market market = new Market(
                    new ServicePorts(
                            place.log, new HarmedDatabase(place.database, lost), place.time, place.time::nanos, "one"),
                    place.view(),
                    EVERY);
            place.drain(market);
            lost.next = true;
            place.time.pass(EVERY);
            market.pump();
            assertThat(market.status().light()).isEqualTo(ServiceStatus.Light.RED);
            assertThat(World.rows(place.database, "SELECT seq FROM market_state"))
                    .containsExactly("300");

            events.subList(300, 900).forEach(place::publish);
            for (int round = 0; round < 20; round++) {
                market.pump();
                place.time.pass(EVERY);
            }
            assertThat(market.status().light()).isEqualTo(ServiceStatus.Light.GREEN);
            market.close();

            try (Place clean = new Place("clean")) {
                events.forEach(clean::publish);
                assertThat(place.tables()).isEqualTo(clean.run().tables());
            }
        }
    }

    /** The next commit takes effect, and its answer is lost. */
    private static final class LostAnswer implements HarmedDatabase.Harm {
        boolean next;

        @Override
        public void afterCommit(Connection real) throws SQLException {
            if (next) {
                next = false;
                throw new SQLException("the connection is lost");
            }
        }
    }

    @Test
    void anOutageInAStillMarketIsOverWhenTheDatabaseAnswers() {
        try (Place place = new Place("market")) {
            RandomMarket.of(12, 200).events.forEach(place::publish);
            Market market = place.market("one", place.view());
            for (int round = 0; round < 5; round++) {
                market.pump();
                place.time.pass(EVERY);
            }
            execute(place.database, "ALTER TABLE lease RENAME TO gone");
            List<ServiceStatus.Light> seen = new ArrayList<>();
            for (int round = 0; round < 40; round++) {
                market.pump();
                place.time.pass(EVERY);
                seen.add(market.status().light());
            }
            assertThat(seen.subList(20, 40)).containsOnly(ServiceStatus.Light.RED);

            execute(place.database, "ALTER TABLE gone RENAME TO lease");
            for (int round = 0; round < 20; round++) {
                market.pump();
                place.time.pass(EVERY);
            }

            assertThat(market.status().light()).isEqualTo(ServiceStatus.Light.GREEN);
            market.close();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 6, 8, 10, 12})
    void barsThatEndWhileTheDatabaseIsAwayAreStoredWhenItAnswers(int seconds) {
        List<Event> events = RandomMarket.of(13, 900).events;
        try (Place clean = new Place("clean");
                Place place = new Place("market")) {
            events.forEach(clean::publish);
            clean.run();
            Market market = place.market("one", place.view());
            events.subList(0, 300).forEach(place::publish);
            pumpFor(market, place, 5);
            execute(place.database, "ALTER TABLE lease RENAME TO gone");
            for (int second = 0; second < seconds; second++) { // a renewal may be due meanwhile, and the lease over
                events.subList(300 + second * 50, 350 + second * 50).forEach(place::publish);
                pumpFor(market, place, 1);
            }
            execute(place.database, "ALTER TABLE gone RENAME TO lease");
            events.subList(300 + seconds * 50, 900).forEach(place::publish);
            pumpFor(market, place, 20);
            market.close();

            assertThat(place.tables()).isEqualTo(clean.tables());
        }
    }

    private static void pumpFor(Market market, Place place, int rounds) {
        for (int round = 0; round < rounds; round++) {
            market.pump();
            place.time.pass(EVERY);
        }
    }

    @Test
    void barsOfTheHistoryBeforeAreNotStoredWithTheOneThatTookItsPlace() {
        try (Place place = new Place("market")) {
            Story before = new Story().list("INFY").session(SessionState.OPEN);
            for (int i = 0; i < 20; i++) {
                before.pass(Duration.ofMinutes(1)).tick("INFY", 100 + i, 1);
            }
            before.events.forEach(place::publish);
            Market market = place.market("one", place.view());
            place.drain(market); // nothing is stored yet
            place.log.makeAgain(Followed.TOPIC);
            List<Event> other = RandomMarket.of(10, 80).events;
            other.forEach(place::publish);

            for (int round = 0; round < 5; round++) {
                place.time.pass(Duration.ofSeconds(11));
                market.pump();
            }
            market.close();

            try (Place clean = new Place("clean")) {
                other.forEach(clean::publish);
                assertThat(place.tables()).isEqualTo(clean.run().tables());
            }
        }
    }

    private static void execute(Database database, String sql) {
        try (var connection = database.openWriter();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static int drain(MarketView view) {
        int read = 0;
        for (int idle = 0; idle < 5; ) {
            int now = view.pump();
            read += now;
            idle = now == 0 ? idle + 1 : 0;
        }
        return read;
    }
}

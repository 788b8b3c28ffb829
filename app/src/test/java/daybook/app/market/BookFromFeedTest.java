package daybook.app.market;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.MemoryLog;
import daybook.delivery.sqlite.SqliteDatabase;
import daybook.events.Command;
import daybook.events.Event;
import daybook.events.EventJson;
import daybook.events.SessionState;
import daybook.exchange.BookView;
import daybook.exchange.matching.EventRecords;
import daybook.exchange.matching.MatchingEngine;
import daybook.exchange.reference.SharedData;
import daybook.exchange.replay.EventOutput;
import daybook.exchange.replay.ExecutionSink;
import daybook.exchange.replay.Replay;
import daybook.exchange.replay.ReplayOptions;
import daybook.exchange.replay.ReplaySource;
import daybook.exchange.replay.ReplayTarget;
import daybook.log.LogRecord;
import daybook.log.Retention;
import daybook.log.TopicSpec;
import daybook.posttrade.market.BookChanges;
import daybook.posttrade.market.BookState;
import daybook.posttrade.market.Level;
import daybook.posttrade.market.MarketReader;
import daybook.posttrade.market.MarketView;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Goal: the book that a replica builds from the log is the engine's at the same seq. Method: real order flow of a CME and a NASDAQ day
 * through the engine; its events through a log of three partitions into a view; after every few commands the view's book, and a book
 * that a client keeps with nothing but the view's changes, are held against the engine's, level by level.
 */
class BookFromFeedTest {
    private static final String TOPIC = "exchange.events.v1";
    private static final String SYMBOL = "REPLAY";
    /** Commands between two comparisons; no multiple of anything. */
    private static final int STEP = 37;

    @Test
    void aDayOfCmeFuturesWithItsAuction() throws IOException {
        Followed followed = new Followed();

        run("cme_es_mbo/es_commands.csv.gz", followed);

        assertThat(followed.compared).isGreaterThan(1_000);
        assertThat(followed.inAuction).isGreaterThan(20);
    }

    @Test
    void anHourOfNasdaq() throws IOException {
        Followed followed = new Followed();

        run("lobster/aapl_commands.csv.gz", followed);

        assertThat(followed.compared).isGreaterThan(1_000);
    }

    private static void run(String name, Followed followed) throws IOException {
        Path commands = SharedData.file(name);
        ReplaySource source = new ReplaySource() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public InputStream open() throws IOException {
                return Files.newInputStream(commands);
            }
        };
        new Replay(ReplayOptions.DEFAULT, followed, System::nanoTime).run(source, ExecutionSink.NONE, EventOutput.NONE);
    }

    /** An engine whose events go through a log into a view, and into a client's book. */
    private static final class Followed implements ReplayTarget {
        private final MatchingEngine engine = new MatchingEngine();
        private final List<Event> events = new ArrayList<>();
        private final EventRecords records = new EventRecords(events::add);
        private final MemoryLog log = new MemoryLog(true);
        private final MarketView view;
        private final NavigableMap<Long, Level> bids = new TreeMap<>(Comparator.reverseOrder());
        private final NavigableMap<Long, Level> asks = new TreeMap<>();
        private long clientSeq;
        private long commands;
        private int compared;
        private int inAuction;

        Followed() {
            log.createTopic(new TopicSpec(TOPIC, 3, Retention.UNLIMITED));
            MarketReader nothing =
                    new MarketReader(new SqliteDatabase(Path.of("no-such-file.db"), Duration.ofSeconds(1)));
            view = new MarketView(
                    log, System::nanoTime, new MarketView.Settings(TOPIC, "view", ZoneOffset.UTC, 500), nothing);
        }

        @Override
        public List<Event> run(Command command) {
            events.clear();
            engine.apply(command, 1_000_000 + commands * 1_000, records);
            for (Event event : events) {
                log.append(
                        TOPIC,
                        new LogRecord(
                                event.key().getBytes(StandardCharsets.UTF_8), EventJson.toBytes(event), List.of(), 0));
            }
            if (++commands % STEP == 0) {
                compare();
            }
            return events;
        }

        @Override
        public void finish() {
            compare();
        }

        private void compare() {
            while (view.seq() < engine.lastSeq()) {
                view.pump();
            }
            BookState shown = view.book(SYMBOL).orElseThrow();
            BookView book = engine.book(SYMBOL, Integer.MAX_VALUE).orElseThrow();
            assertThat(shown.seq()).isEqualTo(engine.lastSeq());
            assertThat(shown.bids()).as("bids after command %d", commands).isEqualTo(levels(book.bids()));
            assertThat(shown.asks()).as("asks after command %d", commands).isEqualTo(levels(book.asks()));
            client(shown);
            compared++;
            inAuction += shown.state() == SessionState.AUCTION ? 1 : 0;
        }

        /** A client knows the book it had and what has changed since. */
        private void client(BookState shown) {
            BookChanges changes = view.bookSince(SYMBOL, clientSeq).orElseThrow();
            changes.bids().forEach(level -> set(bids, level));
            changes.asks().forEach(level -> set(asks, level));
            clientSeq = changes.seq();
            assertThat(new ArrayList<>(bids.values())).isEqualTo(shown.bids());
            assertThat(new ArrayList<>(asks.values())).isEqualTo(shown.asks());
        }

        private static void set(NavigableMap<Long, Level> side, Level level) {
            if (level.quantity() == 0) {
                side.remove(level.price());
            } else {
                side.put(level.price(), level);
            }
        }

        private static List<Level> levels(List<BookView.Level> levels) {
            return levels.stream()
                    .map(level -> new Level(level.price(), level.quantity(), level.orders()))
                    .toList();
        }
    }
}

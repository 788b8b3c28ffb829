package daybook.posttrade;

import daybook.delivery.Consumer;
import daybook.delivery.Database;
import daybook.delivery.DatabaseReader;
import daybook.delivery.DeadLetter;
import daybook.delivery.DeadLetterDesk;
import daybook.delivery.Engine;
import daybook.delivery.ManualTime;
import daybook.delivery.MemoryLog;
import daybook.delivery.ServicePorts;
import daybook.delivery.Writer;
import daybook.events.Event;
import daybook.events.EventIds;
import daybook.events.EventJson;
import daybook.events.Fill;
import daybook.events.Liquidity;
import daybook.events.Side;
import daybook.events.Topic;
import daybook.events.Topics;
import daybook.log.LogRecord;
import daybook.log.Retention;
import daybook.log.TopicSpec;
import daybook.posttrade.board.Board;
import daybook.posttrade.capture.Capture;
import daybook.posttrade.capture.CaptureReader;
import daybook.posttrade.capture.ChargeSchedule;
import daybook.posttrade.ledger.Ledger;
import daybook.posttrade.ledger.LedgerReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntSupplier;

/** A log in memory with the two topics and their dead letters, three databases in a directory, and the services on them. */
public final class World {
    public static final String EVENTS = Topics.EXCHANGE_EVENTS.name();
    public static final String FILLS = Topics.FILLS.name();
    public static final int BATCH = 100;

    public final MemoryLog log = new MemoryLog(true);
    public final ManualTime time = new ManualTime();
    public final Database captureDb;
    public final Database ledgerDb;
    public final Database boardDb;

    /** On SQLite. */
    public World(Path dir) {
        this(Engine.SQLITE, dir);
    }

    public World(Engine engine, Path dir) {
        this(service -> engine.open(dir, service));
    }

    /** @param databases by the name of the service */
    public World(Function<String, Database> databases) {
        captureDb = databases.apply("capture");
        ledgerDb = databases.apply("ledger");
        boardDb = databases.apply("board");
        log.createTopic(new TopicSpec(EVENTS, Topics.EXCHANGE_EVENTS.partitions(), Retention.UNLIMITED));
        log.createTopic(new TopicSpec(FILLS, Topics.FILLS.partitions(), Retention.UNLIMITED));
        for (Topic dead : List.of(Topics.EXCHANGE_EVENTS_DEAD, Topics.FILLS_DEAD)) {
            log.createTopic(new TopicSpec(dead.name(), dead.partitions(), Retention.UNLIMITED));
        }
    }

    public ServicePorts ports(Database database) {
        return new ServicePorts(log, database, time, time::nanos, "world");
    }

    /** For a consumer that shares its database with nobody. */
    public Consumer.Ports alone(Writer writer) {
        return new Consumer.Ports(log, writer, time, time::nanos);
    }

    public Ledger ledger() {
        return new Ledger(ports(ledgerDb), FILLS, BATCH);
    }

    public Capture capture() {
        return capture(captureDb);
    }

    public Capture capture(Database database) {
        return new Capture(
                ports(database),
                new Capture.Settings(EVENTS, FILLS, new ChargeSchedule(-20, 100), BATCH, Duration.ofHours(1)));
    }

    public Board board() {
        return new Board(boardDb, ledgerReader(), time::nanos, Duration.ZERO);
    }

    public LedgerReader ledgerReader() {
        return new LedgerReader(ledgerDb, () -> Suspects.NONE);
    }

    public CaptureReader captureReader() {
        return new CaptureReader(captureDb);
    }

    public void publish(Event event) {
        log.append(EVENTS, record(event.key(), EventJson.toBytes(event)));
    }

    public void publish(Fill fill) {
        log.append(FILLS, record(fill.accountId(), EventJson.toBytes(fill)));
    }

    public static LogRecord record(String key, byte[] body) {
        return new LogRecord(key.getBytes(StandardCharsets.UTF_8), body, List.of(), 0);
    }

    /** Pumps until nothing happens for some rounds. */
    public static void drain(IntSupplier pump) {
        for (int idle = 0; idle < 50; ) {
            idle = pump.getAsInt() == 0 ? idle + 1 : 0;
        }
    }

    /** Asks for a replay of every dead letter that waits. */
    public void askReplayOfAll(Database database) throws SQLException {
        DeadLetterDesk desk = new DeadLetterDesk(time);
        try (Writer writer = new Writer(database)) {
            for (DeadLetter letter : desk.list(writer.transaction(), false, 100)) {
                desk.askReplay(writer.transaction(), letter, 5, "the test");
            }
            writer.commit();
        }
        time.pass(Duration.ofSeconds(1));
    }

    /** Opens a ledger, lets it apply everything, closes it. */
    public void runLedger() {
        try (Ledger ledger = ledger()) {
            drain(ledger::pump);
        }
    }

    /** Opens capture, lets it record and send everything, closes it. */
    public void runCapture() {
        try (Capture capture = capture()) {
            drain(capture::pump);
        }
    }

    /** All rows of a query, as text. */
    public static List<String> rows(Database database, String sql) {
        return new DatabaseReader(database).read(connection -> {
            List<String> rows = new ArrayList<>();
            try (PreparedStatement select = connection.prepareStatement(sql);
                    ResultSet row = select.executeQuery()) {
                int columns = row.getMetaData().getColumnCount();
                while (row.next()) {
                    StringBuilder text = new StringBuilder();
                    for (int i = 1; i <= columns; i++) {
                        text.append(i > 1 ? "|" : "").append(text(row, i));
                    }
                    rows.add(text.toString());
                }
            }
            return rows;
        });
    }

    private static String text(ResultSet row, int column) throws SQLException {
        return row.getObject(column) instanceof byte[] bytes
                ? HexFormat.of().formatHex(bytes)
                : String.valueOf(row.getString(column));
    }

    /** The ledger's tables whole, without internal ids; equal means nothing that matters differs. */
    public List<String> ledgerTables() {
        List<String> all = new ArrayList<>();
        all.addAll(rows(
                ledgerDb,
                "SELECT account, symbol, currency, quantity, cost, realised, cash, charges, bought, sold, fills, last_order"
                        + " FROM position ORDER BY account, symbol"));
        all.addAll(rows(ledgerDb, "SELECT * FROM fill ORDER BY fill_order"));
        for (String table : List.of("fill_correction", "symbol_mark", "half_trade")) {
            all.addAll(rows(ledgerDb, "SELECT '" + table + "', t.* FROM " + table + " t ORDER BY 1, 2"));
        }
        return all;
    }

    /** Capture's tables whole; the order of the outbox is the order of the work and does not count, nor what was put aside meanwhile. */
    public List<String> captureTables() {
        List<String> all = new ArrayList<>();
        for (String table : List.of("instrument", "orders", "order_reject", "trade", "charge")) {
            all.addAll(rows(captureDb, "SELECT '" + table + "', t.* FROM " + table + " t ORDER BY 2, 3"));
        }
        all.addAll(rows(
                captureDb, "SELECT 'outbox', record_key, body FROM outbox WHERE topic NOT LIKE '%.dlq' ORDER BY 3"));
        return all;
    }

    /** Prices with two decimals, whole quantities, money in cents, no charges. */
    public static Fill fill(long tradeId, String account, Side side, long quantity, long price) {
        return fill(tradeId, account, "ABC", side, quantity, price);
    }

    public static Fill fill(long tradeId, String account, String symbol, Side side, long quantity, long price) {
        return new Fill(
                EventIds.ofFill(tradeId, side),
                tradeId,
                10 * tradeId,
                1_000 * tradeId,
                account,
                symbol,
                side,
                price,
                quantity,
                100 + tradeId,
                side == Side.BUY ? Liquidity.TAKER : Liquidity.MAKER,
                0,
                "INR",
                2,
                0,
                2);
    }
}

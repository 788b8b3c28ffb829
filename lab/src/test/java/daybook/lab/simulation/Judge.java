package daybook.lab.simulation;

import daybook.events.Event;
import daybook.events.Fill;
import daybook.exchange.Reply;
import daybook.exchange.pipeline.Exchange;
import daybook.lab.history.AckChecker;
import daybook.lab.history.Anomaly;
import daybook.lab.history.StateChecker;
import daybook.lab.history.TopicChecker;
import daybook.lab.history.TopicHistory;
import daybook.lab.history.TopicRules;
import daybook.lab.history.TopicVerdict;
import daybook.log.Log;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The invariants (RELIABILITY 4): after each start of the exchange those of acknowledgements and replay, at the end all. */
final class Judge {
    private final World world;
    private final Recording recording;
    private final Clients clients;
    private long events;

    Judge(World world, Recording recording, Clients clients) {
        this.world = world;
        this.recording = recording;
        this.clients = clients;
    }

    /** Events of the journal at the end. */
    long events() {
        return events;
    }

    /** What was acknowledged is there, once, with what was told; the state is the one that all commands give. */
    JournalRead afterStart(Exchange exchange) {
        JournalRead journal = new JournalRead(world.disk, exchange.durableCommandSeq());
        long[] contents = journal.commands.stream()
                .mapToLong(timed -> clients.contentOf(timed.command()))
                .toArray();
        for (Anomaly anomaly : AckChecker.check(clients.history(), contents)) {
            throw new Violation(anomaly.kind().name(), anomaly.what(), null);
        }
        for (Clients.Told told : clients.told()) {
            Reply.Decided decided = told.decided();
            for (Event event : decided.events()) {
                require(
                        event.seq() <= journal.events.size()
                                && journal.events.get((int) event.seq() - 1).equals(event),
                        "ACK_LOST",
                        "told and not in the journal: " + event);
            }
        }
        require(exchange.stateHash() == journal.stateHash(), "STATE_NOT_THE_FOLD", "state hash of the exchange");
        world.trace.add("state", exchange.stateHash());
        return journal;
    }

    /** What is not done yet, in words; empty if all is. */
    String unfinished(@Nullable Venue venue) {
        if (venue == null) {
            return "the venue is down";
        }
        StringJoiner open = new StringJoiner(", ");
        if (!clients.isDone()) {
            open.add("clients wait");
        }
        long published = venue.publisher.status().publishedSeq();
        if (published != venue.exchange.durableSeq()) {
            open.add("published " + published + " of " + venue.exchange.durableSeq() + " "
                    + venue.publisher.status().lastError());
        }
        Log log = log(venue);
        behind(open, log, "capture", World.EVENTS);
        behind(open, log, "ledger", World.FILLS);
        behind(open, log, "totals", World.FILLS);
        if (number("capture", "SELECT COUNT(*) FROM outbox WHERE sent_at_ms IS NULL") > 0) {
            open.add("outbox");
        }
        if (number("ledger", "SELECT version FROM ledger_version")
                != number("board", "SELECT version FROM board_version")) {
            open.add("board");
        }
        return open.toString();
    }

    private void behind(StringJoiner open, Log log, String group, String topic) {
        for (int p = 0; p < recording.partitions(topic); p++) {
            TopicPartition place = new TopicPartition(topic, p);
            if (cursor(group, place) != log.endOffset(place)) {
                open.add(group + " at " + cursor(group, place) + " of " + log.endOffset(place) + " in " + place);
            }
        }
    }

    /** Notes what the log knows of the groups, beside what they have applied. */
    int lookAtCommits(@Nullable Venue venue) {
        if (venue == null) {
            return 0;
        }
        Log log = log(venue);
        for (String group : Recording.GROUPS) {
            String topic = group.equals("capture") ? World.EVENTS : World.FILLS;
            Map<TopicPartition, Long> committed = new TreeMap<>();
            for (int p = 0; p < recording.partitions(topic); p++) {
                TopicPartition place = new TopicPartition(topic, p);
                log.committed(group, place).ifPresent(next -> committed.put(place, next));
            }
            recording.commits(group, committed);
        }
        return Recording.GROUPS.size();
    }

    long cursor(String group, TopicPartition place) {
        return number(
                group,
                "SELECT COALESCE(MAX(next_offset), 0) FROM cursor_position WHERE consumer = '" + group
                        + "' AND topic = '" + place.topic() + "' AND partition_no = " + place.partition());
    }

    /** Everything, once nothing goes wrong any more and nothing is left to do. */
    void atTheEnd(Venue venue) {
        JournalRead journal = afterStart(venue.exchange);
        events = journal.events.size();
        journal.fold();
        journal.books
                .orders
                .values()
                .forEach(order -> require(
                        order.filled + order.leaves + order.cancelled == order.quantity || order.cancelled > 0,
                        "RULES_OF_THE_MARKET",
                        "order " + order.accepted.orderId()));
        Holdings holdings = new Holdings(journal.books.trades, journal.instruments);
        require(holdings.addUpToNothing(), "RULES_OF_THE_MARKET", "quantities or cash do not add up to nothing");
        Log log = log(venue);
        topic(World.EVENTS, log, SimSource.ofEvents(journal.events, recording.partitions(World.EVENTS)));
        topic(World.FILLS, log, SimSource.ofFills(holdings.fills, recording.partitions(World.FILLS)));
        tables(journal, holdings);
    }

    private void topic(String topic, Log log, SimSource source) {
        TopicHistory history = recording.of(topic);
        int reader = recording.session();
        for (int p = 0; p < recording.partitions(topic); p++) {
            TopicPartition place = new TopicPartition(topic, p);
            List<StoredRecord> all = log.read(place, 0, Integer.MAX_VALUE);
            recording.read(reader, all);
            for (StoredRecord stored : all) {
                world.trace.add(topic, Arrays.hashCode(stored.record().value()));
            }
        }
        // A log that fails one record and stores a later one mixes up first copies; this one does not.
        boolean inOrder = world.embedded;
        TopicVerdict verdict = TopicChecker.check(history, source, new TopicRules(reader, true, false, inOrder));
        for (Anomaly anomaly : verdict.anomalies()) {
            throw new Violation(anomaly.kind().name(), topic + ": " + anomaly.what(), null);
        }
    }

    private void tables(JournalRead journal, Holdings holdings) {
        List<String> orders = new ArrayList<>();
        journal.books
                .orders
                .values()
                .forEach(order -> orders.add(order.accepted.orderId() + "|" + order.accepted.clientOrderId() + "|"
                        + order.filled + "|" + order.cancelled));
        same("orders", orders, "capture", "SELECT order_id, client_order_id, filled, cancelled FROM orders ORDER BY 1");
        List<String> trades = new ArrayList<>();
        journal.books.trades.forEach(
                trade -> trades.add(trade.tradeId() + "|" + trade.price() + "|" + trade.quantity()));
        same("trades", trades, "capture", "SELECT trade_id, price, quantity FROM trade ORDER BY 1");
        List<String> fills = new ArrayList<>();
        for (Fill fill : holdings.fills) {
            fills.add(2 * fill.tradeId() + (fill.fillId().endsWith("S") ? 1 : 0) + "|" + fill.charges());
        }
        same("fills", fills, "ledger", "SELECT fill_order, charges FROM fill_entry ORDER BY 1");
        same(
                "positions",
                holdings.positions(),
                "ledger",
                "SELECT account, symbol, quantity, cost, realised, cash, charges, fills FROM position ORDER BY 1, 2");
        same("marks", holdings.marks(), "ledger", "SELECT symbol, trade_id, price FROM symbol_mark ORDER BY 1");
        same("half trades", List.of(), "ledger", "SELECT * FROM half_trade");
        same("totals", holdings.totals(), "totals", "SELECT account, symbol, quantity, fills FROM total ORDER BY 1, 2");
        same(
                "leaderboard",
                holdings.leaderboard(),
                "board",
                "SELECT currency, rank_no, account, net FROM leaderboard" + " ORDER BY 1, 2");
        same("outbox", List.of(Integer.toString(fills.size())), "capture", "SELECT COUNT(DISTINCT body) FROM outbox");
        for (String service : List.of("capture", "ledger", "totals")) {
            same("dead letters of " + service, List.of(), service, "SELECT error FROM dead_letter");
        }
    }

    private void same(String what, List<String> expected, String service, String sql) {
        List<String> rows = rows(service, sql);
        rows.forEach(row -> world.trace.add(row, 0));
        for (Anomaly anomaly : StateChecker.compare(what, expected, rows)) {
            throw new Violation(anomaly.kind().name(), anomaly.what(), null);
        }
    }

    private Log log(Venue venue) {
        Log embedded = venue.log;
        return embedded == null ? new BrokerLog(world.broker) : embedded;
    }

    private long number(String service, String sql) {
        return Long.parseLong(rows(service, sql).get(0));
    }

    private List<String> rows(String service, String sql) {
        Connection connection = world.database(service).inside();
        try (PreparedStatement select = connection.prepareStatement(sql);
                ResultSet row = select.executeQuery()) {
            List<String> rows = new ArrayList<>();
            int columns = row.getMetaData().getColumnCount();
            while (row.next()) {
                StringJoiner text = new StringJoiner("|");
                for (int i = 1; i <= columns; i++) {
                    String value = row.getString(i);
                    boolean decimal = value != null && value.contains(".");
                    text.add(
                            decimal
                                    ? new java.math.BigDecimal(value)
                                            .stripTrailingZeros()
                                            .toPlainString()
                                    : value);
                }
                rows.add(text.toString());
            }
            return rows;
        } catch (SQLException e) {
            throw new IllegalStateException(service + ": " + sql, e);
        }
    }

    private static void require(boolean holds, String anomaly, String what) {
        if (!holds) {
            throw new Violation(anomaly, what, null);
        }
    }
}

package daybook.app.invariants;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.venue.VenueId;
import daybook.events.Topics;
import daybook.exchange.pipeline.ExchangeHome;
import daybook.exchange.pipeline.ExchangeVerifier;
import daybook.exchange.pipeline.RecoveryProgress;
import daybook.journal.FileDisk;
import daybook.journal.JournalReport;
import daybook.lab.check.CheckResult;
import daybook.lab.check.Recorded;
import daybook.lab.check.TopicCheck;
import daybook.lab.check.TradeTotals;
import daybook.lab.check.TradeTotals.Holding;
import daybook.lab.check.TradeTotals.Total;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The nine invariants of a venue that was stopped in order and had carried everything on.
 *
 * <ol>
 *   <li>every seq 1..N of the journal is on the topic, every copy equal, under its key and in its partition: {@link TopicCheck};
 *   <li>per partition the first appearances rise, and the saved line is below every seq that is not on the topic: {@link Recorded};
 *   <li>every acknowledged order is in the journal, once, as told; none that was refused: {@link Told};
 *   <li>each order adds up, and nothing happens to it after its end: {@link OrderFold};
 *   <li>no crossed book in continuous trading after any command: {@link OrderFold}; the depth that is served is that of the open
 *       orders: {@link #depth}, asked while the venue runs;
 *   <li>positions of the ledger's table = those from the journal's trades = those from the fills topic = plain sums over the
 *       events topic; they add up to 0; flat means realised = cash: {@link TradeTotals} and SQL;
 *   <li>replaying the journal in a fresh engine gives the same events, and the same state at every snapshot: the product's own
 *       {@link ExchangeVerifier};
 *   <li>what is left says what is true: everything that is durable is published (the live half, {@code /ops/status} and {@code /ops/lag}, is
 *       {@link Health}, asked while the venue runs);
 *   <li>no temporary file, no address of a dead process, no lock: looking at the directory (threads: {@link Health}; what was
 *       logged: {@link Diagnostics}).
 * </ol>
 */
public final class NineInvariants {
    private static final String EVENTS = new Topics("daybook.").fullName(Topics.EXCHANGE_EVENTS);
    private static final String FILLS = new Topics("daybook.").fullName(Topics.FILLS);

    private final Path data;
    private final List<String> wrong = new ArrayList<>();

    private NineInvariants(Path data) {
        this.data = data;
    }

    /** Fails with everything that is wrong. */
    public static void hold(Path data, Told told) {
        assertThat(violations(data, told)).as("invariants of %s", data).isEmpty();
    }

    /** What is wrong, each beginning with the number of its invariant. */
    public static List<String> violations(Path data, Told told) {
        NineInvariants invariants = new NineInvariants(data);
        OrderFold orders = new OrderFold();
        long last = Recorded.events(data, orders::take);
        invariants.topicIsTheJournal(last);
        invariants.firstAppearancesRise(last);
        invariants.wrong.addAll(told.contradictions(orders.accepted()));
        invariants.wrong.addAll(orders.wrong());
        invariants.positionsAddUp();
        invariants.replayGivesTheSame();
        invariants.nothingIsLeftOver();
        return invariants.wrong;
    }

    /**
     * The depth of a symbol from its open orders: bids, then asks, best first, as {@code QUANTITY@PRICE} in the units of events.
     */
    public static String depth(Path data, String symbol) {
        OrderFold orders = new OrderFold();
        Recorded.events(data, orders::take);
        return (text(orders.depth(symbol).side("BUY")) + " | "
                        + text(orders.depth(symbol).side("SELL")))
                .strip();
    }

    private static String text(NavigableMap<Long, Long> side) {
        return side.entrySet().stream()
                .map(level -> level.getValue() + "@" + level.getKey())
                .collect(Collectors.joining(" "));
    }

    private void topicIsTheJournal(long last) {
        CheckResult result = TopicCheck.whenStopped(new TopicCheck.VenueFiles(data, data, EVENTS));
        require(result.clean() && result.retainedAway() == 0, "1: " + result.toJson() + " " + result.findings());
        require(
                result.published() == last,
                "1: seq " + last + " (expected: published, which ends at " + result.published() + ")");
    }

    private void firstAppearancesRise(long last) {
        BitSet seen = new BitSet();
        Map<Integer, Long> highest = new HashMap<>();
        Recorded.records(data, EVENTS, copy -> {
            long seq = copy.fields().get("seq") instanceof Long number ? number : 0;
            if (!seen.get((int) seq)) {
                seen.set((int) seq);
                long before = highest.merge(copy.partition(), seq, Math::max);
                require(
                        before == seq,
                        "2: partition " + copy.partition() + ", offset " + copy.offset() + ": seq " + seq
                                + " appears first behind seq " + before);
            }
        });
        long line = Recorded.publishedLine(data);
        require(
                line < seen.nextClearBit(1),
                "2: saved line " + line + ", but seq " + seen.nextClearBit(1) + " is not on the topic");
        require(line == last, "8: saved line " + line + " (expected: " + last + ", after a stop in order)");
    }

    private void positionsAddUp() {
        SortedMap<Holding, Total> fromTrades = TradeTotals.fromJournal(data, Long.MAX_VALUE);
        SortedMap<Holding, Total> fromFills = TradeTotals.fromFills(data, FILLS);
        SortedMap<Holding, List<Long>> stored = storedPositions();
        require(
                withoutCharges(fromTrades).equals(withoutCharges(fromFills)),
                "6: from the trades " + fromTrades + ", from the fills " + fromFills);
        SortedMap<Holding, List<Long>> expected = new TreeMap<>();
        fromFills.forEach((holding, t) ->
                expected.put(holding, List.of(t.quantity(), t.cost(), t.realised(), t.cash(), t.charges(), t.fills())));
        require(stored.equals(expected), "6: the ledger has " + stored + " (expected: " + expected + ")");
        Map<Holding, Long> sums = plainSums();
        fromFills.forEach((holding, total) -> {
            require(
                    sums.getOrDefault(holding, 0L) == total.quantity(),
                    "6: " + holding + ": sum over the events topic " + sums.get(holding) + " (expected: "
                            + total.quantity() + ")");
            require(
                    total.quantity() != 0 || total.realised() == total.cash() && total.cost() == 0,
                    "6: " + holding + " is flat, but " + total);
        });
        Map<String, Long> quantities = new TreeMap<>();
        Map<String, Long> cash = new TreeMap<>();
        fromFills.forEach((holding, total) -> {
            quantities.merge(holding.symbol(), total.quantity(), Math::addExact);
            cash.merge(holding.symbol(), total.cash(), Math::addExact);
        });
        quantities.forEach((symbol, sum) -> require(sum == 0, "6: quantities of " + symbol + " add up to " + sum));
        cash.forEach((symbol, sum) -> require(sum == 0, "6: cash of " + symbol + " adds up to " + sum));
    }

    /** Thirty lines that anybody could write: trades of the topic, distinct by seq, bought less sold. */
    private Map<Holding, Long> plainSums() {
        Map<Holding, Long> sums = new HashMap<>();
        BitSet seen = new BitSet();
        Recorded.records(data, EVENTS, copy -> {
            Map<String, Object> event = copy.fields();
            if ("Trade".equals(event.get("type"))
                    && event.get("seq") instanceof Long seq
                    && !seen.get(seq.intValue())) {
                seen.set(seq.intValue());
                long quantity = event.get("quantity") instanceof Long number ? number : 0;
                String symbol = String.valueOf(event.get("symbol"));
                sums.merge(new Holding(String.valueOf(event.get("buyAccountId")), symbol), quantity, Math::addExact);
                sums.merge(new Holding(String.valueOf(event.get("sellAccountId")), symbol), -quantity, Math::addExact);
            }
        });
        return sums;
    }

    private SortedMap<Holding, List<Long>> storedPositions() {
        SortedMap<Holding, List<Long>> rows = new TreeMap<>();
        try (Connection ledger = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("db/ledger.db"));
                Statement select = ledger.createStatement();
                ResultSet row = select.executeQuery(
                        "SELECT account, symbol, quantity, cost, realised, cash, charges, fills FROM position")) {
            while (row.next()) {
                List<Long> amounts = new ArrayList<>();
                for (int i = 3; i <= 8; i++) {
                    amounts.add(row.getLong(i));
                }
                rows.put(new Holding(row.getString(1), row.getString(2)), amounts);
            }
            return rows;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static SortedMap<Holding, List<Long>> withoutCharges(SortedMap<Holding, Total> totals) {
        SortedMap<Holding, List<Long>> amounts = new TreeMap<>();
        totals.forEach((holding, t) ->
                amounts.put(holding, List.of(t.quantity(), t.cost(), t.realised(), t.cash(), t.fills())));
        return amounts;
    }

    private void replayGivesTheSame() {
        FileDisk disk = new FileDisk();
        JournalReport report = JournalReport.of(disk, data.resolve("journal"));
        require(report.isClean(), "7: " + report.damage());
        ExchangeVerifier.Verification found = new ExchangeVerifier(
                        disk, ExchangeHome.of(data, VenueId.read(data.resolve("venue.id"))), RecoveryProgress.NONE)
                .verify(report);
        found.fault().ifPresent(fault -> wrong.add("7: seq " + fault.seq() + ": " + fault.what()));
    }

    private void nothingIsLeftOver() {
        try (Stream<Path> files = Files.walk(data)) {
            files.filter(file -> file.toString().matches(".*(\\.new|\\.tmp|\\.part|run\\.json|-journal|-wal)"))
                    .forEach(file -> wrong.add("9: left over: " + data.relativize(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try (FileChannel lock = FileChannel.open(data.resolve("lock"), StandardOpenOption.WRITE);
                FileLock free = lock.tryLock()) {
            require(free != null, "9: somebody holds the lock");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void require(boolean holds, String otherwise) {
        if (!holds) {
            wrong.add(otherwise);
        }
    }
}

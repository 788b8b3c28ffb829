package daybook.app.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import daybook.delivery.Database;
import daybook.delivery.Engine;
import daybook.delivery.ManualTime;
import daybook.delivery.MemoryLog;
import daybook.delivery.ServicePorts;
import daybook.events.EventIds;
import daybook.events.EventJson;
import daybook.events.Fill;
import daybook.events.Liquidity;
import daybook.events.Side;
import daybook.log.LogRecord;
import daybook.log.Retention;
import daybook.log.TopicSpec;
import daybook.posttrade.Filter;
import daybook.posttrade.Suspects;
import daybook.posttrade.ledger.FillCorrection;
import daybook.posttrade.ledger.Ledger;
import daybook.posttrade.ledger.LedgerReader;
import daybook.posttrade.ledger.PositionView;
import daybook.posttrade.ledger.ProfitView;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.text.PDFTextStripper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Statements against the ledger that they come from: a real one, with random trades of three days and corrections, on both engines. */
@ParameterizedClass
@EnumSource
class StatementsTest {
    private static final ZoneId ZONE = ZoneOffset.ofHoursMinutes(5, 30);
    private static final LocalDate FIRST = LocalDate.of(2026, 1, 5);
    private static final String FILLS = "fills";
    private static final long SEED = 20_260_105;

    private final Engine engine;
    private final MemoryLog log = new MemoryLog(true);
    private final ManualTime time = new ManualTime();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path dir;

    @SuppressWarnings("NullAway.Init")
    private Database database;

    @SuppressWarnings("NullAway.Init")
    private Ledger ledger;

    StatementsTest(Engine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void trade() throws SQLException {
        database = engine.open(dir, "ledger");
        log.createTopic(new TopicSpec(FILLS, 1, Retention.UNLIMITED));
        ledger = new Ledger(new ServicePorts(log, database, time, time::nanos, "test"), FILLS, 100);
        List<Fill> fills = fills(new Random(SEED));
        for (Fill fill : fills) {
            append(fill.accountId(), EventJson.toBytes(fill));
        }
        pumpAll();
        Fill busted = fills.get(40);
        ledger.correct(FillCorrection.bust("b1", busted.accountId(), busted.symbol(), busted.tradeId(), busted.side()));
        Fill dearer = fills.get(90);
        ledger.correct(new FillCorrection(
                "c1",
                dearer.accountId(),
                dearer.symbol(),
                dearer.tradeId(),
                dearer.side(),
                151_000,
                dearer.quantity()));
    }

    private void append(String key, byte[] value) {
        log.append(FILLS, new LogRecord(key.getBytes(StandardCharsets.UTF_8), value, List.of(), 0));
    }

    private void pumpAll() {
        for (int idle = 0; idle < 20; ) {
            idle = ledger.pump() == 0 ? idle + 1 : 0;
        }
    }

    @AfterEach
    void close() {
        ledger.close();
        database.close();
    }

    @Test
    void theStatementsOfTheLastDayAddUpToTheLedgersPositionsAndCash() throws SQLException {
        LedgerReader reader = new LedgerReader(database, () -> Suspects.NONE);
        Map<String, BigDecimal> held = new TreeMap<>();
        Map<String, BigDecimal> money = new TreeMap<>();
        for (PositionView p : reader.positions(Filter.ALL)) {
            held.put(p.account() + " " + p.symbol(), p.quantity());
        }
        for (ProfitView p : reader.profits(Filter.ALL)) {
            money.put(p.account() + " " + p.currency(), p.cash());
        }

        Map<String, BigDecimal> stated = new TreeMap<>();
        Map<String, BigDecimal> statedMoney = new TreeMap<>();
        for (AccountStatement s : statements(FIRST.plusDays(2))) {
            s.holdings().forEach(h -> stated.put(s.account() + " " + h.symbol(), h.closing()));
            s.cash().forEach(c -> statedMoney.put(s.account() + " " + c.currency(), c.closing()));
        }

        assertThat(stated).as("seed " + SEED).isEqualTo(held).hasSizeGreaterThan(10);
        assertThat(statedMoney).as("seed " + SEED).isEqualTo(money).hasSizeGreaterThan(3);
    }

    @Test
    void aDayBeginsWhereTheOneBeforeEnded() throws SQLException {
        Map<String, List<BigDecimal>> closing = new TreeMap<>();
        for (int day = 0; day < 3; day++) {
            Map<String, List<BigDecimal>> now = new TreeMap<>();
            for (AccountStatement s : statements(FIRST.plusDays(day))) {
                for (AccountStatement.Holding h : s.holdings()) {
                    String key = s.account() + " " + h.symbol();
                    assertThat(h.opening())
                            .isEqualByComparingTo(closing.getOrDefault(key, List.of(BigDecimal.ZERO))
                                    .get(0));
                    assertThat(h.opening().add(h.bought()).subtract(h.sold())).isEqualTo(h.closing());
                    now.put(key, List.of(h.closing()));
                }
                for (AccountStatement.Cash c : s.cash()) {
                    assertThat(c.opening())
                            .isEqualByComparingTo(closing.getOrDefault(s.account(), List.of(BigDecimal.ZERO))
                                    .get(0));
                    now.put(s.account(), List.of(c.closing()));
                }
                BigDecimal traded = s.notes().stream()
                        .map(n -> n.side().equals("BUY") ? n.value().negate() : n.value())
                        .reduce(BigDecimal.ZERO, BigDecimal::add);
                assertThat(traded).isEqualByComparingTo(s.cash().get(0).trades());
            }
            closing.putAll(now);
        }
    }

    /** The history before the day costs nothing: of the fills those are looked at that were made since the day began. */
    @Test
    void aDayReadsItsOwnFillsAndThoseAfterAndNoneBefore() throws SQLException {
        try (Connection connection = database.openReader()) {
            assertThat(new LedgerDay(FIRST, ZONE).read(connection, statement -> {}))
                    .isEqualTo(3 * 160);
            assertThat(new LedgerDay(FIRST.plusDays(1), ZONE).read(connection, statement -> {}))
                    .isEqualTo(2 * 160);
            assertThat(new LedgerDay(FIRST.plusDays(2), ZONE).read(connection, statement -> {}))
                    .isEqualTo(160);
            assertThat(new LedgerDay(FIRST.plusDays(9), ZONE).read(connection, statement -> {}))
                    .isZero();
            connection.rollback();
        }
    }

    /** Nor does the database look at others to find them. */
    @Test
    void noStatementOfADayScansTheFills() throws SQLException {
        assumeThat(engine).isEqualTo(Engine.SQLITE);
        List<String> plans = new ArrayList<>();
        try (Connection connection = database.openReader()) {
            for (String[] statements :
                    List.of(LedgerDay.statements(), DayCheck.statements(), TradeTime.FILLS.statements())) {
                for (String sql : statements) {
                    plans.add(plan(connection, sql));
                }
            }
            connection.rollback();
            // The planted bug: asked for by the time.
            assertThat(plan(connection, "SELECT COUNT(*) FROM fill_entry WHERE time_us < ?"))
                    .contains("SCAN fill_entry");
        }

        assertThat(plans)
                .hasSize(7)
                .allSatisfy(plan -> assertThat(plan)
                        .doesNotContainPattern(
                                "SCAN (fill_entry|e|o|c|d)\\b(?! USING COVERING INDEX fill_correction)"));
    }

    private static String plan(Connection connection, String sql) throws SQLException {
        StringBuilder plan = new StringBuilder(sql).append('\n');
        try (PreparedStatement explain = connection.prepareStatement("EXPLAIN QUERY PLAN " + sql)) {
            for (int at = 1; at <= explain.getParameterMetaData().getParameterCount(); at++) {
                explain.setLong(at, 1);
            }
            try (ResultSet row = explain.executeQuery()) {
                while (row.next()) {
                    plan.append(row.getString("detail")).append('\n');
                }
            }
        }
        return plan.toString();
    }

    /** One side of a trade cannot be read and is put aside: the day is not held up until somebody has repaired it. */
    @Test
    void whatWasPutAsideHoldsUpNoStatementAndWhatIsBehindDoes() throws SQLException {
        append("acct-0", EventJson.toBytes(fill(241, Side.BUY, "acct-0", new Random(SEED))));
        append("acct-1", "no fill".getBytes(StandardCharsets.UTF_8));
        pumpAll();

        assertThat(isStated(DayCheck.Completeness.ASIDE_IS_SEEN, 81))
                .as("one side put aside")
                .isTrue();
        assertThat(isStated(DayCheck.Completeness.ASIDE_IS_SEEN, 82))
                .as("a trade that is on its way")
                .isFalse();
    }

    /** The planted bugs: a day that waits for ever for what was put aside, and one that waits for nothing. */
    @Test
    void aCheckThatForgetsWhatWasPutAsideOrAsksNothingIsCaught() {
        DayCheck.Completeness strict = (ledger, captured) -> ledger.half() == 0 && ledger.fills() >= 2 * captured;
        DayCheck.Completeness careless = (ledger, captured) -> true;
        append("acct-0", EventJson.toBytes(fill(241, Side.BUY, "acct-0", new Random(SEED))));
        append("acct-1", "no fill".getBytes(StandardCharsets.UTF_8));
        pumpAll();

        assertThat(List.of(isStated(strict, 81), isStated(careless, 82)))
                .as("against whatWasPutAsideHoldsUpNoStatementAndWhatIsBehindDoes: true, false")
                .containsExactly(false, true);
    }

    private boolean isStated(DayCheck.Completeness completeness, long captured) {
        DayCheck of = new LedgerDay(FIRST.plusDays(2), ZONE).check();
        try (Connection connection = database.openReader()) {
            new DayCheck(of.fromUs(), of.untilUs(), completeness).requireAll(connection, captured);
            return true;
        } catch (IllegalStateException behind) {
            return false;
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void fromTheSecondPageOnThePdfSaysWhoseItIsAndWhichPage() throws SQLException, IOException {
        AccountStatement one = statements(FIRST.plusDays(1)).get(0);
        List<AccountStatement.Note> notes = new ArrayList<>();
        while (notes.size() < 120) {
            notes.addAll(one.notes());
        }
        AccountStatement statement = new AccountStatement(
                one.account(), one.day(), true, Optional.of("14:03"), notes, one.holdings(), one.cash());

        try (PDDocument document = Loader.loadPDF(new PdfPrinter().print(statement))) {
            int pages = document.getNumberOfPages();
            assertThat(pages).isGreaterThan(2);
            for (int page = 1; page <= pages; page++) {
                PDFTextStripper stripper = new PDFTextStripper();
                stripper.setStartPage(page);
                stripper.setEndPage(page);
                String text = stripper.getText(document);
                String number = page == 1 ? "PENDING" : "page " + page + " of " + pages;
                assertThat(text.lines().findFirst().orElse(""))
                        .contains("account " + statement.account(), "2026-01-06", "DAY NOT OVER AT 14:03", number);
                assertThat(text).containsPattern("Fill +Time +Symbol");
            }
        }
        assertThat(new String(StatementCsv.statement(statement), StandardCharsets.UTF_8).lines())
                .first()
                .isEqualTo("day,account,kind,name,opening,in,out,charges,closing,pending,not_over_at");
        assertThat(new String(StatementCsv.statement(statement), StandardCharsets.UTF_8)
                        .lines()
                        .skip(1))
                .allMatch(line -> line.endsWith(",true,14:03"));
    }

    @Test
    void thePdfSaysWhatTheCsvSaysAndIsTheSameEveryTime() throws SQLException, IOException {
        AccountStatement statement = statements(FIRST.plusDays(1)).get(0);
        PdfPrinter printer = new PdfPrinter();

        byte[] pdf = printer.print(statement);

        assertThat(printer.print(statement)).isEqualTo(pdf);
        try (PDDocument document = Loader.loadPDF(pdf)) {
            String text = new PDFTextStripper().getText(document);
            assertThat(text).contains("Statement of account " + statement.account() + " for 2026-01-06");
            statement
                    .notes()
                    .forEach(note -> assertThat(text)
                            .contains(note.fillId(), note.value().toPlainString()));
            statement.cash().forEach(c -> assertThat(text).contains(c.closing().toPlainString()));
        }
        assertThat(new String(StatementCsv.notes(statement), StandardCharsets.UTF_8)
                        .lines()
                        .count())
                .isEqualTo(1 + statement.notes().size());
    }

    private List<AccountStatement> statements(LocalDate day) throws SQLException {
        List<AccountStatement> all = new ArrayList<>();
        try (Connection connection = database.openReader()) {
            new LedgerDay(day, ZONE).read(connection, all::add);
            assertThat(LedgerDay.accounts(connection)).isGreaterThanOrEqualTo(all.size());
            connection.rollback();
        }
        return all;
    }

    /** 240 trades, 80 on each of three days, the last of a day seconds before midnight. */
    private static List<Fill> fills(Random random) {
        List<Fill> fills = new ArrayList<>();
        for (int trade = 1; trade <= 240; trade++) {
            long seed = random.nextLong();
            for (Side side : Side.values()) {
                fills.add(fill(trade, side, "acct-" + random.nextInt(5), new Random(seed)));
            }
        }
        return fills;
    }

    /** One side of a trade; the other is made of the same numbers. */
    private static Fill fill(int trade, Side side, String account, Random random) {
        int ofDay = (trade - 1) % 80;
        LocalDateTime at =
                FIRST.plusDays(Math.min(2, (trade - 1) / 80)).atTime(9, 15).plusMinutes(ofDay * 11L);
        long timeUs =
                (trade > 240 ? at.plusHours(14).plusMinutes(40) : at).toEpochSecond(ZoneOffset.ofHoursMinutes(5, 30))
                        * 1_000_000;
        long price = 150_000L + random.nextInt(2_001) - 1_000;
        long quantity = 1L + random.nextInt(100);
        return new Fill(
                EventIds.ofFill(trade, side),
                trade,
                3L * trade,
                timeUs,
                account,
                "SYM" + random.nextInt(3),
                side,
                price,
                quantity,
                2L * trade + (side == Side.BUY ? 0 : 1),
                side == Side.BUY ? Liquidity.TAKER : Liquidity.MAKER,
                side == Side.BUY ? price * quantity / 10_000 : 0,
                "INR",
                2,
                0,
                2);
    }
}

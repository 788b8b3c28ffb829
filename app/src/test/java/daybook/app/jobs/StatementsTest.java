package daybook.app.jobs;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
            log.append(
                    FILLS,
                    new LogRecord(
                            fill.accountId().getBytes(StandardCharsets.UTF_8), EventJson.toBytes(fill), List.of(), 0));
        }
        for (int idle = 0; idle < 20; ) {
            idle = ledger.pump() == 0 ? idle + 1 : 0;
        }
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
            LocalDateTime at = FIRST.plusDays((trade - 1) / 80).atTime(9, 15).plusMinutes(trade % 80 * 11L);
            long timeUs = at.toEpochSecond(ZoneOffset.ofHoursMinutes(5, 30)) * 1_000_000;
            String symbol = "SYM" + random.nextInt(3);
            long price = 150_000L + random.nextInt(2_001) - 1_000;
            long quantity = 1L + random.nextInt(100);
            for (Side side : Side.values()) {
                fills.add(new Fill(
                        EventIds.ofFill(trade, side),
                        trade,
                        3L * trade,
                        timeUs,
                        "acct-" + random.nextInt(5),
                        symbol,
                        side,
                        price,
                        quantity,
                        2L * trade + (side == Side.BUY ? 0 : 1),
                        side == Side.BUY ? Liquidity.TAKER : Liquidity.MAKER,
                        side == Side.BUY ? price * quantity / 10_000 : 0,
                        "INR",
                        2,
                        0,
                        2));
            }
        }
        return fills;
    }
}

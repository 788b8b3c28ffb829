package daybook.exchange.replay;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.exchange.BookView;
import daybook.exchange.reference.SharedData;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/**
 * Goal: the engine gives the exchange's own executions. Method: command files derived from the order flow of a CME and a NASDAQ day; the
 * rows must be equal one by one, those of an uncross as a set.
 */
class ReplayRealDataTest {
    /** A row of the output, numbers as numbers. */
    private record Expected(long n, String kind, String restingId, BigDecimal price, BigDecimal quantity) {
        static Expected of(String csv) {
            String[] cells = csv.split(",", -1);
            return new Expected(Long.parseLong(cells[0]), cells[2], cells[3], number(cells[4]), number(cells[5]));
        }

        private static BigDecimal number(String text) {
            return new BigDecimal(text).stripTrailingZeros();
        }
    }

    private record Outcome(List<Expected> rows, ReplaySummary summary, EngineTarget target) {}

    @Test
    void aDayOfCmeFuturesTradesAsTheExchangeDid() throws IOException {
        Path commands = SharedData.file("cme_es_mbo/es_commands.csv.gz");
        List<Expected> expected = expected(SharedData.file("cme_es_mbo/es_expected.csv.gz"));
        long opening = lineOf(commands, ",PHASE,,,OPEN,");

        Outcome outcome = run(commands);

        Predicate<Expected> inAuction = row -> row.n() == opening;
        assertThat(outcome.rows().stream().filter(inAuction.negate()))
                .containsExactlyElementsOf(
                        expected.stream().filter(inAuction.negate()).toList());
        assertThat(outcome.rows().stream().filter(inAuction))
                .containsExactlyInAnyOrderElementsOf(
                        expected.stream().filter(inAuction).toList());
        assertThat(expected.stream().filter(inAuction)).hasSizeGreaterThan(30);
        assertThat(outcome.summary().unknownIds()).isZero();
        assertTheEngineHasTheSameBook(outcome);
    }

    @Test
    void anHourOfNasdaqTradesAsTheExchangeDid() throws IOException {
        Outcome outcome = run(SharedData.file("lobster/aapl_commands.csv.gz"));

        assertThat(outcome.rows()).containsExactlyElementsOf(expected(SharedData.file("lobster/aapl_expected.csv.gz")));
        assertTheEngineHasTheSameBook(outcome);
    }

    private static Outcome run(Path commands) throws IOException {
        EngineTarget target = new EngineTarget();
        List<Expected> rows = new ArrayList<>();
        ReplaySource source = new ReplaySource() {
            @Override
            public String name() {
                return commands.toString();
            }

            @Override
            public InputStream open() throws IOException {
                return Files.newInputStream(commands);
            }
        };
        ReplaySummary summary = new Replay(ReplayOptions.DEFAULT, target, System::nanoTime)
                .run(
                        source,
                        each -> rows.add(new Expected(
                                each.n(),
                                each.kind().name(),
                                each.restingId(),
                                Expected.number(each.price()),
                                Expected.number(each.quantity()))),
                        EventOutput.NONE);
        return new Outcome(rows, summary, target);
    }

    private static void assertTheEngineHasTheSameBook(Outcome outcome) {
        BookView book =
                outcome.target().engine().book("REPLAY", Integer.MAX_VALUE).orElseThrow();
        int scale = outcome.target().engine().instruments().get(0).priceScale();
        ReplaySummary summary = outcome.summary();
        assertThat(PlainDecimal.of(book.bids().get(0).price(), scale)).isEqualTo(summary.bestBid());
        assertThat(PlainDecimal.of(book.asks().get(0).price(), scale)).isEqualTo(summary.bestAsk());
        long orders = book.bids().stream().mapToLong(BookView.Level::orders).sum()
                + book.asks().stream().mapToLong(BookView.Level::orders).sum();
        assertThat(orders).isEqualTo(summary.restingOrders());
    }

    private static List<Expected> expected(Path file) throws IOException {
        try (BufferedReader reader = unpacked(file)) {
            return reader.lines().skip(1).map(Expected::of).toList();
        }
    }

    /** The number of the only command that has this text. */
    private static long lineOf(Path file, String text) throws IOException {
        try (BufferedReader reader = unpacked(file)) {
            String line = reader.lines()
                    .filter(each -> each.contains(text))
                    .findFirst()
                    .orElseThrow();
            return Long.parseLong(line.substring(0, line.indexOf(',')));
        }
    }

    private static BufferedReader unpacked(Path file) throws IOException {
        return new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8));
    }
}

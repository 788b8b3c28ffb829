package daybook.posttrade.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import daybook.events.Fill;
import daybook.events.Liquidity;
import daybook.events.Side;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/**
 * Real fills of accounts of a derivatives venue (the whole set has 4,658, a part of it 3,228), which reports with each fill the position before it and the profit
 * it closed. The venue keeps its average price rounded to a tick, so profits are compared within one tick x the closed quantity.
 *
 * <p>Perpetuals go through {@link Position} as they are. Spot buys pay their fee in the token, which our fills cannot say (a
 * charge is money), so those series are left to the count only. A series that starts in the middle has an unknown cost until it
 * is flat once.
 */
class RealFillsTest {
    private static final int WHOLE = 4_658;
    private static final int PART = 3_228;

    private static final int ACCOUNT = 0;
    private static final int COIN = 1;
    private static final int PRICE = 2;
    private static final int SIZE = 3;
    private static final int SIDE = 5;
    private static final int START = 7;
    private static final int CLOSED = 9;

    /** One account in one coin, and whether its cost is known. */
    private static final class Series {
        final Position position;
        BigDecimal quantity;
        boolean known;

        Series(String account, String coin, BigDecimal start) {
            position = new Position(1, 2, new Pair(account, coin), "USD");
            quantity = start;
            known = start.signum() == 0;
        }
    }

    private final List<Integer> breaks = new ArrayList<>();
    private final List<String> differences = new ArrayList<>();
    private int compared;

    @Test
    void closedProfitsAreTheVenuesAndTheGapsAreFound() throws IOException {
        Path file = data();
        List<String[]> rows = rows(file);
        Map<String, Integer> decimals = new HashMap<>();
        Map<String, Integer> sizeDecimals = new HashMap<>();
        for (String[] row : rows) {
            decimals.merge(row[COIN], scale(row[PRICE]), Math::max);
            sizeDecimals.merge(row[COIN], Math.max(scale(row[SIZE]), scale(row[START])), Math::max);
        }
        Map<String, Series> all = new HashMap<>();
        for (int i = 0; i < rows.size(); i++) {
            String[] row = rows.get(i);
            if (!row[COIN].startsWith("@")) {
                Series series = all.computeIfAbsent(
                        row[ACCOUNT] + "/" + row[COIN], key -> new Series(row[ACCOUNT], row[COIN], number(row[START])));
                take(i + 2, row, series, new int[] {decimals.get(row[COIN]), sizeDecimals.get(row[COIN])});
            }
        }

        assertThat(differences).isEmpty();
        if (rows.size() == WHOLE) {
            assertThat(breaks).as("lines before which fills are missing").containsExactly(1100, 3995);
            assertThat(compared).isEqualTo(3_545);
        } else if (rows.size() == PART) {
            assertThat(breaks).as("lines before which fills are missing").containsExactly(2565);
            assertThat(compared).isEqualTo(2_132);
        } else {
            assertThat(compared).isPositive();
        }
    }

    private void take(int line, String[] row, Series series, int[] scales) {
        BigDecimal start = number(row[START]);
        BigDecimal size = number(row[SIZE]);
        boolean buys = row[SIDE].equals("BUY");
        BigDecimal tolerance = start.abs().movePointLeft(8).max(new BigDecimal("0.000001"));
        if (series.quantity.subtract(start).abs().compareTo(tolerance) > 0) {
            breaks.add(line);
            series.known = start.signum() == 0;
            series.quantity = start;
            clear(series.position);
        }
        boolean flips = start.signum() != 0 && (start.signum() > 0) != buys && size.compareTo(start.abs()) > 0;
        if (start.signum() == 0) {
            series.known = true;
        }
        if (series.known) {
            compare(line, row, series, scales);
        } else if (flips) {
            openRest(row, series, scales, size.subtract(start.abs()));
        }
        series.quantity = series.quantity.add(buys ? size : size.negate());
        series.known |= flips || series.quantity.signum() == 0;
    }

    private void compare(int line, String[] row, Series series, int[] scales) {
        long before = series.position.realised;
        long open = Math.abs(series.position.quantity);
        Fill fill = fill(row, number(row[SIZE]), scales);
        series.position.apply(fill, fill.price(), fill.quantity());
        BigDecimal ours = BigDecimal.valueOf(series.position.realised - before, scales[0] + scales[1]);
        BigDecimal closed = BigDecimal.valueOf(Math.min(open, fill.quantity()), scales[1]);
        BigDecimal tick = BigDecimal.ONE.movePointLeft(scales[0]);
        BigDecimal tolerance = tick.multiply(closed).add(new BigDecimal("0.000002"));
        compared++;
        if (ours.subtract(number(row[CLOSED])).abs().compareTo(tolerance) > 0) {
            differences.add("line " + line + ": ours " + ours + ", the venue's " + row[CLOSED]);
        }
        assertThat(series.position.realised - series.position.cost).isEqualTo(series.position.cash);
    }

    private static void openRest(String[] row, Series series, int[] scales, BigDecimal rest) {
        Fill fill = fill(row, rest, scales);
        series.position.apply(fill, fill.price(), fill.quantity());
    }

    private static void clear(Position position) {
        position.quantity = 0;
        position.cost = 0;
        position.realised = 0;
        position.cash = 0;
    }

    private static Fill fill(String[] row, BigDecimal size, int[] scales) {
        return new Fill(
                "f-1-B",
                1,
                1,
                1,
                row[ACCOUNT],
                row[COIN],
                Side.valueOf(row[SIDE]),
                number(row[PRICE]).movePointRight(scales[0]).longValueExact(),
                size.movePointRight(scales[1]).longValueExact(),
                1,
                Liquidity.TAKER,
                0,
                "USD",
                scales[0],
                scales[1],
                scales[0] + scales[1]);
    }

    private static BigDecimal number(String text) {
        return new BigDecimal(text);
    }

    private static int scale(String text) {
        return Math.max(0, number(text).stripTrailingZeros().scale());
    }

    private static List<String[]> rows(Path file) throws IOException {
        List<String[]> rows = new ArrayList<>();
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
            lines.readLine();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                rows.add(line.split(",", -1));
            }
        }
        return rows;
    }

    private static Path data() {
        String set = System.getenv("SHARED_DATA");
        Path data =
                set != null ? Path.of(set) : Path.of(System.getProperty("daybook.root", "."), "..", "shared", "data");
        Path file = data.resolve("fills").resolve("hyperliquid_fills.csv.gz");
        if (!"1".equals(System.getenv("SHARED_DATA_REQUIRED"))) {
            assumeThat(file).as("set SHARED_DATA to run this").exists();
        }
        return file;
    }
}

package daybook.posttrade.market;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.events.Timeframe;
import daybook.posttrade.SharedData;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * Goal: real trades give the bars that the venue itself published, and where a vendor's files disagree with each other, the known number
 * of differences. Method: trades or short bars through the product's builder, compared with the other file bar by bar, exactly.
 */
class RealBarsTest {
    private static final int PRICE_SCALE = 5;
    private static final int QUANTITY_SCALE = 8;

    @Test
    void krakensTradesGiveKrakensBarsWithTheEmptyOnes() throws IOException {
        JsonNode trades = json("kraken/xbtusdt_trades.json.gz");
        JsonNode ohlc = json("kraken/xbtusdt_ohlc_1m.json.gz");
        BarBuilder builder = new BarBuilder("XBTUSDT", ZoneOffset.UTC, List.of(Timeframe.MINUTE));
        for (JsonNode trade : trades) {
            builder.take(new BarBuilder.Tick(
                    trade.get(6).asLong(),
                    new BigDecimal(trade.get(2).asString())
                            .movePointRight(6)
                            .setScale(0, RoundingMode.DOWN)
                            .longValueExact(),
                    units(trade.get(0).asString(), PRICE_SCALE),
                    units(trade.get(1).asString(), QUANTITY_SCALE)));
        }
        Map<Long, Bar> built = new HashMap<>();
        builder.closed().forEach(bar -> built.put(bar.startMicros() / 1_000_000, bar));
        long first = new BigDecimal(trades.get(0).get(2).asString()).longValue() / 60 * 60;
        long last = new BigDecimal(trades.get(trades.size() - 1).get(2).asString()).longValue() / 60 * 60;

        int equal = 0;
        int empty = 0;
        for (JsonNode theirs : ohlc) {
            long minute = theirs.get(0).asLong();
            if (minute > first && minute < last) { // wholly inside the trades
                Bar ours = Objects.requireNonNull(built.get(minute), "minute " + minute);
                assertThat(shown(ours)).as("minute %d", minute).isEqualTo(shown(theirs));
                equal += ours.isEmpty() ? 0 : 1;
                empty += ours.isEmpty() ? 1 : 0;
            }
        }

        assertThat(List.of(equal, empty)).isIn(List.of(208, 116), List.of(272, 137));
        assertThat(builder.late()).isZero();
    }

    @Test
    void coinbasesSecondsGiveItsMinutesAndThoseItsDays() throws IOException {
        int minutes = 0;
        for (String date : List.of("20161007", "20161008")) {
            List<Bar> seconds = lean("crypto/coinbase/second/btcusd/" + date + "_trade.zip", date, 8);
            List<Bar> theirs = lean("crypto/coinbase/minute/btcusd/" + date + "_trade.zip", date, 8);

            assertThat(prices(BarRollUp.of(seconds, Timeframe.MINUTE, ZoneOffset.UTC)))
                    .isEqualTo(prices(theirs));
            minutes += theirs.size();
        }
        assertThat(minutes).isEqualTo(1_419 + 1_400);

        Map<String, String> days = new HashMap<>();
        for (Bar day : lean("crypto/coinbase/daily/btcusd_trade.zip", "", 8)) {
            days.put(date(day.startMicros()), prices(List.of(day)).get(0));
        }
        int compared = 0;
        for (String date : List.of("20161007", "20161008", "20170903", "20170904", "20180404", "20180405")) {
            List<Bar> day = BarRollUp.of(
                    lean("crypto/coinbase/minute/btcusd/" + date + "_trade.zip", date, 8),
                    Timeframe.DAY,
                    ZoneOffset.UTC);

            assertThat(prices(day)).containsExactly(days.get(date));
            compared++;
        }
        assertThat(compared).isEqualTo(6);
    }

    @Test
    void whereAVendorsFilesDisagreeTheDifferencesAreCountedNotHidden() throws IOException {
        Map<String, int[]> counts = new HashMap<>();
        for (String symbol : List.of("bac", "ibm")) {
            int[] count = new int[3];
            for (String date : List.of("20131007", "20131008", "20131009", "20131010")) {
                List<String> theirs = prices(lean("equity/usa/minute/" + symbol + "/" + date + "_trade.zip", date, 0));
                List<Bar> seconds = lean("equity/usa/second/" + symbol + "/" + date + "_trade.zip", date, 0);
                Set<String> fromSeconds = Set.copyOf(prices(BarRollUp.of(seconds, Timeframe.MINUTE, ZoneOffset.UTC)));
                Set<String> fromTicks =
                        Set.copyOf(prices(ticks("equity/usa/tick/" + symbol + "/" + date + "_trade.zip", date)));
                count[0] += theirs.size();
                count[1] += Math.toIntExact(
                        theirs.stream().filter(fromSeconds::contains).count());
                count[2] += Math.toIntExact(
                        theirs.stream().filter(fromTicks::contains).count());
            }
            counts.put(symbol, count);
        }

        // minutes in the vendor's file, equal from seconds, equal from ticks
        assertThat(counts.get("bac")).containsExactly(2_355, 2_221, 2_151);
        assertThat(counts.get("ibm")).containsExactly(1_734, 1_218, 866);
    }

    private static List<Bar> ticks(String name, String date) throws IOException {
        BarBuilder builder = new BarBuilder("X", ZoneOffset.UTC, List.of(Timeframe.MINUTE));
        long id = 0;
        for (String[] row : rows(name)) {
            if (row[5].equals("0")) {
                builder.take(new BarBuilder.Tick(
                        ++id,
                        midnight(date) + ((long) Double.parseDouble(row[0])) * 1_000,
                        Long.parseLong(row[1]),
                        Long.parseLong(row[2])));
            }
        }
        builder.sessionEnded(midnight(date) + 86_400_000_000L);
        return builder.closed().stream().filter(bar -> !bar.isEmpty()).toList();
    }

    /** Bars of a LEAN file; with a date the first column is milliseconds since midnight, else a date. */
    private static List<Bar> lean(String name, String date, int scale) throws IOException {
        List<Bar> bars = new ArrayList<>();
        for (String[] row : rows(name)) {
            long start =
                    date.isEmpty() ? midnight(row[0].substring(0, 8)) : midnight(date) + Long.parseLong(row[0]) * 1_000;
            bars.add(new Bar(
                    "X",
                    Timeframe.SECOND,
                    start,
                    start + 1_000_000,
                    units(row[1], scale),
                    units(row[2], scale),
                    units(row[3], scale),
                    units(row[4], scale),
                    units(row[5], scale),
                    BigInteger.ZERO,
                    1,
                    true));
        }
        return bars;
    }

    private static List<String[]> rows(String name) throws IOException {
        Path file = SharedData.file("lean/" + name);
        try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(file))) {
            zip.getNextEntry();
            BufferedReader reader = new BufferedReader(new InputStreamReader(zip, StandardCharsets.UTF_8));
            return reader.lines()
                    .filter(line -> !line.isBlank())
                    .map(line -> line.split(",", -1))
                    .toList();
        }
    }

    private static long midnight(String date) {
        return LocalDate.parse(date, DateTimeFormatter.BASIC_ISO_DATE).toEpochDay() * 86_400_000_000L;
    }

    private static String date(long micros) {
        return LocalDate.ofEpochDay(micros / 86_400_000_000L).format(DateTimeFormatter.BASIC_ISO_DATE);
    }

    private static List<String> prices(List<Bar> bars) {
        return bars.stream()
                .map(bar -> bar.startMicros() + " " + bar.open() + " " + bar.high() + " " + bar.low() + " "
                        + bar.close() + " " + bar.volume())
                .toList();
    }

    private static long units(String text, int scale) {
        return new BigDecimal(text).movePointRight(scale).longValueExact();
    }

    private static String shown(Bar bar) {
        return String.format(
                Locale.ROOT,
                "%s %s %s %s %s %s %d",
                decimal(bar.open(), 1),
                decimal(bar.high(), 1),
                decimal(bar.low(), 1),
                decimal(bar.close(), 1),
                decimal(bar.vwap(), 1),
                BigDecimal.valueOf(bar.volume(), QUANTITY_SCALE).toPlainString(),
                bar.trades());
    }

    /** Prices with one decimal, what is finer cut off. */
    private static BigDecimal decimal(long units, int scale) {
        return BigDecimal.valueOf(units, PRICE_SCALE).setScale(scale, RoundingMode.DOWN);
    }

    private static String shown(JsonNode theirs) {
        List<String> cells = new ArrayList<>();
        for (int i = 1; i <= 7; i++) {
            cells.add(theirs.get(i).asString());
        }
        return String.join(" ", cells);
    }

    private static JsonNode json(String name) throws IOException {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(SharedData.file(name)))) {
            return new ObjectMapper().readTree(in).get("result").get("XBTUSDT");
        }
    }
}

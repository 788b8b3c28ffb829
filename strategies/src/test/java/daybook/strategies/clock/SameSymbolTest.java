package daybook.strategies.clock;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.delivery.Engine;
import daybook.events.Timeframe;
import daybook.strategies.ClosedBar;
import daybook.strategies.SeriesKey;
import daybook.strategies.SharedData;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SCENARIOS P-13, row Q5: the same symbol at another venue, or spot and perpetual, is another series, on everything's way. */
class SameSymbolTest {
    private static final List<String> P13 = List.of(
            "binance:crypto:spot:btcusdt",
            "binance:crypto:perp:btcusdt",
            "okx:crypto:spot:btcusdt",
            "gate:crypto:spot:btcusdt");
    private static final List<Integer> PRICES = List.of(100, 101, 200, 300);

    private static final int MINUTES = 90;

    @TempDir
    Path dir;

    @Test
    void eachVenueAndEachMarketTypeIsASeriesOfItsOwn() throws Exception {
        keepsSeriesApart(UnaryOperator.identity());
    }

    @Test
    void keysWithoutTheVenueOrTheMarketTypeAreCaught() {
        assertThatThrownBy(() -> keepsSeriesApart(
                        key -> new SeriesKey("any", key.market(), key.marketType(), key.instrument(), key.timeframe())))
                .isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> keepsSeriesApart(
                        key -> new SeriesKey(key.venue(), key.market(), "any", key.instrument(), key.timeframe())))
                .isInstanceOf(AssertionError.class);
    }

    /** The first minutes of 2022-12-13: BTCUSD at two venues, BTCUSDT as spot and perpetual. */
    @Test
    void recordingsOfSeveralVenuesComeOutAsTheyAre() throws Exception {
        Map<SeriesKey, List<ClosedBar>> files = new TreeMap<>((a, b) -> a.text().compareTo(b.text()));
        for (String name : List.of(
                "crypto/bybit/minute/btcusdt",
                "cryptofuture/bybit/minute/btcusdt",
                "cryptofuture/bybit/minute/btcusd",
                "cryptofuture/binance/minute/btcusd",
                "crypto/binance/minute/btcbusd")) {
            List<ClosedBar> bars = lean(name, LocalDate.of(2022, 12, 13));
            files.put(bars.get(0).series(), bars);
        }
        List<ClosedBar> recording = files.values().stream()
                .flatMap(List::stream)
                .sorted(Streams.ORDER)
                .toList();

        Map<SeriesKey, List<ClosedBar>> told = run(recording, files.keySet());

        assertThat(told).isEqualTo(files);
        assertThat(told.keySet())
                .extracting(SeriesKey::text)
                .contains("bar:bybit:crypto:spot:btcusdt:1m", "bar:bybit:crypto:perp:btcusdt:1m");
    }

    private void keepsSeriesApart(UnaryOperator<SeriesKey> key) throws Exception {
        List<ClosedBar> recording = new ArrayList<>();
        for (int minute = 0; minute < 10; minute++) {
            for (int i = 0; i < P13.size(); i++) {
                recording.add(at(key.apply(series(P13.get(i))), minute, PRICES.get(i) * 100L));
            }
        }

        Map<SeriesKey, List<ClosedBar>> told =
                run(recording, recording.stream().map(ClosedBar::series).collect(Collectors.toSet()));

        assertThat(told).hasSize(4);
        for (int i = 0; i < P13.size(); i++) {
            long price = PRICES.get(i) * 100L;
            assertThat(told.get(series(P13.get(i))))
                    .hasSize(10)
                    .allMatch(bar -> bar.prices().high() == price + 50);
        }
        assertThat(told.values().stream().flatMap(List::stream).map(ClosedBar::id))
                .doesNotHaveDuplicates()
                .hasSize(40);
    }

    private Map<SeriesKey, List<ClosedBar>> run(List<ClosedBar> recording, Set<SeriesKey> series) throws Exception {
        try (ClockWorld world = new ClockWorld(Files.createTempDirectory(dir, "w"), Engine.SQLITE)) {
            world.options = ClockOptions.recorded(true);
            RecordedFeed feed = new RecordedFeed(recording.iterator());
            BarClock clock = world.clock("one", feed, BarClock.Works.REAL);
            series.forEach(clock::subscribe);
            clock.pump();
            while (feed.advance()) {
                clock.pump();
            }
            clock.publisher().pump();
            assertThat(world.published()).containsExactlyInAnyOrderElementsOf(world.told);
            clock.close();
            Map<SeriesKey, List<ClosedBar>> told =
                    new TreeMap<>((a, b) -> a.text().compareTo(b.text()));
            world.told.forEach(bar ->
                    told.computeIfAbsent(bar.series(), key -> new ArrayList<>()).add(bar));
            return told;
        }
    }

    private static SeriesKey series(String market) {
        return SeriesKey.parse("bar:" + market + ":1m");
    }

    private static ClosedBar at(SeriesKey series, int minute, long price) {
        ClosedBar bar = Bars.minute(series, 28_000_000 + minute);
        return new ClosedBar(
                series,
                bar.symbol(),
                bar.token(),
                bar.window(),
                new ClosedBar.Prices(price, price + 50, price - 50, price),
                bar.traded(),
                bar.scales());
    }

    /** LEAN's minutes: milliseconds since midnight UTC, open, high, low, close, volume. The first of them. */
    private static List<ClosedBar> lean(String name, LocalDate day) throws IOException {
        String[] parts = name.split("/", -1);
        String type = parts[0].equals("crypto") ? "spot" : "perp";
        SeriesKey series = new SeriesKey(parts[1], "crypto", type, parts[3], Timeframe.MINUTE);
        Path file = SharedData.file("lean/" + name + "/" + day.toString().replace("-", "") + "_trade.zip");
        long midnight = day.atStartOfDay(ZoneOffset.UTC).toEpochSecond() * 1_000_000;
        List<ClosedBar> bars = new ArrayList<>();
        try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(file))) {
            zip.getNextEntry();
            BufferedReader lines = new BufferedReader(new InputStreamReader(zip, UTF_8));
            for (String line = lines.readLine(); line != null && bars.size() < MINUTES; line = lines.readLine()) {
                String[] row = line.split(",", -1);
                long start = midnight + Long.parseLong(row[0]) * 1_000;
                long volume = units(row[5], 6);
                bars.add(new ClosedBar(
                        series,
                        parts[3].toUpperCase(Locale.ROOT),
                        start / Bars.MINUTE,
                        new ClosedBar.Window(start, start + Bars.MINUTE),
                        new ClosedBar.Prices(units(row[1], 2), units(row[2], 2), units(row[3], 2), units(row[4], 2)),
                        new ClosedBar.Traded(volume, 0, 1),
                        new ClosedBar.Scales(2, 6)));
            }
        }
        return bars;
    }

    private static long units(String number, int scale) {
        return new BigDecimal(number)
                .setScale(scale, RoundingMode.DOWN)
                .unscaledValue()
                .longValueExact();
    }
}

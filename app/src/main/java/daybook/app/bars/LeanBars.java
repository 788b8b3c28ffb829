package daybook.app.bars;

import daybook.events.Timeframe;
import daybook.posttrade.market.Bar;
import daybook.posttrade.market.BarBuilder;
import daybook.posttrade.market.BarRollUp;
import java.io.BufferedReader;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipInputStream;

/**
 * LEAN's zip with one CSV: {@code time,open,high,low,close,volume}. Of seconds, minutes and ticks the time is milliseconds since local
 * midnight of the day in the file's name; of hours and days it is {@code yyyymmdd hh:mm}. Prices of equities are in 1/10000.
 */
final class LeanBars {
    private static final Pattern DATE = Pattern.compile("(\\d{8})_");
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd HH:mm", Locale.ROOT);
    private static final int EQUITY_SCALE = 4;

    private LeanBars() {}

    static BarFile read(Path file, BarFile.Reading reading) throws IOException {
        List<Bar> bars = new ArrayList<>();
        List<BarBuilder.Tick> ticks = new ArrayList<>();
        boolean equity = isEquity(file);
        boolean isTicks = file.toString().contains("/tick/");
        try (ZipInputStream zip = new ZipInputStream(BarFile.open(file))) {
            if (zip.getNextEntry() == null) {
                throw new BarFile.Cell(file, 1, "file").wrong("empty", "a zip with one CSV");
            }
            BufferedReader lines = BarFile.lines(zip);
            long number = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                if (line.isBlank()) {
                    continue;
                }
                Row row = new Row(file, number, line.split(",", -1), equity);
                if (isTicks) {
                    if (!row.isSuspicious()) {
                        ticks.add(row.tick(reading));
                    }
                } else {
                    bars.add(row.bar(reading));
                }
            }
        }
        return new BarFile(ticks, bars);
    }

    static boolean isEquity(Path file) {
        return file.toString().contains("/equity/");
    }

    /** The timeframe that LEAN's folder names, as in {@code .../minute/btcusd/20161007_trade.zip}. */
    static Optional<Timeframe> timeframeOf(Path file) {
        for (Path part : file.toAbsolutePath()) {
            switch (part.toString()) {
                case "second":
                    return Optional.of(Timeframe.SECOND);
                case "minute":
                    return Optional.of(Timeframe.MINUTE);
                case "hour":
                    return Optional.of(Timeframe.HOUR);
                case "daily":
                    return Optional.of(Timeframe.DAY);
                default:
                    break;
            }
        }
        return Optional.empty();
    }

    private record Row(Path file, long line, String[] cells, boolean equity) {
        private static final int SUSPICIOUS = 5;

        boolean isSuspicious() {
            return cells.length > SUSPICIOUS && cells[SUSPICIOUS].equals("1");
        }

        BarBuilder.Tick tick(BarFile.Reading reading) {
            return new BarBuilder.Tick(
                    line, micros(reading.zone()), price(1), at("size").units(cell(2)));
        }

        Bar bar(BarFile.Reading reading) {
            return BarRollUp.bar(
                    reading.instrument(),
                    reading.timeframe(),
                    reading.zone(),
                    new BarRollUp.Figures(
                            micros(reading.zone()),
                            price(1),
                            price(2),
                            price(3),
                            price(4),
                            at("volume").units(cell(5)),
                            BigInteger.ZERO,
                            1));
        }

        private long price(int column) {
            String text = cell(column);
            return equity
                    ? at("price").number(text, BarFile.SCALE - EQUITY_SCALE)
                    : at("price").units(text);
        }

        private long micros(ZoneId zone) {
            String text = cell(0);
            if (text.contains(" ")) {
                try {
                    return micros(LocalDateTime.parse(text, TIME), zone);
                } catch (DateTimeException notATime) {
                    throw at("time").wrong(text, "yyyymmdd hh:mm");
                }
            }
            Matcher date = DATE.matcher(String.valueOf(file.getFileName()));
            if (!date.find()) {
                throw at("time").wrong(String.valueOf(file.getFileName()), "a file name with yyyymmdd_");
            }
            LocalDate day = LocalDate.parse(date.group(1), DateTimeFormatter.BASIC_ISO_DATE);
            // Wall-clock time: local midnight and the milliseconds since, in the zone's own offset then.
            long sinceMidnight = at("time").seconds(text) / 1_000;
            return micros(day.atStartOfDay().plus(sinceMidnight, ChronoUnit.MICROS), zone);
        }

        private static long micros(LocalDateTime time, ZoneId zone) {
            return ChronoUnit.MICROS.between(Instant.EPOCH, time.atZone(zone).toInstant());
        }

        private String cell(int column) {
            if (column >= cells.length) {
                throw at("row").wrong(String.join(",", cells), "at least " + (column + 1) + " cells");
            }
            return cells[column].strip();
        }

        private BarFile.Cell at(String column) {
            return new BarFile.Cell(file, line, column);
        }
    }
}

package daybook.app.bars;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.events.Timeframe;
import daybook.posttrade.market.Bar;
import daybook.posttrade.market.BarBuilder;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.zip.GZIPInputStream;

/**
 * What a file holds: trades, or bars of one timeframe. Numbers are in units of 10^-{@value #SCALE}, whatever the file's own decimals are.
 *
 * @param ticks in the order of the file; empty if it holds bars
 * @param bars oldest first; empty if it holds trades
 */
public record BarFile(List<BarBuilder.Tick> ticks, List<Bar> bars) {
    /** Decimals that are kept; a number with more is refused. */
    public static final int SCALE = 8;

    /** How it is written (docs/formats/bars.md). */
    public enum Format {
        CSV,
        LEAN,
        KRAKEN
    }

    /**
     * What has to be known beside the file.
     *
     * @param instrument of the series
     * @param timeframe of the bars in the file
     * @param zone where days begin, and in which LEAN's times are
     */
    public record Reading(String instrument, Timeframe timeframe, ZoneId zone) {}

    /** The format that a name tells. */
    public static Format formatOf(Path file) {
        String name = String.valueOf(file.getFileName());
        if (name.endsWith(".zip")) {
            return Format.LEAN;
        }
        return name.endsWith(".json") || name.endsWith(".json.gz") ? Format.KRAKEN : Format.CSV;
    }

    /** The timeframe that LEAN's folder names, else a minute. */
    public static Timeframe timeframeOf(Path file) {
        return LeanBars.timeframeOf(file).orElse(Timeframe.MINUTE);
    }

    /** Where days begin for a file: in New York for LEAN's equities, else UTC. */
    public static ZoneId zoneOf(Path file) {
        return LeanBars.isEquity(file) ? ZoneId.of("America/New_York") : ZoneOffset.UTC;
    }

    /** Reads it whole. Throws a {@link Failure} with exit code 2 that names file, line and column, or 3 if it is not there. */
    public static BarFile read(Path file, Format format, Reading reading) {
        if (!Files.isReadable(file)) {
            throw new Failure(ExitCode.NOT_FOUND, file + ": no such file");
        }
        try {
            return switch (format) {
                case CSV -> CsvBars.read(file, reading);
                case LEAN -> LeanBars.read(file, reading);
                case KRAKEN -> KrakenBars.read(file, reading);
            };
        } catch (IOException broken) {
            throw new Failure(ExitCode.FAILURE, file + ": cannot be read: " + broken.getMessage(), broken);
        }
    }

    static InputStream open(Path file) throws IOException {
        InputStream in = Files.newInputStream(file);
        return String.valueOf(file.getFileName()).endsWith(".gz") ? new GZIPInputStream(in) : in;
    }

    static BufferedReader lines(InputStream in) {
        return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    }

    /** Where something is in a file, for what is said about it. */
    record Cell(Path file, long line, String column) {
        Failure wrong(String value, String expected) {
            return new Failure(
                    ExitCode.USAGE,
                    file + ":" + line + ": " + column + ": " + value.replaceAll("\\p{Cntrl}", "?") + " (expected "
                            + expected + ")");
        }

        /** A plain decimal in units. */
        long units(String text) {
            return number(text, SCALE);
        }

        /** Seconds with decimals since the epoch, as microseconds; what is finer is cut off. */
        long seconds(String text) {
            try {
                return new BigDecimal(text)
                        .movePointRight(6)
                        .setScale(0, RoundingMode.DOWN)
                        .longValueExact();
            } catch (ArithmeticException | NumberFormatException notATime) {
                throw wrong(text, "seconds since the epoch");
            }
        }

        long number(String text, int scale) {
            if (!text.matches("-?[0-9]{1,18}(\\.[0-9]{1,18})?([eE]-?[0-9]{1,2})?")) {
                throw wrong(text, "a number");
            }
            try {
                return new BigDecimal(text).movePointRight(scale).longValueExact();
            } catch (ArithmeticException tooFine) {
                throw wrong(text, "at most " + scale + " decimals, and no more than fits");
            }
        }
    }
}

package daybook.app.bars;

import daybook.posttrade.market.Bar;
import daybook.posttrade.market.BarBuilder;
import daybook.posttrade.market.BarRollUp;
import java.io.BufferedReader;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * CSV with a header that names its columns, in any order, without quoting: {@code start,open,high,low,close,volume[,vwap][,count]} for
 * bars, {@code time,price,quantity[,id]} for trades. Others are ignored.
 */
final class CsvBars {
    private static final List<String> BAR = List.of("start", "open", "high", "low", "close", "volume");
    private static final List<String> TRADE = List.of("time", "price", "quantity");

    private final Path file;
    private final BarFile.Reading reading;
    private final Map<String, Integer> columns = new HashMap<>();

    private CsvBars(Path file, BarFile.Reading reading) {
        this.file = file;
        this.reading = reading;
    }

    static BarFile read(Path file, BarFile.Reading reading) throws IOException {
        return new CsvBars(file, reading).read();
    }

    private BarFile read() throws IOException {
        List<BarBuilder.Tick> ticks = new ArrayList<>();
        List<Bar> bars = new ArrayList<>();
        try (BufferedReader lines = BarFile.lines(BarFile.open(file))) {
            boolean isTrades = header(lines.readLine());
            long number = 1;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                String[] cells = line.split(",", -1);
                if (line.isBlank()) {
                    continue;
                }
                if (cells.length < columns.size()) {
                    throw new BarFile.Cell(file, number, "row").wrong(line, columns.size() + " cells");
                }
                if (isTrades) {
                    ticks.add(tick(cells, number));
                } else {
                    bars.add(bar(cells, number));
                }
            }
        }
        return new BarFile(ticks, bars);
    }

    /** Returns whether the rows are trades. */
    private boolean header(@Nullable String line) {
        String[] names = line == null ? new String[0] : line.strip().split(",", -1);
        for (int i = 0; i < names.length; i++) {
            columns.put(names[i].strip(), i);
        }
        boolean isTrades = columns.keySet().containsAll(TRADE);
        if (!isTrades && !columns.keySet().containsAll(BAR)) {
            throw new BarFile.Cell(file, 1, "header")
                    .wrong(String.valueOf(line), String.join(",", BAR) + " or " + String.join(",", TRADE));
        }
        return isTrades;
    }

    private BarBuilder.Tick tick(String[] cells, long line) {
        long id = columns.containsKey("id") ? at(line, "id").number(cell(cells, "id"), 0) : line;
        return new BarBuilder.Tick(
                id,
                micros(cell(cells, "time"), at(line, "time")),
                at(line, "price").units(cell(cells, "price")),
                at(line, "quantity").units(cell(cells, "quantity")));
    }

    private Bar bar(String[] cells, long line) {
        long start = micros(cell(cells, "start"), at(line, "start"));
        long volume = at(line, "volume").units(cell(cells, "volume"));
        long trades =
                columns.containsKey("count") ? at(line, "count").number(cell(cells, "count"), 0) : volume == 0 ? 0 : 1;
        BigInteger value = columns.containsKey("vwap")
                ? BigInteger.valueOf(at(line, "vwap").units(cell(cells, "vwap")))
                        .multiply(BigInteger.valueOf(volume))
                : BigInteger.ZERO;
        return BarRollUp.bar(
                reading.instrument(),
                reading.timeframe(),
                reading.zone(),
                new BarRollUp.Figures(
                        start,
                        at(line, "open").units(cell(cells, "open")),
                        at(line, "high").units(cell(cells, "high")),
                        at(line, "low").units(cell(cells, "low")),
                        at(line, "close").units(cell(cells, "close")),
                        volume,
                        value,
                        trades));
    }

    private String cell(String[] cells, String column) {
        return cells[columns.getOrDefault(column, 0)].strip();
    }

    private BarFile.Cell at(long line, String column) {
        return new BarFile.Cell(file, line, column);
    }

    /** RFC 3339, or a whole number: seconds, milliseconds or microseconds since the epoch, as its length says. */
    private static long micros(String text, BarFile.Cell at) {
        if (text.matches("[0-9]{1,10}(\\.[0-9]+)?")) {
            return at.seconds(text);
        }
        if (text.matches("[0-9]{13}")) {
            return Long.parseLong(text) * 1_000;
        }
        if (text.matches("[0-9]{16}")) {
            return Long.parseLong(text);
        }
        try {
            return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse(text));
        } catch (DateTimeException | ArithmeticException notATime) {
            throw at.wrong(text, "a time as 2026-01-05T03:45:00Z, or s, ms or us since the epoch");
        }
    }
}

package daybook.app.bars;

import daybook.app.Json;
import daybook.posttrade.market.Bar;
import daybook.posttrade.market.BarBuilder;
import daybook.posttrade.market.BarRollUp;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * An answer of Kraken's public API: {@code {"result":{PAIR:[row,...]}}}. A row of trades is {@code [price, volume, time, side, type, misc,
 * id]}, one of bars {@code [time, open, high, low, close, vwap, volume, count]}.
 */
final class KrakenBars {
    private static final int TRADE_CELLS = 7;
    private static final int BAR_CELLS = 8;

    private KrakenBars() {}

    static BarFile read(Path file, BarFile.Reading reading) throws IOException {
        List<BarBuilder.Tick> ticks = new ArrayList<>();
        List<Bar> bars = new ArrayList<>();
        long number = 0;
        for (Object each : rows(file)) {
            number++;
            List<Object> cells = each instanceof List<?> ? Json.array(each) : List.of();
            Row row = new Row(file, number, cells);
            if (cells.size() == TRADE_CELLS) {
                ticks.add(row.tick());
            } else if (cells.size() == BAR_CELLS) {
                bars.add(row.bar(reading));
            } else {
                throw row.at("row").wrong(Json.write(each), "7 cells of a trade or 8 of a bar");
            }
        }
        return new BarFile(ticks, bars);
    }

    private static List<Object> rows(Path file) throws IOException {
        try (InputStream in = BarFile.open(file)) {
            Map<String, Object> answer = Json.object(Json.readOwn(in.readAllBytes()));
            for (Object value :
                    Json.object(answer.getOrDefault("result", Map.of())).values()) {
                if (value instanceof List<?>) {
                    return Json.array(value);
                }
            }
        } catch (Json.Malformed notJson) {
            throw new BarFile.Cell(file, 1, "file").wrong(String.valueOf(notJson.getMessage()), "JSON");
        }
        throw new BarFile.Cell(file, 1, "result").wrong("nothing", "a list of rows");
    }

    private record Row(Path file, long line, List<Object> cells) {
        BarBuilder.Tick tick() {
            return new BarBuilder.Tick(
                    at("id").number(cell(6), 0),
                    at("time").seconds(cell(2)),
                    at("price").units(cell(0)),
                    at("volume").units(cell(1)));
        }

        Bar bar(BarFile.Reading reading) {
            long volume = at("volume").units(cell(6));
            return BarRollUp.bar(
                    reading.instrument(),
                    reading.timeframe(),
                    reading.zone(),
                    new BarRollUp.Figures(
                            at("time").seconds(cell(0)),
                            at("open").units(cell(1)),
                            at("high").units(cell(2)),
                            at("low").units(cell(3)),
                            at("close").units(cell(4)),
                            volume,
                            BigInteger.valueOf(at("vwap").units(cell(5))).multiply(BigInteger.valueOf(volume)),
                            at("count").number(cell(7), 0)));
        }

        private String cell(int column) {
            Object value = cells.get(column);
            return value instanceof Json.Numeral number ? number.text() : String.valueOf(value);
        }

        BarFile.Cell at(String column) {
            return new BarFile.Cell(file, line, column);
        }
    }
}

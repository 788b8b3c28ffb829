package daybook.exchange.replay;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The units of one command file, found by reading all of it.
 *
 * @param rows how many commands it has
 * @param priceScale prices are in units of 10^-priceScale
 * @param tick every price is a multiple of it, in price units
 * @param quantityScale quantities are in units of 10^-quantityScale
 */
record Scales(long rows, int priceScale, long tick, int quantityScale) {

    /**
     * Checks every row of the file by itself and finds the scales: the fewest decimals that write every price and every quantity.
     *
     * @throws ReplayException at the first row that is not correct
     */
    static Scales of(ReplaySource source, ReplayOptions options) throws IOException {
        PlainDecimal tick = options.tick().isEmpty() ? null : ReplayOptions.parsed(options.tick());
        Survey survey = new Survey(source.name(), tick);
        try (RowReader reader = new RowReader(source.name(), source.open())) {
            for (Row row = reader.next(); row != null; row = reader.next()) {
                survey.add(row);
            }
        }
        return survey.scales();
    }

    private static final class Survey {
        private final String file;
        private final @Nullable PlainDecimal tick;
        private final Widest prices = new Widest();
        private final Widest quantities = new Widest();
        private long rows;

        Survey(String file, @Nullable PlainDecimal tick) {
            this.file = file;
            this.tick = tick;
        }

        void add(Row row) {
            rows++;
            if (row.verb().hasPrice) {
                if (tick != null && !isMultiple(row.price(), tick)) {
                    throw ReplayException.badRow(
                            file, row.line(), "price", row.price().toString(), "a multiple of the tick " + tick);
                }
                prices.add(row.price(), row.line());
            }
            if (row.verb().hasQuantity) {
                quantities.add(row.quantity(), row.line());
            }
        }

        Scales scales() {
            int priceScale = tick == null ? prices.scale : tick.scale();
            prices.check(file, "price", priceScale);
            quantities.check(file, "qty", quantities.scale);
            return new Scales(rows, priceScale, tick == null ? 1 : tick.unscaled(), quantities.scale);
        }

        private static boolean isMultiple(PlainDecimal price, PlainDecimal tick) {
            long units = price.inUnits(tick.scale());
            return units > 0 && units % tick.unscaled() == 0;
        }
    }

    /** The most decimals and the largest number of a column, whose row is named if it does not fit. */
    private static final class Widest {
        private int scale;
        private PlainDecimal largest = PlainDecimal.NONE;
        private long line;

        void add(PlainDecimal number, long where) {
            scale = Math.max(scale, number.scale());
            if (number.isAbove(largest)) {
                largest = number;
                line = where;
            }
        }

        void check(String file, String column, int unitScale) {
            if (largest.inUnits(unitScale) < 0) {
                throw ReplayException.badRow(
                        file,
                        line,
                        column,
                        largest.toString(),
                        "at most " + PlainDecimal.MAX_UNSCALED + " units of 10^-" + unitScale
                                + ", the smallest that the file uses");
            }
        }
    }
}

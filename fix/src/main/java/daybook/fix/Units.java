package daybook.fix;

import java.math.BigDecimal;
import java.util.OptionalLong;

/** Decimal text of messages and the integers that everything else counts in. Nothing is rounded on the way in. */
public final class Units {
    private static final int MOST_CHARACTERS = 32;

    private Units() {}

    public static String text(long units, int scale) {
        return BigDecimal.valueOf(units, scale).toPlainString();
    }

    /** In units of 10^-scale; empty if it is no plain decimal, has more decimals, or does not fit. */
    public static OptionalLong parse(String text, int scale) {
        if (text.length() > MOST_CHARACTERS || text.isEmpty() || text.indexOf('e') >= 0 || text.indexOf('E') >= 0) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(
                    new BigDecimal(text).setScale(scale).unscaledValue().longValueExact());
        } catch (ArithmeticException | NumberFormatException e) {
            return OptionalLong.empty();
        }
    }
}

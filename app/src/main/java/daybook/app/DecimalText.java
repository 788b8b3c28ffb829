package daybook.app;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Decimal strings outside, integers inside; nothing is ever rounded.
 *
 * <p>A number is digits with at most one point, perhaps after a minus: no exponent, no plus, no blank, at most 20 digits.
 */
public final class DecimalText {
    /** Most digits that a number may have, those after the point included. */
    public static final int MAX_DIGITS = 20;

    private DecimalText() {}

    /** What a text turned out to be. */
    public enum Outcome {
        /** The number is a whole count of units. */
        EXACT,
        /** It is a number, but finer than the scale. */
        TOO_FINE,
        /** It is a number, but larger than a signed 64-bit count of units. */
        TOO_LARGE,
        /** It is not a number as written here. */
        MALFORMED
    }

    /**
     * A read number.
     *
     * @param units the number in units of 10^-scale; 0 unless {@code EXACT}
     */
    public record Parsed(Outcome outcome, long units) {}

    /** Reads a number as a count of units of 10^-scale. */
    public static Parsed parse(String text, int scale) {
        if (!isPlainNumber(text)) {
            return new Parsed(Outcome.MALFORMED, 0);
        }
        BigDecimal shifted = new BigDecimal(text).movePointRight(scale);
        if (shifted.stripTrailingZeros().scale() > 0) {
            return new Parsed(Outcome.TOO_FINE, 0);
        }
        BigInteger units = shifted.toBigInteger();
        if (units.bitLength() > 63) {
            return new Parsed(Outcome.TOO_LARGE, 0);
        }
        return new Parsed(Outcome.EXACT, units.longValueExact());
    }

    /** Writes units of 10^-scale with exactly {@code scale} decimals. */
    public static String format(long units, int scale) {
        return BigDecimal.valueOf(units, scale).toPlainString();
    }

    private static boolean isPlainNumber(String text) {
        int at = text.startsWith("-") ? 1 : 0;
        int digits = 0;
        int points = 0;
        for (int i = at; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= '0' && c <= '9') {
                digits++;
            } else if (c == '.' && points == 0 && i > at && i < text.length() - 1) {
                points++;
            } else {
                return false;
            }
        }
        return digits >= 1 && digits <= MAX_DIGITS;
    }
}

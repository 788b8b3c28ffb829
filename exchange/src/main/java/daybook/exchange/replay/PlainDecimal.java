package daybook.exchange.replay;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * A number as the file writes it: digits, and perhaps a point and more digits. No sign, exponent or space.
 *
 * @param unscaled the value times 10^scale, at most {@value #MAX_UNSCALED}
 * @param scale digits behind the point without trailing zeros, 0..{@value #MAX_SCALE}
 */
record PlainDecimal(long unscaled, int scale) {
    /** What the events can carry: the largest integer that every reader of JSON keeps exactly. */
    static final long MAX_UNSCALED = (1L << 53) - 1;

    static final int MAX_SCALE = 9;
    static final PlainDecimal NONE = new PlainDecimal(0, 0);

    private static final long[] POWERS = new long[19];

    static {
        POWERS[0] = 1;
        for (int i = 1; i < POWERS.length; i++) {
            POWERS[i] = POWERS[i - 1] * 10;
        }
    }

    /** The number that these bytes write, or null if they write none or one out of bounds. */
    static @Nullable PlainDecimal written(byte[] text, int from, int to) {
        int end = withoutTrailingZeros(text, from, to);
        long unscaled = 0;
        int scale = -1;
        int digits = 0;
        for (int i = from; i < to; i++) {
            byte c = text[i];
            if (c == '.' && scale < 0 && digits > 0 && i + 1 < to) {
                scale = 0;
            } else if (c < '0' || c > '9') {
                return null;
            } else if (i < end) {
                digits++;
                unscaled = unscaled * 10 + (c - '0');
                scale += scale < 0 ? 0 : 1;
                if (unscaled > MAX_UNSCALED || scale > MAX_SCALE) {
                    return null;
                }
            }
        }
        return digits == 0 ? null : new PlainDecimal(unscaled, Math.max(scale, 0));
    }

    /** Where the digits that count end: zeros at the end of a fraction do not. */
    private static int withoutTrailingZeros(byte[] text, int from, int to) {
        int point = from;
        while (point < to && text[point] != '.') {
            point++;
        }
        int end = to;
        while (end > point + 1 && text[end - 1] == '0') {
            end--;
        }
        return point == to ? to : end;
    }

    /** This number in units of 10^-scale, or -1 if it is not a whole number of them or out of bounds. */
    long inUnits(int unitScale) {
        if (scale > unitScale) {
            return -1;
        }
        long power = POWERS[unitScale - scale];
        return unscaled <= MAX_UNSCALED / power ? unscaled * power : -1;
    }

    boolean isAbove(PlainDecimal other) {
        if (scale == other.scale) {
            return unscaled > other.unscaled;
        }
        return BigDecimal.valueOf(unscaled, scale).compareTo(BigDecimal.valueOf(other.unscaled, other.scale)) > 0;
    }

    /** {@code units} of 10^-unitScale, written plainly and without needless zeros. */
    static String of(long units, int unitScale) {
        long fraction = units % POWERS[unitScale];
        if (fraction == 0) {
            return Long.toString(units / POWERS[unitScale]);
        }
        StringBuilder text =
                new StringBuilder().append(units / POWERS[unitScale]).append('.');
        for (int digit = unitScale - 1; fraction != 0; digit--) {
            text.append((char) ('0' + fraction / POWERS[digit]));
            fraction %= POWERS[digit];
        }
        return text.toString();
    }

    @Override
    public String toString() {
        return BigDecimal.valueOf(unscaled, scale).toPlainString();
    }
}

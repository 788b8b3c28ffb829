package daybook.app.gateway;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.OptionalLong;

/** Numbers of one scale in units of another; nothing is ever rounded. */
final class Scaled {
    private Scaled() {}

    /** The same number in units of 10^-to; empty if it is no whole count of them, or too large a one. */
    static OptionalLong exactly(long units, int from, int to) {
        BigDecimal shifted = BigDecimal.valueOf(units, from).movePointRight(to);
        if (shifted.stripTrailingZeros().scale() > 0) {
            return OptionalLong.empty();
        }
        BigInteger whole = shifted.toBigInteger();
        return whole.bitLength() > 63 ? OptionalLong.empty() : OptionalLong.of(whole.longValueExact());
    }

    /** Whole units of 10^-to that a quantity contains: what is finer is counted once the rest of the unit has come. */
    static long whole(BigDecimal quantity, int to) {
        return quantity.movePointRight(to).toBigInteger().longValueExact();
    }
}

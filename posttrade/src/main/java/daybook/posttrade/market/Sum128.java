package daybook.posttrade.market;

import java.math.BigInteger;

/** A sum of products of two longs, exact: 128 bits. */
final class Sum128 {
    private long high;
    private long low;

    void clear() {
        high = 0;
        low = 0;
    }

    void addProduct(long a, long b) {
        add(Math.multiplyHigh(a, b), a * b);
    }

    void add(BigInteger value) {
        add(value.shiftRight(Long.SIZE).longValueExact(), value.longValue());
    }

    BigInteger value() {
        BigInteger whole = BigInteger.valueOf(high).shiftLeft(Long.SIZE).add(BigInteger.valueOf(low));
        return low < 0 ? whole.add(BigInteger.ONE.shiftLeft(Long.SIZE)) : whole;
    }

    private void add(long addHigh, long addLow) {
        long sum = low + addLow;
        boolean carries = Long.compareUnsigned(sum, low) < 0;
        low = sum;
        high = Math.addExact(high, addHigh) + (carries ? 1 : 0);
    }
}

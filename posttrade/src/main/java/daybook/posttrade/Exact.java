package daybook.posttrade;

import java.math.BigInteger;

/** Integer arithmetic on money: what does not fit into 64 bits is refused with {@link ArithmeticException}, never wrapped. */
public final class Exact {
    public static final int MAX_SCALE = 18;

    private static final long[] POWERS_OF_TEN = new long[MAX_SCALE + 1];

    static {
        long power = 1;
        for (int scale = 0; scale <= MAX_SCALE; scale++) {
            POWERS_OF_TEN[scale] = power;
            power = scale == MAX_SCALE ? power : power * 10;
        }
    }

    private Exact() {}

    /** 10 to the {@code scale}, for 0..{@value #MAX_SCALE}. */
    public static long powerOfTen(int scale) {
        return POWERS_OF_TEN[scale];
    }

    /**
     * {@code a * b / divisor}, rounded to the nearest integer, halves away from zero; the product may be wider than 64 bits.
     *
     * @param divisor above 0
     */
    public static long mulDiv(long a, long b, long divisor) {
        long high = Math.multiplyHigh(a, b);
        long low = a * b;
        if ((high == 0 && low >= 0) || (high == -1 && low < 0)) {
            long quotient = low / divisor;
            long rest = Math.abs(low % divisor);
            return rest >= divisor - rest ? Math.addExact(quotient, low < 0 ? -1 : 1) : quotient;
        }
        BigInteger product = BigInteger.valueOf(a).multiply(BigInteger.valueOf(b));
        BigInteger[] parts = product.divideAndRemainder(BigInteger.valueOf(divisor));
        boolean up = parts[1].abs().shiftLeft(1).compareTo(BigInteger.valueOf(divisor)) >= 0;
        BigInteger rounded = up ? parts[0].add(BigInteger.valueOf(product.signum())) : parts[0];
        return rounded.longValueExact();
    }
}

package daybook.posttrade.capture;

import daybook.events.Liquidity;
import daybook.posttrade.Exact;

/**
 * What a fill costs: a rate on its notional, by liquidity, in parts per million. Rounded to the nearest money unit, halves away
 * from zero; below 0 = a rebate. The side that the trade names as the aggressor is the taker: in an auction, where neither
 * was, that is the buy side.
 */
public record ChargeSchedule(long makerPpm, long takerPpm) {
    public static final long MAX_PPM = 100_000;
    private static final long MILLION = 1_000_000;

    /** Makers free, takers 1 basis point. */
    public static final ChargeSchedule DEFAULT = new ChargeSchedule(0, 100);

    public static final ChargeSchedule NONE = new ChargeSchedule(0, 0);

    public ChargeSchedule {
        check("makerPpm", makerPpm);
        check("takerPpm", takerPpm);
    }

    /** In money units, for a notional in money units. */
    public long charge(long notional, Liquidity liquidity) {
        long ppm = switch (liquidity) {
            case MAKER -> makerPpm;
            case TAKER -> takerPpm;
        };
        return Exact.mulDiv(notional, ppm, MILLION);
    }

    private static void check(String name, long ppm) {
        if (ppm < -MAX_PPM || ppm > MAX_PPM) {
            throw new IllegalArgumentException(name + ": " + ppm + " (expected: -" + MAX_PPM + ".." + MAX_PPM + ")");
        }
    }
}

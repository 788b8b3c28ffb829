package daybook.lab.study;

import daybook.delivery.DeliveryMode;
import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * What a mode did over all days.
 *
 * @param crashes that struck
 * @param lost fills that never reached the positions
 * @param duplicated applications beyond the first of a fill
 * @param positionError largest difference of a position from the truth at the end of any day, shares
 * @param worstErrorMedian median over the days of the day's largest difference, shares
 * @param expected bands
 */
public record ModeResult(
        DeliveryMode mode,
        int crashes,
        long lost,
        long duplicated,
        long positionError,
        long worstErrorMedian,
        Expected expected) {

    static ModeResult of(CrashPlan plan, DeliveryMode mode, Iterable<Day> days) {
        int crashes = 0;
        long lost = 0;
        long duplicated = 0;
        LongStream.Builder errors = LongStream.builder();
        for (Day day : days) {
            crashes += day.crashes();
            lost += Arrays.stream(day.counts()).filter(count -> count == 0).count();
            duplicated += Arrays.stream(day.counts())
                    .filter(count -> count > 1)
                    .mapToLong(count -> count - 1L)
                    .sum();
            errors.add(day.worstError());
        }
        long[] sorted = errors.build().sorted().toArray();
        return new ModeResult(
                mode,
                crashes,
                lost,
                duplicated,
                sorted[sorted.length - 1],
                sorted[sorted.length / 2],
                Expected.of(plan, mode));
    }

    /**
     * One day.
     *
     * @param counts how often each fill was applied
     * @param worstError largest difference of a position from the truth
     */
    record Day(int crashes, int[] counts, long worstError) {}

    public double lostPerCrash() {
        return crashes == 0 ? 0 : lost / (double) crashes;
    }

    public double duplicatedPerCrash() {
        return crashes == 0 ? 0 : duplicated / (double) crashes;
    }

    /** Whether everything is where it must be. A position can only be wrong where something was lost or repeated. */
    public boolean inBand() {
        boolean counted = expected.crashes().holds(crashes)
                && (crashes == 0
                        ? lost == 0 && duplicated == 0
                        : expected.lostPerCrash().holds(lostPerCrash())
                                && expected.duplicatedPerCrash().holds(duplicatedPerCrash()));
        return counted && (lost + duplicated > 0 || positionError == 0);
    }
}

package daybook.lab.study;

import daybook.delivery.DeliveryMode;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * What a mode did over all days.
 *
 * @param days one after the other
 * @param expected bands
 */
public record ModeResult(DeliveryMode mode, List<Day> days, Expected expected) {

    public ModeResult {
        days = List.copyOf(days);
    }

    /** With the bands that follow from the plan. */
    public static ModeResult of(CrashPlan plan, DeliveryMode mode, List<Day> days) {
        return new ModeResult(mode, days, Expected.of(plan, mode));
    }

    /**
     * One day.
     *
     * @param crashes that struck
     * @param lost fills that never reached the positions
     * @param duplicated applications beyond the first of a fill
     * @param worstError largest difference of a position from the truth at the end of the day, shares
     */
    public record Day(int crashes, long lost, long duplicated, long worstError) {

        /** @param counts how often each fill was applied */
        static Day of(int crashes, int[] counts, long worstError) {
            long lost = Arrays.stream(counts).filter(count -> count == 0).count();
            long duplicated = Arrays.stream(counts)
                    .mapToLong(count -> Math.max(0, count - 1L))
                    .sum();
            return new Day(crashes, lost, duplicated, worstError);
        }
    }

    public int crashes() {
        return (int) sum(Day::crashes);
    }

    public long lost() {
        return sum(Day::lost);
    }

    public long duplicated() {
        return sum(Day::duplicated);
    }

    /** Largest difference of a position from the truth at the end of any day, shares. */
    public long positionError() {
        return days.stream().mapToLong(Day::worstError).max().orElse(0);
    }

    /** Median over the days of the day's largest difference, shares. */
    public long worstErrorMedian() {
        long[] sorted = days.stream().mapToLong(Day::worstError).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    public double lostPerCrash() {
        return crashes() == 0 ? 0 : lost() / (double) crashes();
    }

    public double duplicatedPerCrash() {
        return crashes() == 0 ? 0 : duplicated() / (double) crashes();
    }

    /** Whether everything is where it must be. A position can only be wrong where something was lost or repeated. */
    public boolean inBand() {
        boolean counted = expected.crashes().holds(crashes())
                && (crashes() == 0
                        ? lost() == 0 && duplicated() == 0
                        : expected.lostPerCrash().holds(lostPerCrash())
                                && expected.duplicatedPerCrash().holds(duplicatedPerCrash()));
        return counted && (lost() + duplicated() > 0 || positionError() == 0);
    }

    private long sum(ToLongFunction<Day> of) {
        return days.stream().mapToLong(of).sum();
    }
}

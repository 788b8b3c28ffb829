package daybook.lab.study;

import java.util.List;

/**
 * What an outage of the log did to those who enter orders.
 *
 * @param offered orders
 * @param busy how many were told to come again: the ring was full
 * @param longestWaitMs from entry to answer, of those that were taken
 * @param mostLag events that were durable and not published, at most
 * @param unpublished events at the end; 0 = nothing was lost
 * @param samples one for each step
 */
public record BackpressureResult(
        Wiring wiring,
        long offered,
        long busy,
        long longestWaitMs,
        long mostLag,
        long unpublished,
        List<Sample> samples,
        Expected expected) {

    /** How the publisher hangs on to the exchange. */
    public enum Wiring {
        /** As a stage of the ring: a slot is free when its events are on the log. */
        STAGE_OF_THE_RING,
        /** As in the product: it reads the journal, and the ring does not know it. */
        TAIL_OF_THE_JOURNAL
    }

    /** How it stood. */
    public record Sample(int ms, long waiting, long lag) {}

    /** What must come out. */
    public record Expected(Band busy, Band longestWaitMs) {
        static Expected of(BackpressurePlan plan, Wiring wiring) {
            return switch (wiring) {
                case STAGE_OF_THE_RING ->
                    new Expected(
                            plan.busy(),
                            new Band(
                                    plan.outageMs() - (double) BackpressurePlan.STEP_MS,
                                    plan.outageMs() + (double) BackpressurePlan.RETRY_MS + BackpressurePlan.STEP_MS));
                case TAIL_OF_THE_JOURNAL -> new Expected(Band.exactly(0), Band.exactly(0));
            };
        }
    }

    public boolean inBand() {
        return expected.busy.holds((double) busy)
                && expected.longestWaitMs.holds((double) longestWaitMs)
                && mostLag > 0
                && unpublished == 0;
    }
}

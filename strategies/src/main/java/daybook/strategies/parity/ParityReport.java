package daybook.strategies.parity;

import daybook.strategies.ClosedBar;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * What was compared, and every difference by name.
 *
 * @param bars what the clock has recorded, and what lies on the topic
 * @param evaluations what was to be evaluated, and what was
 */
public record ParityReport(ParityWindow window, Bars bars, Evaluations evaluations) {

    /** Whether the log is as good as the process: nothing missing, extra or different, neither bars nor evaluations. */
    public boolean isEqual() {
        return bars.isEqual() && evaluations.isEqual();
    }

    /**
     * Of bars.
     *
     * @param recorded by the clock, to be published
     * @param unpublished recorded while publishing was off: nobody expects them on the topic
     * @param published of the window, each id once
     * @param duplicates further copies of an id: harmless, and counted
     * @param unreadable records on the topic that are no bar; of no window
     * @param retainedAway recorded, and so old that the topic does not keep them: not compared
     * @param missing recorded and not on the topic: what the mirror lost, or what an outbox still has
     * @param extra on the topic and never recorded
     * @param different on the topic with another content; as recorded
     * @param waiting messages in the outbox, of any kind, that were not sent yet when the comparison began
     */
    public record Bars(
            long recorded,
            long unpublished,
            long published,
            long duplicates,
            long unreadable,
            long retainedAway,
            List<ClosedBar> missing,
            List<ClosedBar> extra,
            List<ClosedBar> different,
            long waiting) {
        public Bars {
            missing = List.copyOf(missing);
            extra = List.copyOf(extra);
            different = List.copyOf(different);
        }

        public boolean isEqual() {
            return missing.isEmpty() && extra.isEmpty() && different.isEmpty();
        }
    }

    /** A strategy and a bar. */
    public record Evaluation(long strategyId, UUID eventId) {}

    /**
     * Of evaluations.
     *
     * @param expected bars times the subscriptions that were active at their end
     * @param outcomes how many of those there were ended how
     * @param missing at most {@value #MOST} of them; {@code missingCount} is exact, and likewise for the extra ones
     */
    public record Evaluations(
            long expected,
            Map<String, Long> outcomes,
            long missingCount,
            List<Evaluation> missing,
            long extraCount,
            List<Evaluation> extra) {
        static final int MOST = 1_000;

        public Evaluations {
            outcomes = Map.copyOf(outcomes);
            missing = List.copyOf(missing);
            extra = List.copyOf(extra);
        }

        public boolean isEqual() {
            return missingCount == 0 && extraCount == 0;
        }

        /** How many there were. */
        public long evaluated() {
            return outcomes.values().stream().mapToLong(Long::longValue).sum();
        }
    }
}

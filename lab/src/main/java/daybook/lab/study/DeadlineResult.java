package daybook.lab.study;

import java.util.List;

/**
 * How long everybody waited.
 *
 * @param calls of who does not answer
 * @param outages lived through, on simulated time
 */
public record DeadlineResult(List<Call> calls, List<Outage> outages) {

    /**
     * One call.
     *
     * @param target who does not answer, and how
     * @param tookMs until it failed
     * @param limitMs its deadline, what it was allowed to wait for records, and a little
     * @param failed whether it failed, as it must
     */
    public record Call(String target, String name, long tookMs, long limitMs, boolean failed, String error) {
        public boolean inBand() {
            return failed && tookMs <= limitMs;
        }
    }

    /**
     * A service during an outage.
     *
     * @param attempts it made
     * @param expected so many
     * @param resumedMs after the log was back
     * @param latestMs it must have resumed
     */
    public record Outage(String service, long attempts, Band expected, long resumedMs, long latestMs) {
        public boolean inBand() {
            return expected.holds((double) attempts) && resumedMs <= latestMs;
        }
    }

    public boolean inBand() {
        return calls.stream().allMatch(Call::inBand) && outages.stream().allMatch(Outage::inBand);
    }
}

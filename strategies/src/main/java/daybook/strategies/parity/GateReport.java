package daybook.strategies.parity;

import java.util.List;

/**
 * Whether the log may be trusted with strategies, and why.
 *
 * @param checks every one that is asked for, each with its numbers
 */
public record GateReport(ParityWindow window, List<GateCheck> checks) {
    public GateReport {
        checks = List.copyOf(checks);
    }

    /** Only when all have passed. */
    public boolean isOpen() {
        return !checks.isEmpty() && checks.stream().allMatch(GateCheck::passed);
    }
}

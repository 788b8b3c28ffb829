package daybook.app.heartbeat;

import java.util.List;
import java.util.Map;

/**
 * How a role is doing, as its process says.
 *
 * @param role exchange, capture ...
 * @param state green, amber or red
 * @param reasons why it is not green
 * @param counters of this process, by name
 * @param lastEvent where it is: the last event decided, read or passed on; "" if there is none
 */
public record RoleReport(
        String role, String state, List<String> reasons, Map<String, Long> counters, String lastEvent) {

    public RoleReport {
        if (!state.equals("green") && !state.equals("amber") && !state.equals("red")) {
            throw new IllegalArgumentException("state: " + state + " (expected: green|amber|red)");
        }
        reasons = List.copyOf(reasons);
        counters = Map.copyOf(counters);
    }

    /** Whether it is as it was, but for numbers that move. */
    boolean looksLike(RoleReport before) {
        return state.equals(before.state) && reasons.equals(before.reasons);
    }
}

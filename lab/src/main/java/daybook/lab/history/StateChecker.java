package daybook.lab.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Compares a state with the fold of its events, both told as rows of text. */
public final class StateChecker {
    private StateChecker() {}

    /**
     * Compares rows; their order does not matter, how often each is there does.
     *
     * @param what names the state, for the anomaly
     * @return one anomaly that names what differs; empty if nothing does
     */
    public static List<Anomaly> compare(String what, List<String> fold, List<String> state) {
        List<String> missing = without(fold, state);
        List<String> surplus = without(state, fold);
        return missing.isEmpty() && surplus.isEmpty()
                ? List.of()
                : List.of(new Anomaly(
                        Anomaly.Kind.STATE_NOT_THE_FOLD, what + ": missing " + missing + ", surplus " + surplus));
    }

    private static List<String> without(List<String> rows, List<String> others) {
        Map<String, Integer> counts = new HashMap<>();
        others.forEach(row -> counts.merge(row, 1, Integer::sum));
        List<String> left = new ArrayList<>();
        for (String row : rows) {
            if (counts.merge(row, -1, Integer::sum) < 0) {
                left.add(row);
            }
        }
        return left;
    }
}

package daybook.lab.history;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Anomalies as they are found: all are counted, the first of each kind are told. */
final class Findings {
    private static final int TOLD = 5;

    private final Map<Anomaly.Kind, Integer> counts = new EnumMap<>(Anomaly.Kind.class);
    private final List<Anomaly> told = new ArrayList<>();

    void add(Anomaly.Kind kind, String what) {
        if (isTold(kind)) {
            told.add(new Anomaly(kind, what));
        }
    }

    /** Counts one; true if it is among the first of its kind, and worth the words. */
    private boolean isTold(Anomaly.Kind kind) {
        return counts.merge(kind, 1, Integer::sum) <= TOLD;
    }

    List<Anomaly> told() {
        return List.copyOf(told);
    }
}

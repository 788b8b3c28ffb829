package daybook.lab.history;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Anomalies as they are found: the first few of each kind are told. */
final class Findings {
    private static final int TOLD = 5;

    private final Map<Anomaly.Kind, Integer> counts = new EnumMap<>(Anomaly.Kind.class);
    private final List<Anomaly> told = new ArrayList<>();

    void add(Anomaly.Kind kind, String what) {
        if (counts.merge(kind, 1, Integer::sum) <= TOLD) {
            told.add(new Anomaly(kind, what));
        }
    }

    List<Anomaly> told() {
        return List.copyOf(told);
    }
}

package daybook.lab.history;

import java.util.List;

/**
 * What a checker found.
 *
 * @param anomalies the first few of each kind; empty if there is none
 * @param records copies on the topic at the end
 * @param duplicates of these, copies beyond the first of each value
 */
public record TopicVerdict(List<Anomaly> anomalies, long records, long duplicates) {
    public TopicVerdict {
        anomalies = List.copyOf(anomalies);
    }

    public boolean clean() {
        return anomalies.isEmpty();
    }
}

package daybook.strategies.subscriptions;

import daybook.strategies.AccountKey;
import daybook.strategies.SeriesKey;
import daybook.strategies.api.Parameters;
import java.util.List;

/**
 * A strategy as it is stored.
 *
 * @param shard where its evaluations belong
 * @param reason why it failed; empty if it did not
 */
public record StrategyRow(long id, Setup setup, int shard, Status status, String reason) {

    /**
     * What never changes about it.
     *
     * @param account where its orders go
     * @param series what it listens to while it runs; 1 to {@value #MOST_SERIES}
     */
    public record Setup(String kind, Parameters parameters, AccountKey account, List<SeriesKey> series) {
        public static final int MOST_SERIES = 50;

        public Setup {
            series = series.stream()
                    .distinct()
                    .sorted((a, b) -> a.text().compareTo(b.text()))
                    .toList();
            if (series.isEmpty() || series.size() > MOST_SERIES) {
                throw new IllegalArgumentException(
                        "series: " + series.size() + " of them (expected: 1.." + MOST_SERIES + ")");
            }
        }
    }

    /** Whether it listens. */
    public enum Status {
        RUNNING,
        STOPPED,
        /** It has thrown too often in a row, and was stopped by that. */
        FAILED;

        /** As it is stored and shown. */
        public String text() {
            return switch (this) {
                case RUNNING -> "running";
                case STOPPED -> "stopped";
                case FAILED -> "failed";
            };
        }

        static Status of(String text) {
            for (Status each : values()) {
                if (each.text().equals(text)) {
                    return each;
                }
            }
            throw new IllegalStateException("status: " + text + " (expected: running, stopped or failed)");
        }
    }
}

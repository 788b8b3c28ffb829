package daybook.log;

import java.time.Duration;
import java.util.List;

/**
 * How a member joins a group.
 *
 * @param start where a partition without a committed offset begins
 * @param sessionTimeout a member that has not polled for this long is taken to be dead
 * @param listener told about partitions coming and going, on the polling thread
 */
public record GroupOptions(
        String group, List<String> topics, Start start, Duration sessionTimeout, RebalanceListener listener) {

    /** Where a new group begins. */
    public enum Start {
        EARLIEST,
        LATEST
    }

    /** Ten-second session, nobody told. */
    public static GroupOptions of(String group, Start start, String... topics) {
        return new GroupOptions(group, List.of(topics), start, Duration.ofSeconds(10), RebalanceListener.NONE);
    }
}

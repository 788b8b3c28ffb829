package daybook.app.jobs;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.config.Catalog;
import daybook.app.config.Configuration;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * How jobs are done here.
 *
 * @param queues the declared ones, in the order of their priority
 * @param schedules whether the venue's own jobs are pushed by the clock
 * @param copies where snapshots are copied to; empty: nowhere
 */
public record JobSettings(
        Driver driver, List<String> queues, int slots, Duration lease, boolean schedules, Optional<Path> copies) {
    /** What carries the jobs. */
    public enum Driver {
        DATABASE,
        LOG,
        SHARE;

        /** As users write it. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Where the venue's own jobs go, and others of which nobody says where. */
    public static final String DEFAULT_QUEUE = "default";

    /** Kafka lends a record for this at most, unless its operator says otherwise. */
    private static final Duration USUAL_LOAN = Duration.ofSeconds(60);

    public JobSettings {
        queues = List.copyOf(queues);
        if (Set.copyOf(queues).size() < queues.size()) {
            throw new Failure(
                    ExitCode.USAGE, "daybook.queues: " + String.join(",", queues) + " (expected: each name once)");
        }
        if (!queues.contains(DEFAULT_QUEUE)) {
            throw new Failure(
                    ExitCode.USAGE, "daybook.queues: " + String.join(",", queues) + " (expected: default among them)");
        }
    }

    public static JobSettings of(Configuration from) {
        Driver driver = Driver.valueOf(from.text(Catalog.QUEUE_DRIVER).toUpperCase(Locale.ROOT));
        boolean isUsualLoan = driver == Driver.SHARE && !from.isSaid(Catalog.QUEUE_LEASE);
        return new JobSettings(
                driver,
                from.list(Catalog.QUEUES),
                from.integer(Catalog.QUEUE_SLOTS),
                isUsualLoan ? USUAL_LOAN : from.duration(Catalog.QUEUE_LEASE),
                from.flag(Catalog.QUEUE_SCHEDULES),
                Optional.of(from.text(Catalog.COPIES))
                        .filter(text -> !text.isEmpty())
                        .map(Path::of));
    }

    /** As it is unless somebody says otherwise. */
    public static JobSettings usual() {
        return new JobSettings(
                Driver.DATABASE, List.of(DEFAULT_QUEUE), 2, Duration.ofSeconds(90), true, Optional.empty());
    }
}

package daybook.lab.study;

import daybook.delivery.Database;
import daybook.log.Log;
import daybook.log.Retention;
import daybook.log.TopicSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * What experiments are made on: never a venue's own log or tables.
 *
 * @param log any log; the experiments create topics of their own there
 * @param prefix of their names, so that no two runs meet
 * @param databases a new, empty database for each name
 * @param directory empty, for journals
 * @param time clocks, and how to let time pass
 */
public record Workbench(Log log, String prefix, Databases databases, Path directory, Time time) {

    /** A new topic. */
    TopicSpec topic(String name, int partitions) {
        TopicSpec spec = new TopicSpec(prefix + name, partitions, Retention.days(1));
        log.createTopic(spec);
        return spec;
    }

    InstantSource clock() {
        return time.clock();
    }

    LongSupplier nanos() {
        return time.nanos();
    }

    /** The same on a clock of its own, which only {@code nanos} moves. */
    Workbench on(LongSupplier nanos) {
        return new Workbench(log, prefix, databases, directory, new Time(time.clock(), nanos, time.passing()));
    }

    /** Makes databases. */
    @FunctionalInterface
    public interface Databases {
        Database create(String name);
    }

    /**
     * Time of an experiment.
     *
     * @param nanos monotonic; the log's own, too
     * @param passing lets it pass
     */
    public record Time(InstantSource clock, LongSupplier nanos, Passing passing) {}

    /** Lets time pass: by moving a clock, or, where others have clocks of their own, by waiting. */
    @FunctionalInterface
    public interface Passing {
        void pass(Duration time);
    }
}

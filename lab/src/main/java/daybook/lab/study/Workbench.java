package daybook.lab.study;

import daybook.delivery.Database;
import daybook.log.Log;
import daybook.log.Retention;
import daybook.log.TopicSpec;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * What experiments are made on: never a venue's own log or tables.
 *
 * @param log any log; the experiments create topics of their own there
 * @param prefix of their names, so that no two runs meet
 * @param databases a new, empty database for each name
 * @param nanos monotonic
 */
public record Workbench(Log log, String prefix, Databases databases, InstantSource clock, LongSupplier nanos) {

    /** A new topic. */
    TopicSpec topic(String name, int partitions) {
        TopicSpec spec = new TopicSpec(prefix + name, partitions, Retention.days(1));
        log.createTopic(spec);
        return spec;
    }

    /** Makes databases. */
    @FunctionalInterface
    public interface Databases {
        Database create(String name);
    }
}

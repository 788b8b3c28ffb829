package daybook.app.cli;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.config.Catalog;
import daybook.app.config.Nearest;
import daybook.app.kafka.KafkaConnection;
import daybook.events.Topics;
import daybook.journal.FileDisk;
import daybook.log.Log;
import daybook.log.TopicSpec;
import daybook.log.embedded.ReadOnlyLog;

/** The log of a data directory or cluster, opened for reading, and topics by the names that users give them. */
record LogView(Log log, Topics topics, String prefix) implements AutoCloseable {

    static LogView of(Place place) {
        Topics topics = KafkaConnection.topics(place.configuration());
        String prefix = place.configuration().text(Catalog.TOPIC_PREFIX);
        if (place.isOnKafka()) {
            return new LogView(KafkaConnection.openReachable(place.configuration()), topics, prefix);
        }
        return new LogView(ReadOnlyLog.open(new FileDisk(), place.data().log(), System::nanoTime), topics, prefix);
    }

    /** A topic by its name, with or without prefix. Throws a {@link Failure} with exit code 3 if it is not there. */
    TopicSpec topic(String name) {
        if (!name.matches("[A-Za-z0-9_][A-Za-z0-9._-]{0,199}")) {
            throw new Failure(ExitCode.NOT_FOUND, "TOPIC: no such topic (expected: 1 to 200 of A-Z a-z 0-9 . _ -)");
        }
        return log.topic(topics.fullName(withoutPrefix(name))).orElseThrow(() -> {
            String nearest = Nearest.of(
                    name,
                    log.topics().stream()
                            .map(spec -> topics.bareName(spec.name()))
                            .toList());
            return new Failure(
                    ExitCode.NOT_FOUND,
                    name + ": no such topic" + (nearest.isEmpty() ? "" : "; did you mean " + nearest + "?"));
        });
    }

    private String withoutPrefix(String name) {
        return name.startsWith(prefix) ? name.substring(prefix.length()) : name;
    }

    @Override
    public void close() {
        log.close();
    }
}

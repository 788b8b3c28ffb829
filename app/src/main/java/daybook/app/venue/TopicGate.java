package daybook.app.venue;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.events.Topics;
import daybook.log.LogException;
import daybook.log.kafka.KafkaLog;
import daybook.log.kafka.KafkaLogSettings;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** At boot: are the declared topics there? A venue never creates them on a cluster by itself. */
final class TopicGate {
    private static final Logger LOG = LoggerFactory.getLogger(TopicGate.class);
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private TopicGate() {}

    /**
     * Looks. A cluster that does not answer is no reason to refuse: orders must not wait for it, and whoever needs the topics says
     * then what is missing.
     *
     * @throws Failure with exit code 3, naming each topic that is missing or different
     * @throws LogException if the cluster answers and lets nobody in
     */
    static void require(KafkaLogSettings settings, Topics topics) {
        Duration limit = settings.timeout().compareTo(PATIENCE) < 0 ? settings.timeout() : PATIENCE;
        try (KafkaLog log = KafkaLog.open(settings.withTimeout(limit))) {
            log.checkReachable();
            List<String> problems = DeclaredTopics.problems(log, topics);
            if (!problems.isEmpty()) {
                throw new Failure(
                        ExitCode.NOT_FOUND,
                        "topics: " + String.join("; ", problems) + " (expected: as declared; daybook topics init)");
            }
        } catch (LogException away) {
            switch (away.kind()) {
                case UNAVAILABLE, TIMED_OUT ->
                    LOG.warn("{}; started without it, and will catch up", String.valueOf(away.getMessage()));
                default -> throw away;
            }
        }
    }
}

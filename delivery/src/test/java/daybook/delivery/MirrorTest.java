package daybook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.log.LogException;
import daybook.log.LogRecord;
import daybook.log.Retention;
import daybook.log.TopicPartition;
import daybook.log.TopicSpec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Fail-open: an outage costs records, which are counted, and nobody's time. */
class MirrorTest {
    private static final String TOPIC = "market.bar.closed.v1";

    private final MemoryLog log = new MemoryLog(false);
    private final ManualTime time = new ManualTime();
    private final Mirror mirror = new Mirror(log, "clock", 3, time::nanos);

    @BeforeEach
    void aTopic() {
        log.createTopic(new TopicSpec(TOPIC, 1, Retention.UNLIMITED));
    }

    @Test
    void whatIsHandedOverIsPublishedInOrder() {
        mirror.offer(TOPIC, record("a"));
        mirror.offer(TOPIC, record("b"));

        assertThat(mirror.pump()).isEqualTo(2);
        assertThat(mirror.pump()).isZero();

        assertThat(published()).containsExactly("a", "b");
        assertThat(mirror.counts()).isEqualTo(new Mirror.Counts(2, 0, 0, ""));
    }

    @Test
    void whileTheLogIsAwayRecordsAreLostAndCounted() {
        log.outage = new LogException(LogException.Kind.UNAVAILABLE, "nobody answers");
        mirror.offer(TOPIC, record("a"));
        mirror.pump();
        assertThat(mirror.counts()).isEqualTo(new Mirror.Counts(0, 1, 0, "nobody answers"));

        log.outage = null;
        mirror.offer(TOPIC, record("b"));
        time.pass(Duration.ofMinutes(1));
        mirror.pump();

        assertThat(published()).containsExactly("b");
        assertThat(mirror.counts().published()).isEqualTo(1);
    }

    @Test
    void whoeverHandsOverTooMuchGoesOnAllTheSame() {
        for (int i = 0; i < 5; i++) {
            assertThat(mirror.offer(TOPIC, record("v" + i))).isEqualTo(i < 3);
        }

        assertThat(mirror.counts()).isEqualTo(new Mirror.Counts(0, 2, 3, ""));
    }

    private List<String> published() {
        return log.read(new TopicPartition(TOPIC, 0), 0, 100).stream()
                .map(stored -> new String(stored.record().value(), StandardCharsets.UTF_8))
                .toList();
    }

    private static LogRecord record(String value) {
        return new LogRecord(
                "bar".getBytes(StandardCharsets.UTF_8), value.getBytes(StandardCharsets.UTF_8), List.of(), 0);
    }
}

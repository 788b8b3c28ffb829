package daybook.app.venue;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import daybook.app.ws.FakeMarket;
import daybook.delivery.broadcast.ChannelName;
import daybook.events.Topics;
import daybook.journal.FileDisk;
import daybook.log.Log;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a process says when it goes. */
class LiveTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    private final Topics topics = new Topics("daybook.");

    @Test
    void whoWasInARoomThroughAProcessThatStopsHasLeftAtOnce() {
        DataDirectory data = DataDirectory.of(directory, "");
        data.prepare();
        try (Logs logs = Logs.embedded(new FileDisk(), data, UUID.randomUUID())) {
            DeclaredTopics.specs(topics).forEach(logs.connect()::createTopic);
            Live live = new Live(
                    logs, topics, new Live.Sources(new FakeMarket(), Optional::empty, Optional::empty), broken -> {
                        throw new AssertionError(broken);
                    });
            SimpleMeterRegistry meters = new SimpleMeterRegistry();
            live.figures(meters);
            live.start();
            live.presence().join(new ChannelName("presence-lobby"), "alice");
            await().until(() -> said(logs.connect()).size() == 1);
            await().until(() ->
                    meters.get("daybook.broadcasts.heard").functionCounter().count() == 1);

            live.close();

            List<String> said = said(logs.connect());
            assertThat(said).hasSize(2);
            assertThat(said.get(0)).contains("alice");
            assertThat(said.get(1)).contains("\"users\":[]");
        }
    }

    private List<String> said(Log log) {
        List<String> said = new ArrayList<>();
        for (int p = 0; p < Topics.BROADCASTS.partitions(); p++) {
            TopicPartition place = new TopicPartition(topics.fullName(Topics.BROADCASTS), p);
            for (StoredRecord record : log.read(place, 0, 100)) {
                said.add(new String(record.record().value(), UTF_8));
            }
        }
        return said;
    }
}

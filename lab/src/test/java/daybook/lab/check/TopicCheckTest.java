package daybook.lab.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.events.Event;
import daybook.events.EventCodec;
import daybook.events.EventJson;
import daybook.events.SessionState;
import daybook.events.SessionStateChanged;
import daybook.journal.FileDisk;
import daybook.journal.JournalArchive;
import daybook.log.Header;
import daybook.log.LogRecord;
import daybook.log.Partitioner;
import daybook.log.TopicPartition;
import daybook.publisher.CheckpointFile;
import daybook.publisher.JournalEvents;
import daybook.publisher.JournalPublisher;
import daybook.publisher.PublisherPorts;
import daybook.publisher.PublisherSettings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One hand-made history per anomaly, each of which must be seen, and clean ones, which must not be blamed. */
class TopicCheckTest {
    @TempDir
    Path directory;

    private HandMade venue;
    private final List<Event> events = new RandomEvents(11).take(300);

    @BeforeEach
    void open() {
        venue = new HandMade(directory);
        venue.journal(events);
        venue.idle();
    }

    @AfterEach
    void close() {
        venue.close();
    }

    @Test
    void aTopicThatSaysWhatTheJournalSaysIsClean() {
        venue.publish(events);

        assertThat(stopped()).isEqualTo(new CheckResult(300, 0, 0, 0, 0, 0, 0, List.of()));
        assertThat(stopped().clean()).isTrue();
        assertThat(stopped().toJson())
                .isEqualTo("{\"published\":300,\"missing\":0,\"duplicates\":0,\"mismatched\":0,\"wrongKey\":0,"
                        + "\"phantom\":0,\"retainedAway\":0}");
    }

    @Test
    void whatTheRealPublisherSendsIsClean() {
        FileDisk disk = new FileDisk();
        JournalPublisher publisher = new JournalPublisher(
                new PublisherPorts(
                        new JournalEvents(disk, directory.resolve("journal"), () -> 300),
                        venue.log(),
                        new CheckpointFile(disk, directory, new UUID(1, 1)),
                        () -> Instant.EPOCH,
                        () -> 0),
                PublisherSettings.of(HandMade.TOPIC));

        while (publisher.pump() > 0) {}
        publisher.close();

        assertThat(stopped()).isEqualTo(new CheckResult(300, 0, 0, 0, 0, 0, 0, List.of()));
        assertThat(CheckpointFile.read(disk, directory).orElseThrow().line()).isEqualTo(300);
    }

    @Test
    void aMissingEventIsSeen() {
        venue.publish(without(77));

        assertThat(stopped()).returns(1L, CheckResult::missing).returns(false, CheckResult::clean);
        assertThat(stopped().findings()).containsExactly("seq 77: missing");
    }

    @Test
    void besideARunningVenueWhatLiesAboveTheLineMayStillCome() {
        venue.publish(events.subList(0, 200));

        assertThat(TopicCheck.whileRunning(venue.files(), 200))
                .isEqualTo(new CheckResult(200, 0, 0, 0, 0, 0, 0, List.of()));
        assertThat(TopicCheck.whileRunning(venue.files(), 201)).returns(1L, CheckResult::missing);
    }

    @Test
    void aDuplicateIsCountedAndHarmless() {
        venue.publish(events);
        venue.publish(events.subList(10, 15));

        assertThat(stopped()).isEqualTo(new CheckResult(300, 0, 5, 0, 0, 0, 0, List.of()));
        assertThat(stopped().clean()).isTrue();
    }

    @Test
    void aCopyThatSaysSomethingElseIsSeenAlsoWhenTheFirstOneIsRight() {
        venue.publish(events);
        Event event = events.get(5);
        byte[] changed = new String(EventJson.toBytes(event), UTF_8)
                .replace("\"time\":" + event.time(), "\"time\":" + (event.time() + 1))
                .getBytes(UTF_8);
        venue.publish(HandMade.record(event, changed));

        assertThat(stopped()).returns(1L, CheckResult::mismatched).returns(1L, CheckResult::duplicates);
        assertThat(stopped().clean()).isFalse();
    }

    @Test
    void headersThatNameAnotherEventAreSeen() {
        venue.publish(without(8));
        Event event = events.get(7);
        LogRecord right = HandMade.record(event);
        List<Header> headers = right.headers().stream()
                .map(h -> h.name().equals("ce_id") ? Header.of("ce_id", "x-9") : h)
                .toList();
        venue.publish(new LogRecord(right.key(), right.value(), headers, 0));

        assertThat(stopped()).returns(1L, CheckResult::mismatched);
    }

    @Test
    void aWrongKeyIsSeen() {
        venue.publish(without(8));
        Event event = events.get(7);
        LogRecord right = HandMade.record(event);
        int partition = Partitioner.partition(right.key(), 3);
        venue.publish(partition, new LogRecord("OTHER".getBytes(UTF_8), right.value(), right.headers(), 0));

        assertThat(stopped()).returns(1L, CheckResult::wrongKey).returns(0L, CheckResult::missing);
        assertThat(stopped().clean()).isFalse();
    }

    @Test
    void aWrongPartitionIsSeen() {
        venue.publish(without(8));
        LogRecord right = HandMade.record(events.get(7));
        venue.publish((Partitioner.partition(right.key(), 3) + 1) % 3, right);

        assertThat(stopped()).returns(1L, CheckResult::wrongKey);
    }

    @Test
    void anEventThatTheJournalDoesNotHaveIsAPhantom() {
        venue.publish(events);
        venue.publish(List.of(new SessionStateChanged(301, 1, SessionState.OPEN)));

        assertThat(stopped()).returns(1L, CheckResult::phantom).returns(false, CheckResult::clean);
    }

    @Test
    void whatIsNoEventAtAllIsAPhantom() {
        venue.publish(events);
        venue.publish(HandMade.record(events.get(0), "hello".getBytes(UTF_8)));
        venue.publish(HandMade.record(events.get(0), "{\"type\":\"Trade\"}".getBytes(UTF_8)));

        assertThat(stopped()).returns(2L, CheckResult::phantom);
    }

    @Test
    void whatRetentionDroppedIsNotCalledMissing() {
        venue.close();
        directory = directory.resolve("2");
        venue = new HandMade(directory, 1 << 20, 10);
        venue.journal(events);
        venue.idle();
        venue.publish(events);
        int dropped = venue.log().deleteRecords(new TopicPartition(HandMade.TOPIC, 0), 20);

        assertThat(dropped).isPositive();
        assertThat(stopped())
                .returns(0L, CheckResult::missing)
                .returns(20L, CheckResult::retainedAway)
                .returns(true, CheckResult::clean);
    }

    @Test
    void whatWasPrunedFromTheJournalCannotBeComparedAndIsCountedApart() {
        venue.close();
        directory = directory.resolve("2");
        venue = new HandMade(directory, 4_096, 1_000);
        for (Event event : events) {
            venue.journal(List.of(event));
        }
        venue.idle();
        venue.publish(events);
        assertThat(stopped()).isEqualTo(new CheckResult(300, 0, 0, 0, 0, 0, 0, List.of()));

        JournalArchive archive = new JournalArchive(new FileDisk(), directory.resolve("journal"));
        assertThat(archive.archive(200)).isNotEmpty();
        assertThat(stopped()).as("archived").isEqualTo(new CheckResult(300, 0, 0, 0, 0, 0, 0, List.of()));
        assertThat(archive.prune(100)).isNotEmpty();

        assertThat(stopped()).returns(true, CheckResult::clean);
        assertThat(stopped().retainedAway()).isBetween(1L, 100L);
    }

    @Test
    void everyChangeOfEveryFieldOfEveryTypeIsSeen() {
        for (Event event : events.subList(0, 60)) {
            String json = new String(EventJson.toBytes(event), UTF_8);
            EventView view = new EventView();
            ByteBuffer payload = ByteBuffer.allocate(1_024).order(ByteOrder.LITTLE_ENDIAN);
            EventCodec.encode(event, payload);
            view.open(event.seq(), payload.array(), 0, payload.position());
            assertThat(fingerprint(json)).as(json).isEqualTo(view.fingerprint());
            for (Map.Entry<String, Object> field : view.fields().entrySet()) {
                String name = "\"" + field.getKey() + "\":";
                assertThat(fingerprint(json.replace(name, "\"" + field.getKey() + "x\":")))
                        .as(json)
                        .isNotEqualTo(view.fingerprint());
                String value = field.getValue() instanceof String s
                        ? "\"" + s + "\""
                        : field.getValue().toString();
                String other = field.getValue() instanceof String s
                        ? "\"" + s + "x\""
                        : field.getValue() instanceof Boolean b ? Boolean.toString(!b) : value + "1";
                assertThat(json).contains(name + value);
                assertThat(fingerprint(json.replace(name + value, name + other)))
                        .as(json)
                        .isNotEqualTo(view.fingerprint());
            }
        }
    }

    @Test
    void damageBelowTheLineIsNamedAndNotGuessedAt() throws IOException {
        venue.publish(events);
        flip(newest(directory.resolve("log/t-" + HandMade.TOPIC + "/0"), ".seg"), 500);

        assertThatThrownBy(this::stopped).isInstanceOf(CheckException.class).hasMessageContaining("offset");

        flip(newest(directory.resolve("journal"), ".journal"), 5_000);
        assertThatThrownBy(this::stopped).isInstanceOf(CheckException.class).hasMessageContaining("durable");
    }

    @Test
    void theCheckSharesNoCodeWithWhatItChecks() throws IOException {
        Path sources = Path.of(System.getProperty("daybook.root"), "lab/src/main/java/daybook/lab/check");
        List<String> imports = new ArrayList<>();
        try (Stream<Path> files = Files.list(sources)) {
            for (Path file : files.toList()) {
                Files.readString(file)
                        .lines()
                        .filter(l -> l.startsWith("import "))
                        .filter(l -> !(file.endsWith("KafkaTopic.java") && l.startsWith("import org.apache.kafka.")))
                        .forEach(imports::add);
            }
        }

        assertThat(imports)
                .isNotEmpty()
                .allMatch(i -> i.startsWith("import java.") || i.startsWith("import org.jspecify."));
    }

    @Test
    void thePartitionerIsKafkas() {
        // from Kafka's own tests
        assertThat(Murmur2.hash("21".getBytes(UTF_8))).isEqualTo(-973932308);
        assertThat(Murmur2.hash("foobar".getBytes(UTF_8))).isEqualTo(-790332482);
        assertThat(Murmur2.hash("a-little-bit-long-string".getBytes(UTF_8))).isEqualTo(-985981536);
        assertThat(Murmur2.hash("abc".getBytes(UTF_8))).isEqualTo(479470107);
        for (Event event : events) {
            byte[] key = event.key().getBytes(UTF_8);
            assertThat(Murmur2.partition(key, 3)).isEqualTo(Partitioner.partition(key, 3));
        }
    }

    private static long fingerprint(String json) {
        byte[] bytes = json.getBytes(UTF_8);
        FlatJson flat = new FlatJson();
        long sum = 0;
        try {
            flat.open(bytes, 0, bytes.length);
            while (flat.next()) {
                sum += flat.fingerprint();
            }
            return sum;
        } catch (FlatJson.Wrong e) {
            return 0;
        }
    }

    private CheckResult stopped() {
        return TopicCheck.whenStopped(venue.files());
    }

    private List<Event> without(long seq) {
        return events.stream().filter(e -> e.seq() != seq).toList();
    }

    private static Path newest(Path directory, String suffix) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(f -> f.toString().endsWith(suffix))
                    .sorted()
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static void flip(Path file, int at) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[at] ^= 1;
        Files.write(file, bytes);
    }
}

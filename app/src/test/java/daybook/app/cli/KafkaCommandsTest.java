package daybook.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.cli.Cli.Ran;
import daybook.app.kafka.TestBroker;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The commands of a log, on a real broker. They need no data directory. */
class KafkaCommandsTest {
    private Map<String, String> environment = Map.of();

    @BeforeEach
    void topicsAndGroupsOfTheTestsOwn() {
        environment = TestBroker.shared().environment();
    }

    /** R21, Q8, C2. */
    @Test
    void onlyInitCreatesTheDeclaredTopicsAndDoesSoOnce() {
        Ran before = run("", "topics", "verify", "--json");
        Ran created = run("", "topics", "init", "--json");
        Ran again = run("", "topics", "init", "--json");
        Ran after = run("", "topics", "verify", "--json");

        assertThat(before.exit()).as(before.err()).isEqualTo(6);
        assertThat(before.out()).contains("fills.v1").contains("missing");
        assertThat(created.exit()).as(created.err()).isZero();
        assertThat(created.out()).contains("\"created\":15");
        assertThat(again.out()).contains("\"created\":0");
        assertThat(after.exit()).as(after.out()).isZero();
        assertThat(run("", "topics", "describe", "fills.v1", "--json").out()).contains("\"partition\":3");
        assertThat(run("", "topics", "list", "--json").out())
                .contains("\"topic\":\"exchange.events.v1\",\"partitions\":3");
    }

    @Test
    void whatIsProducedIsConsumedAndGroupsAreMoved() {
        run("", "topics", "init");

        Ran produced = run("room-1:hello\nroom-1:again\n", "produce", "broadcasts.v1", "-K", ":", "--output", "ndjson");
        Ran consumed = run("", "consume", "broadcasts.v1", "-e", "--json");
        Ran reset = run("", "groups", "reset", "report", "--topic", "broadcasts.v1", "--to-offset", "0", "--yes");
        Ran lag = run("", "lag", "--json");

        assertThat(produced.exit()).as(produced.err()).isZero();
        assertThat(produced.out()).contains("\"topic\":\"broadcasts.v1\"").hasLineCount(2);
        assertThat(consumed.out())
                .contains("\"key\":\"room-1\"")
                .contains("\"value\":\"hello\"")
                .hasLineCount(2);
        assertThat(reset.exit()).as(reset.err()).isZero();
        assertThat(run("", "groups", "list").out()).contains("report");
        assertThat(lag.out())
                .contains("\"group\":\"report\",\"topic\":\"broadcasts.v1\"")
                .contains("\"lag\":2");
    }

    /** K16: a typing error makes no topic. */
    @Test
    void aMisspeltTopicIsNamedAndNotCreated() {
        run("", "topics", "init");

        Ran ran = run("x\n", "produce", "broadcast.v1");

        assertThat(ran.exit()).isEqualTo(3);
        assertThat(ran.err())
                .contains("broadcast.v1: no such topic; did you mean broadcasts.v1?")
                .hasLineCount(1);
        assertThat(run("", "topics", "list").out()).doesNotContain("broadcast.v1");
    }

    /** Q8, C2: what was changed by hand, or made otherwise, is named and left as it is. */
    @Test
    void differencesAreNamedAndNeverPutRightInSilence() throws ExecutionException, InterruptedException {
        run("", "topics", "init");
        try (Admin admin = admin()) {
            ConfigResource fills = new ConfigResource(ConfigResource.Type.TOPIC, prefix() + "fills.v1");
            AlterConfigOp shorter =
                    new AlterConfigOp(new ConfigEntry("retention.ms", "3600000"), AlterConfigOp.OpType.SET);
            admin.incrementalAlterConfigs(Map.of(fills, List.of(shorter))).all().get();
        }
        environment = new HashMap<>(environment);
        environment.put("KAFKA_REPLICATION_FACTOR", "3");

        Ran verified = run("", "topics", "verify", "--output", "ndjson");
        Ran again = run("", "topics", "init", "--json");

        assertThat(verified.exit()).isEqualTo(6);
        assertThat(verified.out())
                .contains("\"topic\":\"fills.v1\",\"problem\":\"retention 1h (expected: for ever)\"")
                .contains("1 replicas (expected: 3)")
                .contains("min.insync.replicas 1 (expected: 2)");
        assertThat(again.exit()).isEqualTo(6);
        assertThat(again.out()).contains("\"created\":0").contains("retention 1h");
        assertThat(run("", "topics", "verify", "--json").out()).contains("retention 1h");
    }

    /** C3, K19: INFY moves 0 to 1, TCS 2 to 1, RELIANCE 2 to 3. */
    @Test
    void partitionsGrowOnlyWhenEverythingWrittenHasBeenRead() throws ExecutionException, InterruptedException {
        try (Admin admin = admin()) {
            NewTopic three = new NewTopic(prefix() + "fills.v1", 3, (short) 1)
                    .configs(Map.of("retention.ms", "-1", "retention.bytes", "-1"));
            admin.createTopics(List.of(three)).all().get();
        }
        Ran init = run("", "topics", "init", "--json");
        run("INFY:1\nTCS:2\nRELIANCE:3\n", "produce", "fills.v1", "-K", ":");

        Ran undrained = run("", "topics", "grow", "--drain", "--yes");
        readEverything("ledger");
        Ran silent = run("", "topics", "grow", "--yes");
        Ran dry = run("", "topics", "grow", "--drain", "--dry-run", "--json", "--timeout", "2s");
        Ran before = run("", "topics", "verify");
        Ran grown = run("", "topics", "grow", "--drain", "--yes", "--json", "--timeout", "2s");

        assertThat(init.exit()).isEqualTo(6);
        assertThat(init.out()).contains("3 partitions (expected: 4; topics grow --drain)");
        assertThat(undrained.exit()).isEqualTo(6);
        assertThat(undrained.err()).contains("ledger has 1 records of fills.v1 partition 0 to read");
        assertThat(silent.exit()).isEqualTo(2);
        assertThat(dry.exit()).as(dry.err()).isZero();
        assertThat(dry.out()).contains("INFY 0->1", "TCS 2->1", "RELIANCE 2->3").contains("\"keysThatMove\":3");
        assertThat(before.exit()).isEqualTo(6);
        assertThat(grown.exit()).as(grown.err()).isZero();
        assertThat(run("", "topics", "verify").exit()).isZero();
        assertThat(run("", "topics", "grow", "--drain", "--yes", "--json").out())
                .isEqualTo("[]\n");
    }

    /** Nobody is behind, but somebody still writes: watched for as long as a write may be on its way. */
    @Test
    void partitionsDoNotGrowWhileSomebodyWrites() throws ExecutionException, InterruptedException {
        try (Admin admin = admin()) {
            NewTopic three = new NewTopic(prefix() + "broadcasts.v1", 3, (short) 1);
            admin.createTopics(List.of(three)).all().get();
        }
        run("", "topics", "init");
        AtomicBoolean stopped = new AtomicBoolean();
        Thread writer = new Thread(() -> {
            while (!stopped.get()) {
                run("room-1:hello\n", "produce", "broadcasts.v1", "-K", ":");
            }
        });
        writer.start();

        Ran grown = run("", "topics", "grow", "--drain", "--yes", "--timeout", "3s");
        stopped.set(true);
        writer.join();

        assertThat(grown.exit()).as(grown.err()).isEqualTo(6);
        assertThat(grown.err()).contains("broadcasts.v1 partition", "written while we watched");
        assertThat(run("", "topics", "describe", "broadcasts.v1", "--json").out())
                .doesNotContain("\"partition\":3");
    }

    private void readEverything(String group) throws ExecutionException, InterruptedException {
        try (Admin admin = admin()) {
            Map<TopicPartition, OffsetAndMetadata> ends = new HashMap<>();
            for (int p = 0; p < 3; p++) {
                ends.put(
                        new TopicPartition(prefix() + "fills.v1", p),
                        new OffsetAndMetadata(p == 0 ? 1 : p == 1 ? 0 : 2));
            }
            admin.alterConsumerGroupOffsets(environment.get("KAFKA_GROUP") + "." + group, ends)
                    .all()
                    .get();
        }
    }

    private Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", environment.getOrDefault("KAFKA_BROKERS", "")));
    }

    private String prefix() {
        return environment.getOrDefault("KAFKA_TOPIC_PREFIX", "");
    }

    private Ran run(String in, String... args) {
        return Cli.runWith(environment, in, args);
    }
}

package daybook.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.cli.Cli.Ran;
import daybook.app.kafka.TestBroker;
import java.util.Map;
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
        assertThat(created.out()).contains("\"created\":8");
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

    private Ran run(String in, String... args) {
        return Cli.runWith(environment, in, args);
    }
}

package daybook.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import daybook.app.cli.Cli.Ran;
import daybook.app.kafka.TestBroker;
import daybook.delivery.PostgresServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The experiments on a real Apache Kafka broker and a real PostgreSQL server: the same bands hold there. */
class LabElsewhereTest {
    private Map<String, String> environment = Map.of();

    @BeforeEach
    void onARealBrokerAndServer() throws SQLException {
        environment = new HashMap<>(TestBroker.shared().environment());
        environment.put("DAYBOOK_DB", PostgresServer.shared().url());
    }

    /** Every mode, atomic included: the fills are sent once. Where they may lie twice, atomic is refused, and the study says so. */
    @Test
    void eachDeliveryModeCostsThereWhatItCostsHere() throws SQLException {
        Ran ran = run("lab", "crashes", "--days", "2", "--fills", "600", "--batch", "30", "--crashes", "3", "--json");

        assertThat(ran.exit()).as(ran.err() + ran.out()).isZero();
        assertThat(ran.out())
                .contains("\"mode\":\"atomic\",\"crashes\":6,\"lost\":0,\"duplicated\":0")
                .contains("\"mode\":\"idempotent\",\"crashes\":6,\"lost\":0,\"duplicated\":0")
                .contains("\"refused\":\"mode: ATOMIC on ");
        assertThat(ran.err()).contains("atomic is refused");
        assertThat(schemas()).noneMatch(schema -> schema.startsWith("lab_"));
    }

    /** Kafka's producer forgets what it sent when it ends: the copies are on the topic, and the consumer's memory keeps them out. */
    @Test
    void theOutboxLeavesItsCopiesOnTheTopicAndNoneInTheEffects() {
        Ran ran = run("lab", "outbox", "--trades", "40", "--crash-rate", "0.2", "--json");

        assertThat(ran.exit()).as(ran.err() + ran.out()).isZero();
        assertThat(ran.out())
                .containsPattern("\"design\":\"outbox\",\"crashes\":([1-9][0-9]*),\"lost\":0,\"phantom\":0,"
                        + "\"duplicatedOnTopic\":\\1,\"duplicatedEffects\":0");
    }

    @Test
    void theWatermarkLosesAndThePowerCutMakesPhantomsThereToo() {
        assertThat(run("lab", "watermark", "--trades", "200", "--failure-rate", "0.3")
                        .out())
                .endsWith("in band\n");
        assertThat(run("lab", "phantom", "--events", "60").out()).endsWith("in band\n");
        assertThat(run("lab", "poison", "--records", "100", "--batch", "10").out())
                .endsWith("in band\n");
    }

    /** There a session is waited for: half a minute. The client gives up partitions beside its reader, which is fenced then. */
    @Test
    void aMemberThatFreezesIsFencedThereToo() {
        assumeThat(Boolean.getBoolean("daybook.long")).isTrue();

        Ran ran = run("lab", "rebalance", "--fills", "2000");

        assertThat(ran.exit()).as(ran.err() + ran.out()).isZero();
        assertThat(ran.out()).endsWith("in band\n");
    }

    private Ran run(String... args) {
        return Cli.runWith(environment, "", args);
    }

    private static List<String> schemas() throws SQLException {
        List<String> schemas = new ArrayList<>();
        try (Connection connection = PostgresServer.shared().connect();
                Statement select = connection.createStatement();
                ResultSet row = select.executeQuery("SELECT schema_name FROM information_schema.schemata")) {
            while (row.next()) {
                schemas.add(row.getString(1));
            }
        }
        return schemas;
    }
}

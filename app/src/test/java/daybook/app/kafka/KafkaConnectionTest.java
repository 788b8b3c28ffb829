package daybook.app.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.app.ExitCode;
import daybook.app.Failure;
import daybook.app.config.Configuration;
import daybook.app.config.ConfigurationLoader;
import daybook.log.kafka.KafkaLogSettings;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** R19: what the variables say is what the client is told. */
class KafkaConnectionTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "broker-1                    | broker-1:9092",
                "broker-1:9093               | broker-1:9093",
                "' a , ,b:1, '               | a:9092,b:1",
                "[::1]                       | [::1]:9092",
                "[2001:db8::7]:9094          | [2001:db8::7]:9094",
                "2001:db8::7                 | [2001:db8::7]:9092",
                "10.0.0.1,10.0.0.2:19092     | 10.0.0.1:9092,10.0.0.2:19092",
            })
    void aBrokerWithoutAPortHasTheUsualOne(String said, String meant) {
        KafkaLogSettings settings = KafkaConnection.settings(configuration(Map.of("KAFKA_BROKERS", said)));

        assertThat(String.join(",", settings.cluster().brokers())).isEqualTo(meant);
    }

    @Test
    void whatIsSaidIsWhatTheClientIsTold() {
        KafkaLogSettings settings = KafkaConnection.settings(configuration(Map.of(
                "KAFKA_BROKERS", "a",
                "KAFKA_TOPIC_PREFIX", "uat.",
                "KAFKA_GROUP", "uat",
                "KAFKA_TIMEOUT", "3s",
                "KAFKA_COMPRESSION", "lz4",
                "KAFKA_REPLICATION_FACTOR", "3")));

        assertThat(settings.names()).isEqualTo(new KafkaLogSettings.Prefixes("uat.", "uat."));
        assertThat(settings.timeout()).isEqualTo(Duration.ofSeconds(3));
        assertThat(settings.compression()).isEqualTo(KafkaLogSettings.Compression.LZ4);
        assertThat(settings.replicas()).hasValue(3);
    }

    @Test
    void withoutAWordOfItsOwnTheTimeoutIsThatOfEveryCall() {
        KafkaLogSettings settings =
                KafkaConnection.settings(configuration(Map.of("KAFKA_BROKERS", "a", "DAYBOOK_TIMEOUT", "4s")));

        assertThat(settings.timeout()).isEqualTo(Duration.ofSeconds(4));
    }

    @Test
    void aDeadlineTooShortForKafkaIsRefused() {
        Configuration short500 = configuration(Map.of("KAFKA_BROKERS", "a", "DAYBOOK_TIMEOUT", "500ms"));

        assertThatThrownBy(() -> KafkaConnection.settings(short500))
                .isInstanceOfSatisfying(
                        Failure.class, refused -> assertThat(refused.exit()).isEqualTo(ExitCode.USAGE))
                .hasMessageContaining("at least 1s");
    }

    @Test
    void whatIsPassedOnIsCheckedBeforeAClientIsBuilt() {
        assertThat(KafkaConnection.settings(configuration(Map.of("KAFKA_BROKERS", "a", "KAFKA_LINGER_MS", "20")))
                        .cluster()
                        .client()
                        .values())
                .containsEntry("linger.ms", "20");
        Configuration bad = configuration(Map.of("KAFKA_BROKERS", "a", "KAFKA_LINGER_MS", "soon"));
        assertThatThrownBy(() -> KafkaConnection.settings(bad))
                .hasMessageContaining("kafka.linger.ms: soon (expected: long");
    }

    @Test
    void secretsThatArePassedOnAreNotPrinted() {
        Map<String, String> secret =
                Map.of("KAFKA_BROKERS", "a", "KAFKA_TLS", "1", "KAFKA_SSL_TRUSTSTORE_PASSWORD", "sentinel-secret");
        Configuration configuration = configuration(secret);

        assertThat(configuration.toString()).contains("kafka.ssl.truststore.password=***");
        assertThat(configuration + KafkaConnection.settings(configuration).toString())
                .doesNotContain("sentinel-secret");
    }

    @Test
    void aPortThatIsNoneIsRefused() {
        Configuration bad = configuration(Map.of("KAFKA_BROKERS", "a:99999"));

        assertThatThrownBy(() -> KafkaConnection.settings(bad)).hasMessageContaining("port 1..65535");
    }

    private static Configuration configuration(Map<String, String> environment) {
        return new ConfigurationLoader(environment).load(Map.of(), Optional.empty());
    }
}

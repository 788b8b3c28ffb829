package daybook.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.app.ExitCode;
import daybook.app.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is wrong in a configuration stops the program with exit code 2 and a line that says what and where. */
class BadConfigurationTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // misspelt keys, with what was probably meant
                "daybook.htpp.port = 8080          | daybook.http.port",
                "daybook.http.prot = 8080          | daybook.http.port",
                "daybok.data = x                   | daybook.data",
                "daybook.trader = 3                | daybook.traders",
                "daybook.rates = 3                 | daybook.rate",
                "daybook.clocks = sim              | daybook.clock",
                "kafka.broker = a:1                | kafka.brokers",
                "kafka.user = a                    | kafka.",
                "kafka.sasl.mechanisms = plain     | kafka.sasl.mechanism",
                "kafka.compresion = zstd           | kafka.compression",
                "KAFKA.BROKERS = a                 | unknown key",
                "Daybook.data = x                  | daybook.data",
                "strategy.shard.counts = 1         | strategy.shard.count",
                "queue.drivers = log               | queue.driver",
                "daybook.data.file = x             | unknown key",
                "something = else                  | unknown key",
                // bad values, with what is expected
                "daybook.log = Kafka               | embedded|kafka",
                "daybook.log = embeded             | embedded|kafka",
                "daybook.http.port = 65536         | 0..65535",
                "daybook.http.port = -1            | 0..65535",
                "daybook.http.port = 80 80         | 0..65535",
                "daybook.http.port = 0x50          | 0..65535",
                "daybook.http.port = 8080.0        | 0..65535",
                "daybook.http.port = 99999999999999999999 | 0..65535",
                "daybook.http.port =               | 0..65535",
                "daybook.http.bind = localhost     | an IP address",
                "daybook.http.bind = 127.0.0       | an IP address",
                "daybook.http.hosts = a b          | host names",
                "daybook.http.hosts = a,,b         | host names",
                "daybook.http.insecure = yes       | true|false",
                "daybook.traders = many            | 0..1000",
                "daybook.traders = 1001            | 0..1000",
                "daybook.rate = -5                 | 0..100000",
                "daybook.rate = 1e3                | 0..100000",
                "daybook.seed = x                  | 0..",
                "daybook.clock = real              | sim|wall",
                "daybook.clock.speed = 0           | 1..10000",
                "daybook.clock.speed = 10001       | 1..10000",
                "daybook.timeout = 10              | a duration like",
                "daybook.timeout = 10 s            | a duration like",
                "daybook.timeout = 10sec           | a duration like",
                "daybook.timeout = 1ms             | a duration like",
                "daybook.timeout = -1s             | a duration like",
                "daybook.timeout = 1.5s            | a duration like",
                "daybook.timeout = 20m             | a duration like",
                "daybook.snapshot.interval = 2d    | a duration like",
                "daybook.db = sqlite               | jdbc:sqlite:",
                "daybook.db = jdbc:mysql://x/y     | jdbc:sqlite:",
                "daybook.diagnostics = xml         | text|json",
                "daybook.queues = a b              | queue names",
                "kafka.brokers = host:0            | HOST",
                "kafka.brokers = host:port         | HOST",
                "kafka.brokers = ,                 | HOST",
                "kafka.sasl.mechanism = scram-sha256 | plain|scram-sha-256|scram-sha-512",
                "kafka.sasl.mechanism = scram     | plain|scram-sha-256|scram-sha-512",
                "kafka.tls = on                    | true|false",
                "kafka.compression = gzip9         | none|gzip",
                // settings of Kafka's client: passed on, ours, or none
                "kafka.linger.m = 5                | kafka.linger.ms",
                "kafka.acks = 1                    | always all",
                "kafka.enable.idempotence = false  | always on",
                "kafka.request.timeout.ms = 1      | kafka.timeout",
                "kafka.sasl.jaas.config = x        | kafka.password",
                "kafka.interceptor.classes = x     | not passed on",
                "kafka.ssl.endpoint.identification.algorithm = x | always verified",
                "kafka.replication.factor = 0      | 1..9",
                "kafka.topic.prefix = a/b          | a name",
                "kafka.topic.prefix = ../x         | a name",
                "kafka.timeout = never             | a duration like",
                "strategy.shard.count = 0          | 1..4096",
                "strategy.evaluation.batch.size = 0 | 1..2000",
                "queue.driver = redis              | database|log|share",
                "no equals sign                    | key = value",
                "= value                           | key = value",
            })
    void isRefusedWithKeyFileLineAndExpectation(String line, String said) throws IOException {
        Path file = Files.writeString(directory.resolve("venue.properties"), "# a comment\n\n" + line + "\n");

        assertThatThrownBy(() -> load(Map.of(), Optional.of(file)))
                .isInstanceOfSatisfying(
                        Failure.class, failure -> assertThat(failure.exit()).isEqualTo(ExitCode.USAGE))
                .hasMessageContaining(file + ":3")
                .hasMessageContaining(said);
    }

    @Test
    void aKeyGivenTwiceNamesBothLines() throws IOException {
        Path file = Files.writeString(directory.resolve("twice.properties"), "daybook.rate=1\ndaybook.rate=1\n");

        assertThatThrownBy(() -> load(Map.of(), Optional.of(file)))
                .hasMessageContaining("daybook.rate: given twice")
                .hasMessageContaining(":1")
                .hasMessageContaining(":2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"DAYBOOK_HTPP_PORT", "DAYBOOK_PORTS", "KAFKA_BROKER", "KAFKA_PASWORD", "DAYBOOK_"})
    void anUnknownVariableStopsTheBoot(String variable) {
        assertThatThrownBy(() -> load(Map.of(variable, "1"), Optional.empty()))
                .isInstanceOf(Failure.class)
                .hasMessageContaining(variable + ": unknown key");
    }

    static List<Map<String, String>> contradictions() {
        return List.of(
                Map.of("KAFKA_PASSWORD", "x", "KAFKA_USERNAME", "u"),
                Map.of("KAFKA_USERNAME", "u"),
                Map.of("KAFKA_SASL_MECHANISM", "plain"),
                Map.of("KAFKA_USERNAME", "u", "KAFKA_PASSWORD", "x", "KAFKA_SASL_MECHANISM", "plain"),
                Map.of("DAYBOOK_LOG", "kafka"),
                Map.of("KAFKA_SSL_TRUSTSTORE_LOCATION", "/ca.pem"),
                Map.of("DAYBOOK_HTTP_BIND", "0.0.0.0"),
                Map.of("DAYBOOK_HTTP_BIND", "::"),
                Map.of("KAFKA_PASSWORD_FILE", "/does/not/exist", "KAFKA_USERNAME", "u"));
    }

    @ParameterizedTest
    @MethodSource("contradictions")
    void settingsThatDoNotGoTogetherStopTheBoot(Map<String, String> environment) {
        assertThatThrownBy(() -> load(environment, Optional.empty()))
                .isInstanceOfSatisfying(
                        Failure.class, failure -> assertThat(failure.exit()).isEqualTo(ExitCode.USAGE))
                .hasMessageContaining("expected");
    }

    @Test
    void aFileThatIsNotTextIsRefused() throws IOException {
        Path file = Files.write(directory.resolve("bytes"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});

        assertThatThrownBy(() -> load(Map.of(), Optional.of(file))).hasMessageContaining("not UTF-8");
    }

    @Test
    void controlCharactersOfABadValueAreNotPrinted() throws IOException {
        Path file = Files.writeString(directory.resolve("evil"), "daybook.clock=\u001b[31mred\u202e\n");

        assertThatThrownBy(() -> load(Map.of(), Optional.of(file)))
                .hasMessageNotContaining("\u001b")
                .hasMessageNotContaining("\u202e");
    }

    private static Configuration load(Map<String, String> environment, Optional<Path> file) {
        return new ConfigurationLoader(new LinkedHashMap<>(environment)).load(Map.of(), file);
    }
}

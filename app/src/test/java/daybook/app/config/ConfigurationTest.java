package daybook.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.config.ConfigurationLoader.Flag;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @Test
    void flagsComeBeforeEnvironmentBeforeFileBeforeDefaults() throws IOException {
        Path file = Files.writeString(
                directory.resolve("a.properties"), "daybook.rate=1\ndaybook.seed=1\ndaybook.traders=1\n");
        ConfigurationLoader loader =
                new ConfigurationLoader(Map.of("DAYBOOK_RATE", "2", "DAYBOOK_SEED", "2", "HOME", "/"));

        Configuration loaded = loader.load(Map.of(Catalog.RATE, new Flag("--rate", "3")), Optional.of(file));

        assertThat(loaded.number(Catalog.RATE)).isEqualTo(3);
        assertThat(loaded.number(Catalog.SEED)).isEqualTo(2);
        assertThat(loaded.number(Catalog.TRADERS)).isEqualTo(1);
        assertThat(loaded.number(Catalog.PORT)).isEqualTo(8080);
        assertThat(loaded.value(Catalog.RATE).origin().text()).isEqualTo("flag --rate");
        assertThat(loaded.value(Catalog.SEED).origin().text()).isEqualTo("environment DAYBOOK_SEED");
        assertThat(loaded.value(Catalog.TRADERS).origin().text()).isEqualTo("file " + file + ":3");
        assertThat(loaded.value(Catalog.PORT).origin().text()).isEqualTo("default");
    }

    @Test
    void aSecretFromAFileIsUsedAndNeverShown() throws IOException {
        Path secret = Files.writeString(directory.resolve("password"), "hunter2-sentinel\n");

        Configuration loaded = new ConfigurationLoader(Map.of(
                        "KAFKA_PASSWORD_FILE", secret.toString(),
                        "KAFKA_USERNAME", "u",
                        "KAFKA_SASL_MECHANISM", "scram-sha-256"))
                .load(Map.of(), Optional.empty());

        assertThat(loaded.text(Catalog.PASSWORD)).isEqualTo("hunter2-sentinel");
        assertThat(loaded.shown(Catalog.PASSWORD)).isEqualTo("***");
        assertThat(loaded.toString()).doesNotContain("hunter2");
    }

    @Test
    void brokersMeanKafkaUnlessTheLogIsNamed() {
        assertThat(load(Map.of("KAFKA_BROKERS", "a")).log()).isEqualTo("kafka");
        assertThat(load(Map.of("KAFKA_BROKERS", "a", "DAYBOOK_LOG", "embedded")).log())
                .isEqualTo("embedded");
        assertThat(load(Map.of("KAFKA_BROKERS", "")).log()).isEqualTo("embedded");
    }

    @Test
    void otherAddressesNeedTheWordInsecure() {
        Configuration loaded = load(Map.of("DAYBOOK_HTTP_BIND", "0.0.0.0", "DAYBOOK_HTTP_INSECURE", "true"));

        assertThat(loaded.text(Catalog.BIND)).isEqualTo("0.0.0.0");
    }

    @Test
    void durationsAndSizesHaveOneUnit() {
        assertThat(Durations.parse("500ms")).contains(Duration.ofMillis(500));
        assertThat(Durations.parse("7d")).contains(Duration.ofDays(7));
        assertThat(Durations.parse("1h30m")).isEmpty();
        assertThat(Durations.format(Duration.ofSeconds(90))).isEqualTo("90s");
        assertThat(Durations.format(Duration.ofMinutes(10))).isEqualTo("10m");
        assertThat(Sizes.parse("64KiB")).hasValue(65_536);
        assertThat(Sizes.parse("64kb")).isEmpty();
    }

    @Test
    void everySettingAcceptsItsOwnDefault() {
        assertThat(Catalog.all())
                .allSatisfy(setting -> assertThat(setting.initial().isEmpty()
                                || setting.type().accepts().test(setting.initial()))
                        .as(setting.key())
                        .isTrue());
    }

    private static Configuration load(Map<String, String> environment) {
        return new ConfigurationLoader(environment).load(Map.of(), Optional.empty());
    }
}

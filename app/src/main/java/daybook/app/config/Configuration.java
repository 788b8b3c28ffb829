package daybook.app.config;

import daybook.posttrade.market.BarKey;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Every setting with its value and where it came from. Immutable; values have been checked. */
public final class Configuration {
    private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "::1", "0:0:0:0:0:0:0:1");

    private static final Pattern PASSWORD_PARAMETER = Pattern.compile("(?i)([?&][a-z]*password=)[^&]*");

    private final Map<Setting, Value> values;

    /** A setting's text and origin. */
    public record Value(String text, Origin origin) {}

    Configuration(Map<Setting, Value> values) {
        this.values = new LinkedHashMap<>(values);
        checkTogether();
    }

    /** In the order of the catalog. */
    public Map<Setting, Value> values() {
        return Map.copyOf(values);
    }

    /** Settings in the order of the catalog, then what is passed on to Kafka's client. */
    public List<Setting> settings() {
        List<Setting> settings = new ArrayList<>(Catalog.all());
        values.keySet().stream()
                .filter(setting -> !settings.contains(setting))
                .sorted(Comparator.comparing(Setting::key))
                .forEach(settings::add);
        return settings;
    }

    /** What is passed on to Kafka's client, by the client's names. */
    public Map<String, String> passedOn() {
        Map<String, String> passedOn = new TreeMap<>();
        settings().stream()
                .filter(setting -> !Catalog.all().contains(setting))
                .forEach(setting -> passedOn.put(setting.key().substring("kafka.".length()), text(setting)));
        return passedOn;
    }

    public Value value(Setting setting) {
        return Objects.requireNonNull(values.get(setting), setting.key());
    }

    /** What may be shown of a value: a secret is {@code ***}. */
    public String shown(Setting setting) {
        String text = text(setting);
        return setting.secret() && !text.isEmpty() ? "***" : withoutPassword(text);
    }

    /** A URL may hold one among its parameters. */
    static String withoutPassword(String text) {
        return PASSWORD_PARAMETER.matcher(text).replaceAll("$1***");
    }

    public String text(Setting setting) {
        return value(setting).text();
    }

    public boolean isSet(Setting setting) {
        return !text(setting).isEmpty();
    }

    /** Whether anybody said it: otherwise it has its default. */
    public boolean isSaid(Setting setting) {
        return !value(setting).origin().equals(Origin.DEFAULT);
    }

    public long number(Setting setting) {
        return Long.parseLong(text(setting));
    }

    public int integer(Setting setting) {
        return Math.toIntExact(number(setting));
    }

    public boolean flag(Setting setting) {
        return text(setting).equals("true") || text(setting).equals("1");
    }

    public Duration duration(Setting setting) {
        return Durations.parse(text(setting)).orElseThrow();
    }

    public Path path(Setting setting) {
        return Path.of(text(setting));
    }

    public List<String> list(Setting setting) {
        return isSet(setting) ? List.of(text(setting).split(",", -1)) : List.of();
    }

    /** Which log: brokers without a word about the log mean Kafka. */
    public String log() {
        return !isSaid(Catalog.LOG) && isSet(Catalog.BROKERS) ? "kafka" : text(Catalog.LOG);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        values.keySet()
                .forEach(s -> text.append(s.key()).append('=').append(shown(s)).append('\n'));
        return text.toString();
    }

    private void checkTogether() {
        refuse(
                isSet(Catalog.PASSWORD) && !isSet(Catalog.MECHANISM),
                "kafka.password: set without kafka.sasl.mechanism (expected: plain|scram-sha-256|scram-sha-512)");
        refuse(
                isSet(Catalog.PASSWORD) != isSet(Catalog.USERNAME),
                "kafka.username, kafka.password: one without the other (expected: both or neither)");
        refuse(
                isSet(Catalog.MECHANISM) && !isSet(Catalog.PASSWORD),
                "kafka.sasl.mechanism: set without kafka.username and kafka.password (expected: all three)");
        refuse(
                text(Catalog.MECHANISM).equals("plain") && !flag(Catalog.TLS),
                "kafka.sasl.mechanism: plain without kafka.tls (expected: kafka.tls=true, or a scram mechanism)");
        refuse(
                !flag(Catalog.TLS) && passedOn().keySet().stream().anyMatch(name -> name.startsWith("ssl.")),
                "kafka.ssl.*: set without kafka.tls (expected: kafka.tls=true)");
        refuse(
                (isSet(Catalog.DB_USERNAME) || isSet(Catalog.DB_PASSWORD))
                        && !text(Catalog.DB).startsWith("jdbc:postgresql:"),
                "daybook.db.username, daybook.db.password: set without a server"
                        + " (expected: daybook.db=jdbc:postgresql://HOST/NAME)");
        refuse(
                log().equals("kafka") && !isSet(Catalog.BROKERS),
                "daybook.log: kafka without kafka.brokers (expected: HOST:PORT[,HOST:PORT...])");
        refuse(
                !LOOPBACK.contains(text(Catalog.BIND)) && !flag(Catalog.INSECURE),
                "daybook.http.bind: " + text(Catalog.BIND)
                        + " is reachable by others and HTTP has no TLS (expected: 127.0.0.1, or --insecure spelled"
                        + " out)");
        refuse(
                isSet(Catalog.FIX_VENUE)
                        && !(isSet(Catalog.FIX_VENUE_ADDRESS)
                                && isSet(Catalog.FIX_VENUE_COMP_ID)
                                && isSet(Catalog.FIX_VENUE_COUNTERPARTY)),
                "daybook.gateway.fix.venue: " + text(Catalog.FIX_VENUE)
                        + " without its address, comp.id and counterparty (expected: all of daybook.gateway.fix.*)");
        refuse(
                text(Catalog.FIX_VENUE).equals(BarKey.OWN_VENUE),
                "daybook.gateway.fix.venue: " + BarKey.OWN_VENUE + " is this venue (expected: another name)");
        refuse(
                !text(Catalog.FIX_PORT).isEmpty()
                        && !LOOPBACK.contains(text(Catalog.FIX_BIND))
                        && !flag(Catalog.INSECURE),
                "daybook.fix.bind: " + text(Catalog.FIX_BIND)
                        + " is reachable by others and FIX has no TLS (expected: 127.0.0.1, or --insecure spelled"
                        + " out)");
    }

    private static void refuse(boolean wrong, String message) {
        if (wrong) {
            throw BadConfiguration.usage(message);
        }
    }
}

package daybook.app.heartbeat;

import daybook.app.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What was last heard of a role of a process.
 *
 * @param age since it was said
 */
public record Heartbeat(RoleReport report, Identity process, Duration age) {
    /** How often a process beats. */
    public static final Duration EVERY = Duration.ofSeconds(10);

    /** An older one means that nobody is there. Four may be missed. */
    public static final Duration FRESH = Duration.ofSeconds(45);

    public boolean isFresh() {
        return age.compareTo(FRESH) <= 0;
    }

    /** As it was said while it is fresh; then red, whatever was said. */
    public String state() {
        return isFresh() ? report.state() : "red";
    }

    public List<String> reasons() {
        return isFresh()
                ? report.reasons()
                : List.of(report.role() + ": last heartbeat " + age.toSeconds() + " s ago (" + process.host() + ", pid "
                        + process.pid() + ")");
    }

    /** For {@code status}. */
    public Map<String, Object> toJson() {
        Map<String, Object> json = Json.fields(
                "role", report.role(),
                "state", state(),
                "reasons", reasons(),
                "heartbeatAgeMs", age.toMillis());
        json.putAll(identity(process));
        json.put("counters", counters(report));
        json.put("lastEvent", report.lastEvent());
        return json;
    }

    /** What a process writes. */
    static String text(RoleReport report, Identity process) {
        Map<String, Object> json = Json.fields("role", report.role(), "state", report.state());
        json.put("reasons", report.reasons());
        json.putAll(identity(process));
        json.put("counters", counters(report));
        json.put("lastEvent", report.lastEvent());
        return Json.write(json);
    }

    /** Reads what {@link #text} wrote; empty if it is something else. */
    static Optional<Heartbeat> read(byte[] text, Duration age) {
        try {
            Map<String, Object> json = Json.object(Json.readOwn(text));
            List<String> reasons = new ArrayList<>();
            Json.array(json.getOrDefault("reasons", List.of())).forEach(reason -> reasons.add(String.valueOf(reason)));
            Map<String, Long> counters = new LinkedHashMap<>();
            Json.object(json.getOrDefault("counters", Map.of()))
                    .forEach((name, value) -> counters.put(name, number(value)));
            RoleReport report = new RoleReport(
                    string(json, "role"), string(json, "state"), reasons, counters, string(json, "lastEvent"));
            Identity process = new Identity(
                    string(json, "instance"),
                    string(json, "host"),
                    number(json.getOrDefault("pid", "")),
                    string(json, "address"),
                    Instant.parse(string(json, "startedAt")));
            return Optional.of(new Heartbeat(report, process, age));
        } catch (Json.Malformed | IllegalArgumentException | DateTimeParseException other) {
            return Optional.empty();
        }
    }

    private static Map<String, Object> identity(Identity process) {
        return Json.fields(
                "instance", process.instance(),
                "host", process.host(),
                "pid", process.pid(),
                "address", process.address(),
                "startedAt", process.started().toString());
    }

    private static Map<String, Object> counters(RoleReport report) {
        return new LinkedHashMap<>(new TreeMap<>(report.counters()));
    }

    private static String string(Map<String, Object> json, String name) {
        return String.valueOf(json.getOrDefault(name, ""));
    }

    private static long number(Object value) {
        if (value instanceof Json.Numeral numeral) {
            return Long.parseLong(numeral.text());
        }
        throw new IllegalArgumentException("value: " + value + " (expected: a number)");
    }
}

package daybook.app.venue;

import daybook.app.Json;
import daybook.app.heartbeat.Heartbeat;
import daybook.app.heartbeat.RoleReport;
import daybook.delivery.Database;
import daybook.delivery.DeliveryException;
import daybook.delivery.LeaseHolder;
import daybook.events.Topics;
import daybook.log.Log;
import daybook.log.LogException;
import daybook.log.TopicPartition;
import daybook.log.TopicSpec;
import daybook.posttrade.audit.Audit;
import daybook.posttrade.capture.Capture;
import daybook.posttrade.capture.CaptureReader;
import daybook.strategies.StrategyDatabase;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The whole flow at one look: the durable line, the published line, topics, groups, outbox, dead letters, leases, verdicts, roles. It is
 * put together from what each part says of itself, at most twice a second however many look. A part that does not answer is left
 * empty, and named. Safe for many threads.
 */
final class Backbone {
    private static final long KEEP_NS = Duration.ofMillis(500).toNanos();

    private final Sources sources;
    private final Own own;
    private final LongSupplier nanos;
    private Map<String, Object> last = Map.of();
    private long lastNs;

    /**
     * What all processes share.
     *
     * @param elsewhere what other processes said last; empty where a venue is one process
     */
    record Sources(Log log, Topics topics, PostTrade postTrade, Supplier<List<Heartbeat>> elsewhere) {}

    /** What this process says. */
    interface Own {
        /** As {@code /ops/status}. */
        Map<String, Object> status();

        List<RoleReport> reports();

        Map<String, ServiceVoice.Aside> aside();
    }

    Backbone(Sources sources, Own own, LongSupplier nanos) {
        this.sources = sources;
        this.own = own;
        this.nanos = nanos;
    }

    /** The fields of {@code GET /api/v1/ops/backbone}. */
    synchronized Map<String, Object> look() {
        long now = nanos.getAsLong();
        if (last.isEmpty() || now - lastNs >= KEEP_NS) {
            last = new Look().fields();
            lastNs = now;
        }
        return last;
    }

    /** One look; what did not answer is remembered. */
    private final class Look {
        private final List<String> silent = new ArrayList<>();
        private final Map<String, Object> status = own.status();
        private final List<RoleReport> reports = own.reports();
        private final List<Heartbeat> others = ask("heartbeats", sources.elsewhere(), List.of());

        Map<String, Object> fields() {
            Map<String, Object> exchange = exchange();
            Map<String, Object> fields = Json.fields("seq", exchange.getOrDefault("durableSeq", 0L), "silent", silent);
            copy("state", fields);
            copy("reasons", fields);
            copy("session", fields);
            copy("venueTime", fields);
            fields.put("exchange", exchange);
            fields.put("topics", ask("log", this::topics, List.of()));
            fields.put("groups", ask("log", this::groups, List.of()));
            fields.put("outboxes", ask("outbox", this::outboxes, List.of()));
            fields.put("deadLetters", deadLetters());
            fields.put("leases", leases());
            verdict(Audit.NAME).ifPresent(verdict -> fields.put("audit", verdict));
            verdict(Services.RECONCILIATION).ifPresent(verdict -> fields.put("reconciliation", verdict));
            fields.put("roles", roles());
            return fields;
        }

        private void copy(String name, Map<String, Object> to) {
            Object value = status.get(name);
            if (value != null) {
                to.put(name, value);
            }
        }

        /** Its own word if it is here, otherwise its last heartbeat, whose age is told. */
        private Map<String, Object> exchange() {
            Map<String, Object> exchange = new LinkedHashMap<>();
            if (status.containsKey("durableSeq")) {
                for (String name : List.of("durableSeq", "publishedSeq", "lag", "connected", "enabled")) {
                    copy(name, exchange);
                }
                exchange.put("ageMs", 0);
                return exchange;
            }
            heard(VenueRole.EXCHANGE.text()).ifPresent(beat -> {
                beat.report().counters().forEach(exchange::put);
                exchange.put("connected", beat.isFresh());
                exchange.put("ageMs", beat.age().toMillis());
            });
            return exchange;
        }

        private List<Map<String, Object>> topics() {
            List<Map<String, Object>> rows = new ArrayList<>();
            for (TopicSpec topic : sources.log().topics()) {
                List<Map<String, Object>> partitions = new ArrayList<>();
                for (int p = 0; p < topic.partitions(); p++) {
                    TopicPartition place = new TopicPartition(topic.name(), p);
                    partitions.add(Json.fields(
                            "partition", p,
                            "start", sources.log().startOffset(place),
                            "end", sources.log().endOffset(place)));
                }
                rows.add(Json.fields("topic", sources.topics().bareName(topic.name()), "partitions", partitions));
            }
            return rows;
        }

        private List<Map<String, Object>> groups() {
            Map<List<String>, List<Map<String, Object>>> byGroup = new LinkedHashMap<>();
            for (Map<String, Object> row : LagRows.of(sources.log(), sources.topics())) {
                byGroup.computeIfAbsent(List.of(word(row, "group"), word(row, "topic")), any -> new ArrayList<>())
                        .add(row);
            }
            List<Map<String, Object>> groups = new ArrayList<>();
            byGroup.forEach((name, rows) -> {
                long lag =
                        rows.stream().mapToLong(row -> number(row.get("lag"))).sum();
                rows.forEach(row -> row.keySet().removeAll(List.of("group", "topic")));
                groups.add(Json.fields("group", name.get(0), "topic", name.get(1), "lag", lag, "partitions", rows));
            });
            return groups;
        }

        private List<Map<String, Object>> outboxes() {
            CaptureReader.Counts counts = sources.postTrade().captureReader().counts();
            LongStream written = counts.oldestUnsentMs().stream();
            long age = written.map(ms -> Math.max(0, System.currentTimeMillis() - ms))
                    .findFirst()
                    .orElse(0);
            return List.of(Json.fields("service", Capture.NAME, "waiting", counts.unsent(), "oldestAgeMs", age));
        }

        private List<Map<String, Object>> deadLetters() {
            List<Map<String, Object>> rows = new ArrayList<>();
            own.aside()
                    .forEach((service, aside) -> rows.add(Json.fields(
                            "service", service,
                            "open", aside.letters().count(),
                            "held", aside.held().count())));
            return rows;
        }

        private List<Map<String, Object>> leases() {
            List<Map<String, Object>> rows = new ArrayList<>();
            sources.postTrade().databases().forEach((service, database) -> {
                for (LeaseHolder lease : ask(service, () -> leases(database), List.<LeaseHolder>of())) {
                    rows.add(Json.fields(
                            "service", service.equals(StrategyDatabase.NAME) ? lease.name() : service,
                            "owner", lease.owner(),
                            "token", lease.token(),
                            "remainingMs", lease.remainingMs()));
                }
            });
            return rows;
        }

        /** Those of shards and accounts are many, and on the page of strategies. */
        private List<LeaseHolder> leases(Database database) {
            if (!database.exists()) {
                return List.of();
            }
            return LeaseHolder.all(database).stream()
                    .filter(lease ->
                            !lease.name().startsWith("shard-") && !lease.name().startsWith("account:"))
                    .toList();
        }

        /** What a service that checks has found. */
        private Optional<Map<String, Object>> verdict(String service) {
            return reports.stream()
                    .filter(report -> report.role().equals(service))
                    .map(this::verdict)
                    .findFirst()
                    .or(() -> heard(service)
                            .map(beat -> Json.fields(
                                    "state", beat.state(),
                                    "reasons", beat.reasons(),
                                    "counters", beat.report().counters())));
        }

        private Map<String, Object> verdict(RoleReport report) {
            return Json.fields("state", report.state(), "reasons", report.reasons(), "counters", report.counters());
        }

        private List<Map<String, Object>> roles() {
            List<Map<String, Object>> rows = new ArrayList<>();
            for (RoleReport report : reports) {
                rows.add(Json.fields(
                        "role", report.role(),
                        "state", report.state(),
                        "reasons", report.reasons(),
                        "address", "",
                        "ageMs", 0));
            }
            for (Heartbeat beat : others) {
                boolean here = beat.process().pid() == ProcessHandle.current().pid()
                        && reports.stream()
                                .anyMatch(report ->
                                        report.role().equals(beat.report().role()));
                if (!here) {
                    rows.add(Json.fields(
                            "role", beat.report().role(),
                            "state", beat.state(),
                            "reasons", beat.reasons(),
                            "address", beat.process().address(),
                            "ageMs", beat.age().toMillis()));
                }
            }
            return rows;
        }

        private Optional<Heartbeat> heard(String role) {
            return others.stream()
                    .filter(beat -> beat.report().role().equals(role))
                    .min(Comparator.comparing(Heartbeat::age));
        }

        private <T> T ask(String part, Supplier<T> question, T otherwise) {
            try {
                return question.get();
            } catch (DeliveryException | LogException | UncheckedIOException away) {
                if (!silent.contains(part)) {
                    silent.add(part);
                }
                return otherwise;
            }
        }
    }

    private static String word(Map<String, Object> row, String name) {
        return String.valueOf(row.get(name));
    }

    private static long number(@Nullable Object value) {
        return value instanceof Number number ? number.longValue() : 0;
    }
}

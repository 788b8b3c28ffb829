package daybook.app.venue;

import daybook.app.Json;
import daybook.app.dlq.DeadLetterBox;
import daybook.app.heartbeat.Heartbeat;
import daybook.app.heartbeat.RoleReport;
import daybook.app.http.Operations;
import daybook.delivery.ServiceStatus;
import daybook.events.Topics;
import daybook.exchange.pipeline.Counters;
import daybook.exchange.pipeline.Exchange;
import daybook.log.TopicPartition;
import daybook.posttrade.ledger.Ledger;
import daybook.publisher.PublisherStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;

/** What HTTP may ask of the running venue. Safe for many threads. */
final class VenueOperations implements Operations, Backbone.Own {
    private static final long KEEPING_UP = 1_000;

    private final Set<VenueRole> roles;
    private final Exchange exchange;
    private final Downstream downstream;
    private final Keeper keeper;
    private final VenueClock clock;
    private final Backbone backbone;

    VenueOperations(Set<VenueRole> roles, Exchange exchange, Downstream downstream, Day day) {
        this.roles = roles;
        this.exchange = exchange;
        this.downstream = downstream;
        this.keeper = day.keeper();
        this.clock = day.clock();
        this.backbone = new Backbone(
                new Backbone.Sources(downstream.log(), downstream.topics(), downstream.postTrade(), day.elsewhere()),
                this,
                System::nanoTime);
    }

    /** What goes on around it. */
    record Day(Keeper keeper, VenueClock clock, Supplier<List<Heartbeat>> elsewhere) {}

    @Override
    public Map<String, Object> status() {
        PublisherStatus publisher = downstream.publisherStatus();
        Counters counters = exchange.counters();
        long durable = exchange.durableSeq();
        List<String> red = new ArrayList<>();
        List<String> amber = new ArrayList<>();
        addOwn(publisher, red, amber);
        downstream.services().forEach((name, service) -> add(name, service, red, amber));
        List<String> reasons = new ArrayList<>(red);
        reasons.addAll(amber);
        Map<String, Object> status = Json.fields(
                "role", VenueRole.UP.equals(roles) ? "venue" : VenueRole.text(roles),
                "state", state(red, amber),
                "enabled", publisher.enabled(),
                "durableSeq", durable,
                "publishedSeq", publisher.publishedSeq(),
                "lag", Math.max(0, durable - publisher.publishedSeq()),
                "connected", publisher.connected(),
                "errors", publisher.errors(),
                "reasons", reasons,
                "session", keeper.session().name(),
                "venueTime", clock.instant().toString(),
                "orders", counters.accepted() + counters.rejected(),
                "trades", counters.trades(),
                "commands", counters.commands(),
                "busy", counters.busy());
        status.putAll(AsideFigures.of(downstream.aside(), System.currentTimeMillis()));
        return status;
    }

    /** What the exchange's process itself has to say, without the services. */
    private void addOwn(PublisherStatus publisher, List<String> red, List<String> amber) {
        notReady().ifPresent(red::add);
        if (!publisher.enabled()) {
            amber.add("publisher: switched off (kafka.event.publish.enabled), the journal keeps the events");
        } else if (!publisher.connected()) {
            red.add("publisher: not connected" + (publisher.lastError().isEmpty() ? "" : ", " + publisher.lastError()));
        }
        if (publisher.enabled() && publisher.lag() >= KEEPING_UP) {
            amber.add("publisher: " + publisher.lag() + " events behind");
        }
        exchange.snapshots().failure().ifPresent(failed -> amber.add("snapshot: " + failed.getMessage()));
    }

    @Override
    public Map<String, Object> backbone() {
        return backbone.look();
    }

    @Override
    public Map<String, ServiceVoice.Aside> aside() {
        return downstream.aside();
    }

    /** One for each role, for the heartbeats. */
    @Override
    public List<RoleReport> reports() {
        PublisherStatus publisher = downstream.publisherStatus();
        Counters counters = exchange.counters();
        long durable = exchange.durableSeq();
        List<String> red = new ArrayList<>();
        List<String> amber = new ArrayList<>();
        addOwn(publisher, red, amber);
        List<String> reasons = new ArrayList<>(red);
        reasons.addAll(amber);
        List<RoleReport> reports = new ArrayList<>();
        reports.add(new RoleReport(
                VenueRole.EXCHANGE.text(),
                state(red, amber),
                reasons,
                Map.of(
                        "durableSeq", durable,
                        "publishedSeq", publisher.publishedSeq(),
                        "lag", Math.max(0, durable - publisher.publishedSeq()),
                        "errors", publisher.errors(),
                        "commands", counters.commands(),
                        "trades", counters.trades(),
                        "busy", counters.busy()),
                durable == 0 ? "" : "seq " + durable));
        reports.addAll(downstream.reportsOfServices());
        return reports;
    }

    private static String state(List<String> red, List<String> amber) {
        return !red.isEmpty() ? "red" : amber.isEmpty() ? "green" : "amber";
    }

    private static void add(String name, ServiceStatus service, List<String> red, List<String> amber) {
        List<String> where = switch (service.light()) {
            case GREEN -> new ArrayList<>();
            case AMBER -> amber;
            case RED -> red;
        };
        service.reasons().forEach(reason -> where.add(name + ": " + reason));
    }

    @Override
    public List<Map<String, Object>> lag() {
        return LagRows.of(downstream.log(), downstream.topics());
    }

    @Override
    public Optional<String> notReady() {
        return exchange.refusal().map(reason -> "exchange: " + reason);
    }

    @Override
    public Map<String, Object> produce(String topic, String key, String value, Optional<Integer> partition) {
        String fullName = downstream.topics().fullName(topic);
        try (RecordWriter writer = new RecordWriter(downstream.log())) {
            Map<String, Object> written = writer.write(fullName, key, value, partition);
            written.put("topic", downstream.topics().bareName(fullName));
            return written;
        }
    }

    @Override
    public OptionalInt partitions(String topic) {
        return downstream
                .log()
                .topic(downstream.topics().fullName(topic))
                .map(spec -> OptionalInt.of(spec.partitions()))
                .orElse(OptionalInt.empty());
    }

    @Override
    public Range offsets(String topic, int partition) {
        TopicPartition place = new TopicPartition(downstream.topics().fullName(topic), partition);
        return new Range(downstream.log().startOffset(place), downstream.log().endOffset(place));
    }

    @Override
    public boolean isPublishers(String topic) {
        return downstream.topics().bareName(topic).equals(Topics.EXCHANGE_EVENTS.name());
    }

    @Override
    public void resetOffset(String group, String topic, int partition, long offset) {
        TopicPartition place = new TopicPartition(downstream.topics().fullName(topic), partition);
        downstream.log().resetOffsets(group, Map.of(place, offset));
    }

    @Override
    public DeadLetterBox deadLetters() {
        return downstream.deadLetters();
    }

    @Override
    public boolean rebuild(String service, boolean fromSnapshot) {
        return downstream.rebuildDesk().ask(fromSnapshot);
    }

    @Override
    public Optional<Map<String, Object>> rebuilding(String service) {
        if (!service.equals(Ledger.NAME) || !downstream.hasLedger()) {
            return Optional.empty();
        }
        RebuildDesk.Report report = downstream.rebuildDesk().report();
        return Optional.of(Json.fields(
                "service", service,
                "state", report.state().name().toLowerCase(Locale.ROOT),
                "fromSnapshot", report.fromSnapshot(),
                "read", report.read(),
                "end", report.end(),
                "message", report.message()));
    }

    @Override
    public Map<String, Object> purge(String store, boolean dryRun) {
        return Purge.run(downstream.postTrade(), store, dryRun);
    }
}

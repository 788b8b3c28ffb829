package daybook.app.venue;

import daybook.app.Json;
import daybook.app.heartbeat.Heartbeat;
import daybook.app.heartbeat.RoleReport;
import daybook.app.http.ExchangeAddress;
import daybook.app.http.ProcessHealth;
import daybook.delivery.ServiceStatus;
import daybook.events.Topics;
import daybook.log.Log;
import daybook.log.LogException;
import daybook.posttrade.market.MarketView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** How the roles of a process are doing. Safe for many threads. */
final class RoleHealth implements ProcessHealth, Backbone.Own {
    private final Set<VenueRole> roles;
    private final Services services;
    private final View view;
    private final ExchangeAddress exchange;

    private final Backbone backbone;

    /** A connection for questions alone, and what others can be asked. */
    record View(Log log, Topics topics, PostTrade postTrade, Supplier<List<Heartbeat>> elsewhere) {}

    RoleHealth(Set<VenueRole> roles, Services services, View view, ExchangeAddress exchange) {
        this.roles = roles;
        this.services = services;
        this.view = view;
        this.exchange = exchange;
        this.backbone = new Backbone(
                new Backbone.Sources(view.log(), view.topics(), view.postTrade(), view.elsewhere()),
                this,
                System::nanoTime);
    }

    @Override
    public Map<String, Object> backbone() {
        return backbone.look();
    }

    @Override
    public Map<String, ServiceVoice.Aside> aside() {
        return services.aside();
    }

    /** The services say it themselves; nobody is asked over the network. */
    @Override
    public Map<String, Object> status() {
        List<String> red = new ArrayList<>();
        List<String> amber = new ArrayList<>();
        long done = 0;
        long errors = 0;
        boolean connected = true;
        for (Map.Entry<String, ServiceStatus> service : services.status().entrySet()) {
            ServiceStatus status = service.getValue();
            done += status.done();
            errors += status.failures();
            connected &= status.light() != ServiceStatus.Light.RED;
            List<String> where = status.light() == ServiceStatus.Light.RED ? red : amber;
            status.reasons().forEach(reason -> where.add(service.getKey() + ": " + reason));
        }
        withoutExchange().ifPresent(red::add);
        List<String> reasons = new ArrayList<>(red);
        reasons.addAll(amber);
        Map<String, Object> said = Json.fields(
                "role", VenueRole.text(roles),
                "state", !red.isEmpty() ? "red" : amber.isEmpty() ? "green" : "amber",
                "enabled", true,
                "connected", connected,
                "done", done,
                "errors", errors,
                "reasons", reasons);
        said.putAll(AsideFigures.of(services.aside(), System.currentTimeMillis()));
        return said;
    }

    /** One for each role, for the heartbeats. */
    @Override
    public List<RoleReport> reports() {
        List<RoleReport> reports = new ArrayList<>(services.reports());
        if (roles.contains(VenueRole.WEB)) {
            List<String> reasons = new ArrayList<>(withoutExchange().stream().toList());
            services.view()
                    .map(MarketView::status)
                    .filter(seen -> seen.light() == ServiceStatus.Light.RED)
                    .ifPresent(seen -> reasons.addAll(seen.reasons()));
            reports.add(new RoleReport("web", reasons.isEmpty() ? "green" : "red", reasons, Map.of(), ""));
        }
        return reports;
    }

    @Override
    public List<Map<String, Object>> lag() {
        return LagRows.of(view.log(), view.topics());
    }

    @Override
    public Optional<String> notReady() {
        return services.troubles().stream().findFirst().or(this::withoutExchange);
    }

    private Optional<String> withoutExchange() {
        return roles.contains(VenueRole.WEB) && exchange.get().isEmpty()
                ? Optional.of("web: not known where the exchange is")
                : Optional.empty();
    }

    /** A log that does not answer has not been read to its end. */
    boolean isDrained() {
        try {
            return services.isDrained(view.log());
        } catch (LogException silent) {
            return false;
        }
    }
}

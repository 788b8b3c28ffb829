package daybook.app.venue;

import daybook.delivery.ServiceStatus;
import daybook.posttrade.audit.Audit;
import daybook.posttrade.reconcile.Reconciler;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The audit role: what is on the log and, where the exchange's journal is, whether the ledger agrees with it. */
record AuditParts(Audit audit, Optional<Reconciler> reconciler) implements AutoCloseable {

    Services.Service service() {
        ServiceVoice voice = ServiceVoice.of(
                this::status, this::details, () -> new ServiceVoice.Aside(audit.deadLetters(), audit.held()));
        return new Services.Service(Audit.NAME, this::pump, voice, new Once(this));
    }

    @Override
    public void close() {
        try {
            audit.close();
        } finally {
            reconciler.ifPresent(Reconciler::close);
        }
    }

    private int pump() {
        return audit.pump() + reconciler.map(Reconciler::pump).orElse(0);
    }

    private Map<String, ServiceStatus> status() {
        Map<String, ServiceStatus> status = new LinkedHashMap<>();
        status.put("audit", audit.status());
        reconciler.ifPresent(running -> status.put(Services.RECONCILIATION, running.status()));
        return status;
    }

    private ServiceVoice.Details details() {
        Map<String, Long> counters = new LinkedHashMap<>(audit.counters());
        reconciler.ifPresent(running -> counters.putAll(running.counters()));
        return ServiceVoice.Details.of(counters, audit.last());
    }
}

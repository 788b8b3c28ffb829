package daybook.posttrade.reconcile;

import daybook.delivery.DeliveryException;
import daybook.delivery.ServiceStatus;
import daybook.delivery.ServiceStatus.Light;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reconciles again and again, and raises the alarm: red with account and symbol as soon as two checks running have found the same
 * difference, amber while all that differ are known to be pending.
 *
 * <p>Checks are an interval apart, or ten times as long as a check takes, whichever is longer. Confined to one thread;
 * {@link #status} and {@link #counters} are safe for any.
 */
public final class Reconciler implements AutoCloseable {
    private static final int NAMED = 5;
    private static final int SHARE = 10;
    private static final long PATIENCE_NS = Duration.ofSeconds(2).toNanos();

    private final Reconciliation reconciliation;
    private final LongSupplier nanos;
    private final long everyNs;
    private @Nullable Findings before;
    private long beganNs;
    private long dueNs;
    private boolean checking;
    private boolean waited;
    private volatile Map<String, Long> counters = counters(0, 0, 0);
    private volatile ServiceStatus status = new ServiceStatus(Light.GREEN, List.of(), 0, 0);

    /** @param every from the end of one check to the next; a lasting difference is an alarm after two checks */
    public Reconciler(Reconciliation reconciliation, LongSupplier nanos, Duration every) {
        this.reconciliation = reconciliation;
        this.nanos = nanos;
        this.everyNs = every.toNanos();
        this.dueNs = nanos.getAsLong() + everyNs; // the ledger begins beside it
    }

    /** Does a piece of a check, if one is due. Returns 1 if there is more to do at once. */
    public int pump() {
        long now = nanos.getAsLong();
        if (now - dueNs < 0) {
            return 0;
        }
        if (!checking) {
            checking = true;
            waited = false;
            beganNs = now;
        }
        try {
            return step(now);
        } catch (IOException | DeliveryException | IllegalStateException | ArithmeticException away) {
            finish(now);
            status = new ServiceStatus(
                    // To have given its beginning up was somebody's decision.
                    away instanceof DropCopy.IncompleteException ? Light.GREEN : Light.AMBER,
                    List.of("positions are not compared: " + away.getMessage()),
                    status.done(),
                    status.failures() + 1);
            return 0;
        }
    }

    /** Green before the first check. */
    public ServiceStatus status() {
        return status;
    }

    /** How often it has checked, the last trade compared, and how many differ now. */
    public Map<String, Long> counters() {
        return counters;
    }

    @Override
    public void close() {
        reconciliation.close();
    }

    private static Map<String, Long> counters(long checks, long upToTradeId, long differences) {
        return Map.of("reconciliations", checks, "reconciledTrade", upToTradeId, "differences", differences);
    }

    private int step(long now) throws IOException {
        return switch (reconciliation.step(false)) {
            case READING -> 1;
            case WAITING -> {
                waited = true;
                yield now - beganNs < PATIENCE_NS ? 0 : report(now);
            }
            case READY -> report(now);
        };
    }

    private int report(long now) {
        Findings found = reconciliation.compare(false);
        Findings lasting = before == null ? found.alsoIn(Findings.NONE) : found.alsoIn(before);
        before = found;
        long checks = status.done() + 1;
        counters = counters(checks, found.upToTradeId(), lasting.differences().size());
        status = judge(lasting, checks);
        finish(now);
        return 0;
    }

    private void finish(long now) {
        checking = false;
        long tookNs = waited ? 0 : nanos.getAsLong() - beganNs;
        dueNs = now + Math.max(everyNs, SHARE * tookNs);
    }

    private ServiceStatus judge(Findings lasting, long checks) {
        List<String> reasons = new ArrayList<>();
        List<Difference> unknown =
                lasting.differences().stream().filter(d -> !d.pending()).toList();
        List<Difference> known =
                lasting.differences().stream().filter(Difference::pending).toList();
        name(reasons, unknown, "");
        if (!lasting.zeroSum()) {
            reasons.add("the quantities of a symbol do not add up to 0 over all accounts");
        }
        if (!lasting.cash()) {
            reasons.add("the cash of a symbol does not add up to 0 over all accounts");
        }
        boolean alarm = !reasons.isEmpty();
        name(reasons, known, " (pending)");
        Light light = alarm ? Light.RED : known.isEmpty() ? Light.GREEN : Light.AMBER;
        return new ServiceStatus(light, reasons, checks, status.failures());
    }

    private static void name(List<String> reasons, List<Difference> found, String note) {
        found.stream().limit(NAMED).forEach(difference -> reasons.add(difference.text() + note));
        if (found.size() > NAMED) {
            reasons.add("and " + (found.size() - NAMED) + " more" + note + ": daybook reconcile");
        }
    }
}

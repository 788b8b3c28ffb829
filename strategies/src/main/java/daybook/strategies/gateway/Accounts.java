package daybook.strategies.gateway;

import daybook.delivery.Lease;
import daybook.delivery.ServiceStatus;
import daybook.delivery.ServiceStatus.Light;
import daybook.delivery.Statements;
import daybook.strategies.AccountKey;
import daybook.strategies.venue.Venue;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** All accounts with orders that have not ended, and who works on them here. Confined to the gateway's thread, but for what it says. */
final class Accounts {
    /** So often it looks for accounts that others' orders, or other processes' deaths, have brought. */
    private static final long LOOK_NS = Duration.ofMillis(250).toNanos();

    /** Orders that nobody has got further for so long are worth a look. */
    private static final long PATIENCE_MS = Duration.ofMinutes(1).toMillis();

    /** Who works, and how much. */
    record Settings(String owner, GatewayOptions options) {}

    private final Settings settings;
    private final Map<String, Venue> venues = new TreeMap<>();
    private final AccountExecutor.Parts parts;
    private final Statements statements = new Statements();
    private final Map<String, AccountExecutor> executors = new HashMap<>();
    private long lookNs;
    private volatile LiveOrders live = LiveOrders.NONE;
    private volatile long homeless;
    private volatile int owned;

    Accounts(Settings settings, Collection<? extends Venue> venues, AccountExecutor.Parts parts) {
        this.settings = settings;
        this.parts = parts;
        venues.forEach(venue -> this.venues.put(venue.name(), venue));
        this.lookNs = parts.nanos().getAsLong();
    }

    /** Something has come: it looks at the next round. */
    void look() {
        lookNs = parts.nanos().getAsLong();
    }

    /** Does for each account some of what is due. Returns how much. */
    int round() throws SQLException {
        lookNowAndThen();
        int done = 0;
        int held = owned();
        for (AccountExecutor executor : executors.values()) {
            boolean before = executor.isOwner();
            if (before || held < settings.options().accounts()) {
                done += round(executor);
                held += (executor.isOwner() ? 1 : 0) - (before ? 1 : 0);
            }
        }
        owned = held;
        return done;
    }

    private int owned() {
        int owned = 0;
        for (AccountExecutor executor : executors.values()) {
            owned += executor.isOwner() ? 1 : 0;
        }
        return owned;
    }

    /** That another has taken an account is nobody else's trouble. */
    private int round(AccountExecutor executor) throws SQLException {
        try {
            return executor.round();
        } catch (SQLException failed) {
            parts.writer().rollback();
            if (executor.failed()) {
                return 0;
            }
            throw failed;
        }
    }

    void close() {
        executors.values().forEach(AccountExecutor::release);
        executors.clear();
    }

    ServiceStatus status() {
        LiveOrders orders = live;
        List<String> reasons = new ArrayList<>();
        long ageMs = ageMs(orders);
        if (ageMs > PATIENCE_MS) {
            reasons.add("orders: the oldest unresolved one came " + ageMs / 1_000 + " s ago");
        }
        if (homeless > 0) {
            reasons.add("orders: " + homeless + " for venues that this process does not know (it knows "
                    + String.join(", ", venues.keySet()) + ")");
        }
        Light light = reasons.isEmpty() ? Light.GREEN : Light.AMBER;
        return new ServiceStatus(
                light,
                reasons,
                parts.tally().submitted.sum(),
                parts.tally().notSent.sum());
    }

    GatewayFigures figures() {
        LiveOrders orders = live;
        Tally tally = parts.tally();
        return new GatewayFigures(
                tally.intents.sum(),
                tally.submitted.sum(),
                tally.resent.sum(),
                tally.unknown.sum(),
                tally.stale.sum(),
                tally.notSent.sum(),
                tally.finds.sum(),
                owned,
                new GatewayFigures.Orders(orders.byStatus(), tally.ended(), ageMs(orders)));
    }

    private long ageMs(LiveOrders orders) {
        return orders.oldestMs() == 0 ? 0 : Math.max(0, parts.clock().millis() - orders.oldestMs());
    }

    private void lookNowAndThen() throws SQLException {
        long now = parts.nanos().getAsLong();
        if (now - lookNs < 0) {
            return;
        }
        lookNs = now + LOOK_NS;
        LiveOrders orders = LiveOrders.read(parts.writer().connection(), statements);
        live = orders;
        long strangers = 0;
        for (Map.Entry<String, Long> account : orders.accounts().entrySet()) {
            if (!executors.containsKey(account.getKey()) && !open(account.getKey())) {
                strangers += account.getValue();
            }
        }
        homeless = strangers;
        orders.waiting().forEach(account -> {
            AccountExecutor executor = executors.get(account);
            if (executor != null) {
                executor.wake();
            }
        });
        LiveOrders.cancels(parts.writer().connection(), statements).forEach((account, ids) -> {
            AccountExecutor executor = executors.get(account);
            if (executor != null) {
                executor.cancel(ids);
            }
        });
        leaveIdle(orders);
    }

    /** False if its venue is none of this process. */
    private boolean open(String account) {
        Venue venue = venues.get(AccountKey.parse(account).venue());
        if (venue == null) {
            return false;
        }
        Lease.Terms terms =
                new Lease.Terms(account, settings.owner(), settings.options().lease());
        AccountExecutor.Desk desk = new AccountExecutor.Desk(account, venue, new Lease(terms, parts.nanos()));
        executors.put(account, new AccountExecutor(desk, settings.options().claims(), parts));
        return true;
    }

    /** An account without work may go to another process. */
    private void leaveIdle(LiveOrders orders) {
        Iterator<Map.Entry<String, AccountExecutor>> each = executors.entrySet().iterator();
        while (each.hasNext()) {
            Map.Entry<String, AccountExecutor> entry = each.next();
            if (!orders.accounts().containsKey(entry.getKey())
                    && entry.getValue().isIdle()) {
                entry.getValue().release();
                each.remove();
            }
        }
    }
}

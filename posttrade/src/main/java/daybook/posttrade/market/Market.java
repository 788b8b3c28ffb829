package daybook.posttrade.market;

import daybook.delivery.DeliveryException;
import daybook.delivery.Lease;
import daybook.delivery.Migrations;
import daybook.delivery.ServicePorts;
import daybook.delivery.ServiceStatus;
import daybook.delivery.Writer;
import daybook.log.LogException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.LongSupplier;

/**
 * The market service: keeps a {@link MarketView} going and stores what it shows, bars for ever and books as of now, so that a replica
 * that starts need not read the whole history.
 *
 * <p>Its mode is {@link daybook.delivery.DeliveryMode#ATOMIC} over seqs instead of offsets: what was folded from the events up to a
 * seq, and that seq, are one transaction, which counts only if the tables are where this process believes them to be and its lease
 * still holds. The fold takes each event once by its number, so neither a record that is sent again nor a crash at any point counts
 * anything twice. Of several processes one stores; the views of all go on.
 *
 * <p>Confined to one thread; the view, the status and the counters are safe for any.
 */
public final class Market implements AutoCloseable {
    public static final String NAME = "market";
    static final String SCRIPTS = "daybook/posttrade/db/market";

    /** So many bars may wait for a database that is away; then what it has is loaded again when it is back. */
    private static final int MOST_WAITING = 100_000;

    private static final long NONE = 0;
    private static final long PART = 20;

    private final Duration every;
    private final Writer writer;
    private final Lease lease;
    private final MarketView view;
    private final InstantSource clock;
    private final LongSupplier nanos;
    private final MarketTable table = new MarketTable();
    private final Map<MarketTable.SymbolFrame, List<BarTable.Row>> closed = new HashMap<>();
    private int waiting;
    private long grant = NONE;
    private long savedSeq;
    private long dueNs;
    private long failures;
    private volatile String trouble = "";
    private volatile Map<String, Long> counters = Map.of();

    /**
     * Opens the service on a view of this process, creating its tables where they are missing.
     *
     * @param every stores this often, if something has changed
     */
    public Market(ServicePorts ports, MarketView view, Duration every) {
        Migrations.migrate(ports.database(), SCRIPTS);
        this.every = every;
        this.writer = new Writer(ports.database());
        this.lease = ports.lease(NAME);
        this.view = view;
        this.clock = ports.clock();
        this.nanos = ports.nanos();
        this.dueNs = nanos.getAsLong() + every.toNanos();
        view.tellClosedBars(this::closed);
        view.tellBegun(this::forgetClosed);
    }

    /** Reads at most one batch and stores what is due. Returns how many records it has read. */
    public int pump() {
        boolean stores = stores();
        int read = view.pump();
        if (grant == NONE) {
            forgetClosed(); // another stores them, or this one loads what is stored first
        } else if (stores && nanos.getAsLong() - dueNs >= 0) {
            long began = nanos.getAsLong();
            store();
            long now = nanos.getAsLong();
            // A large market takes longer to store: that may cost a twentieth of this thread's time.
            dueNs = now + Math.max(every.toNanos(), PART * (now - began));
        }
        return read;
    }

    /** How the view is, and what keeps it from being stored. */
    public ServiceStatus status() {
        ServiceStatus seen = view.status();
        String storing = trouble;
        if (storing.isEmpty()) {
            return seen;
        }
        List<String> reasons = new ArrayList<>(seen.reasons());
        reasons.add(storing);
        return new ServiceStatus(ServiceStatus.Light.RED, reasons, seen.done(), seen.failures() + failures);
    }

    /** By name: the seq that is seen and the one that is stored, duplicates on the topic, records that are no events, late trades. */
    public Map<String, Long> counters() {
        return counters;
    }

    /** Stores what is not stored, and lets another process go on. */
    @Override
    public void close() {
        if (grant != NONE && stores()) {
            store();
        }
        view.close();
        lease.release(writer);
        writer.close();
    }

    /** Whether this process is the one that stores. What another may have stored meanwhile is loaded then. */
    private boolean stores() {
        try {
            if (!lease.hold(writer)) {
                grant = NONE;
                // One whose time has run out while the database is away has not been lost to anybody yet.
                trouble = lease.token() == NONE ? "" : trouble;
                return false;
            }
            if (lease.token() != grant || view.isMadeAgain()) {
                takeOver();
            }
            return true;
        } catch (SQLException away) {
            failed(away);
            return false;
        } catch (LogException | DeliveryException away) {
            return false; // the view says so when it tries again
        }
    }

    private void takeOver() throws SQLException {
        forgetClosed();
        table.forget();
        MarketTable.State state = table.state(writer.connection());
        if (state.seq() > 0 && !state.zone().equals(view.zone().getId())) {
            clear(); // days begin elsewhere now: every bar is another one
        }
        view.restart();
        if (view.isMadeAgain()) {
            clear();
            view.restart();
        }
        savedSeq = view.fold().seq();
        grant = lease.token();
    }

    private void clear() throws SQLException {
        table.clear(writer.transaction());
        lease.confirm(writer.transaction());
        writer.commit();
    }

    private void store() {
        EventStream stream = view.stream();
        MarketFold fold = view.fold();
        count();
        if (stream == null || view.isMadeAgain()) {
            return; // the next round takes over
        }
        try {
            if (fold.seq() <= savedSeq) {
                askAgain();
                return;
            }
            Map<Integer, Long> offsets = stream.resumeAt();
            boolean moved = table.save(writer.transaction(), fold, change(stream.topicId(), offsets));
            if (!moved) {
                // Perhaps by this process, whose commit took effect though nobody said so. What is there is loaded.
                grant = NONE;
                throw new SQLException("market_state: another process has moved it (expected: " + savedSeq + ")");
            }
            lease.confirm(writer.transaction());
            writer.commit();
            savedSeq = fold.seq();
            forgetClosed();
            trouble = "";
            count();
            stream.commit(offsets);
        } catch (SQLException refused) {
            failed(refused);
        } catch (LogException away) {
            trouble = ""; // only the display of the lag is behind
        }
    }

    /** In a market that is still nothing else would show that what was wrong is over. */
    private void askAgain() throws SQLException {
        if (!trouble.isEmpty()) {
            lease.confirm(writer.transaction());
            writer.commit();
            trouble = "";
        }
    }

    private MarketTable.Change change(UUID topic, Map<Integer, Long> offsets) {
        return new MarketTable.Change(savedSeq, topic, view.zone(), offsets, closed, clock.millis());
    }

    private void failed(SQLException refused) {
        writer.rollback();
        failures++;
        trouble = "market: " + refused.getMessage();
        if (waiting > MOST_WAITING) {
            grant = NONE;
            forgetClosed();
        }
    }

    /** Bars are kept until they are stored. On the pumping thread, from within the view. */
    private void closed(Bar bar, long firstMicros, long lastMicros) {
        if (bar.isEmpty()) {
            return; // it follows from those beside it
        }
        closed.computeIfAbsent(new MarketTable.SymbolFrame(bar.symbol(), bar.timeframe()), frame -> new ArrayList<>())
                .add(new BarTable.Row(bar, firstMicros, lastMicros));
        waiting++;
    }

    /** Also when the view begins anew: what an earlier fold has closed this one closes again, or it is of another history. */
    private void forgetClosed() {
        closed.clear();
        waiting = 0;
    }

    private void count() {
        EventStream stream = view.stream();
        Map<String, Long> counted = new LinkedHashMap<>();
        counted.put("seq", view.seq());
        counted.put("storedSeq", savedSeq);
        counted.put("duplicates", stream == null ? 0 : stream.order().duplicates());
        counted.put("wrong", stream == null ? 0 : stream.order().wrong());
        counted.put(
                "late",
                view.fold().symbols().stream().mapToLong(SymbolMarket::late).sum());
        counters = Map.copyOf(counted);
    }
}

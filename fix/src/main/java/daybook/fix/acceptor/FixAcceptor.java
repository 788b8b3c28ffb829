package daybook.fix.acceptor;

import daybook.fix.AcceptorPorts;
import daybook.fix.FixAcceptorSettings;
import daybook.fix.session.Listener;
import daybook.fix.session.Place;
import daybook.fix.session.ReportStores;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The exchange's FIX side. One thread, whoever owns it, calls {@link #pump} over and over and {@link #close} at the end; {@link
 * #status} is safe for any. QuickFIX/J has threads of its own, which only hand requests over.
 *
 * <p>To be closed before the exchange is: what is answered later is told when both are open again.
 */
public final class FixAcceptor implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FixAcceptor.class);
    private static final int REQUESTS_AT_ONCE = 256;
    private static final long EVENTS_TO_A_CHECKPOINT = 200_000;

    private final Listener listener;
    private final Door door;
    private final Desk desk;
    private final History history;
    private final Statuses statuses;
    private final long caughtUpAt;
    private final Outlets all;
    private final Orders orders;
    private final Checkpoint checkpoint;
    private long savedAt;

    private final LongAdder requests = new LongAdder();
    private volatile long toldTo;
    private volatile boolean stuck;

    /**
     * How it is.
     *
     * @param loggedOn counterparties that are there now
     * @param seq the event up to which everything has been reported
     * @param requests taken since it was opened
     * @param waiting requests that wait for the acceptor's thread
     * @param trouble what keeps it from working; empty if nothing does
     */
    public record Status(
            List<String> loggedOn,
            int connections,
            long seq,
            long requests,
            int waiting,
            Refused refused,
            String trouble) {}

    /** What was turned away at the door since it was opened. */
    public record Refused(long connections, long logons, long oversized) {}

    private FixAcceptor(FixAcceptorSettings settings, AcceptorPorts ports, Parts parts) {
        long durableSeq = ports.feed().durableSeq();
        ReportStores stores = new ReportStores(settings.directory(), settings.forced(), Place.second(durableSeq));
        this.door = new Door(settings.limits().waitingRequests(), ports.bell());
        this.listener =
                parts.sessions().start(settings, new Listener.Ports(ports.logons(), stores, ports.clock()), door);
        Outlets outlets = outlets(settings, stores, durableSeq);
        door.whenFull((counterparty, reject) -> outlets.named(counterparty).send(reject));
        History.Knowledge knowledge = new History.Knowledge(new Orders(), new Changes(), new Asked(), parts.execIds());
        this.statuses = new Statuses(knowledge.orders(), outlets, ports.clock());
        this.history = new History(ports.feed(), ports.queries(), knowledge, outlets);
        this.desk = new Desk(ports, knowledge, outlets, statuses);
        this.caughtUpAt = durableSeq;
        this.all = outlets;
        this.orders = knowledge.orders();
        this.checkpoint = new Checkpoint(settings.directory());
        try {
            history.startAfter(
                    checkpoint.load(orders, outlets.told(), durableSeq).orElse(0));
            outlets.remember(knowledge.changes(), history.seq());
        } catch (IOException e) {
            listener.close();
            throw new IllegalStateException("FIX: " + settings.directory() + ": " + e.getMessage(), e);
        }
        this.savedAt = history.seq();
    }

    /**
     * Listens, and reads the history from the last checkpoint of its orders, or from its beginning, before it takes requests.
     *
     * @throws IllegalStateException if it cannot listen, or if the session state in the directory is of another venue, or of this one
     *     before it lost something
     */
    public static FixAcceptor open(FixAcceptorSettings settings, AcceptorPorts ports) {
        return open(settings, ports, Parts.OURS);
    }

    static FixAcceptor open(FixAcceptorSettings settings, AcceptorPorts ports, Parts parts) {
        return new FixAcceptor(settings, ports, parts);
    }

    private Outlets outlets(FixAcceptorSettings settings, ReportStores stores, long durableSeq) {
        Map<String, quickfix.Session> sessions = listener.sessions();
        List<Outlet> outlets = new ArrayList<>();
        settings.accounts().forEach((counterparty, account) -> {
            quickfix.Session session = sessions.get(counterparty);
            long told = Place.seq(stores.store(counterparty).place());
            if (session == null || told > durableSeq) {
                listener.close();
                throw new IllegalStateException("FIX: " + settings.directory() + ": " + counterparty
                        + " was told of event " + told + " (expected: at most " + durableSeq
                        + ", the last one that the exchange has)");
            }
            outlets.add(new Outlet(counterparty, account, session, stores.store(counterparty)));
        });
        return new Outlets(outlets);
    }

    /** One round. Returns above 0 if something was done; 0 if there is nothing to do now. */
    public int pump() {
        int done = desk.pump();
        if (history.seq() >= caughtUpAt) {
            for (int i = 0; i < REQUESTS_AT_ONCE; i++) {
                Incoming incoming = door.next();
                if (incoming == null) {
                    break;
                }
                desk.take(incoming);
                requests.increment();
                done++;
            }
        }
        done += history.pump();
        done += statuses.pump(history.seq());
        if (history.seq() - savedAt >= EVENTS_TO_A_CHECKPOINT && history.isBetweenEvents()) {
            save();
        }
        toldTo = history.seq();
        stuck = history.isStuck();
        return done;
    }

    private void save() {
        savedAt = history.seq();
        try {
            checkpoint.save(history.seq(), orders, all.told());
        } catch (IOException e) {
            LOG.warn("FIX: no checkpoint of the orders: {}", e.getMessage()); // the last one, or the history, will do
        }
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        return listener.address();
    }

    public Status status() {
        return new Status(
                listener.loggedOn(),
                listener.openConnections(),
                toldTo,
                requests.sum(),
                door.waiting(),
                new Refused(listener.refusedConnections(), listener.refusedLogons(), listener.oversizedMessages()),
                stuck ? "FIX: the session store takes nothing: see its disk" : "");
    }

    /** Logs the counterparties out and stops listening. What is waiting is not answered. Nobody pumps any more. */
    @Override
    public void close() {
        listener.close();
        if (history.isBetweenEvents()) {
            save();
        }
    }
}

package daybook.fix.session;

import daybook.fix.FixAcceptorSettings;
import daybook.fix.Logons;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import quickfix.Application;
import quickfix.ConfigError;
import quickfix.DefaultMessageFactory;
import quickfix.MessageStoreFactory;
import quickfix.RuntimeError;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.SessionSettings;
import quickfix.SocketAcceptor;

/**
 * Accepts sessions. Its threads are QuickFIX/J's: one for messages, one for timers, those of the network.
 *
 * <p>QuickFIX/J keeps one register of sessions per process, by names: two listeners of the same names in one process get in each
 * other's way.
 */
public final class Listener implements AutoCloseable {
    private static final int QUEUED_MESSAGES = 10_000;

    private final SocketAcceptor acceptor;
    private final SessionCounters counters;
    private final Connections connections;
    private final Map<String, Session> sessions = new HashMap<>();

    /**
     * What a listener takes from the world.
     *
     * @param clock for the refusals; sessions read the system's
     */
    public record Ports(Logons logons, MessageStoreFactory stores, InstantSource clock) {}

    /** Settings beside ours, by QuickFIX/J's names, that win over them. Only tests have any. */
    record Overrides(Map<String, String> values) {
        static final Overrides NONE = new Overrides(Map.of());
    }

    private Listener(FixAcceptorSettings settings, Ports ports, Application application, Overrides overrides)
            throws ConfigError {
        this.counters = new SessionCounters();
        this.connections = new Connections(settings.limits(), counters);
        LogonGate gate = new LogonGate(settings.compId(), ports.logons(), ports.clock(), counters);
        this.acceptor = new SocketAcceptor(
                application,
                ports.stores(),
                configuration(settings, overrides),
                new SessionLog(),
                new DefaultMessageFactory(),
                QUEUED_MESSAGES);
        acceptor.setIoFilterChainBuilder(chain -> {
            connections.install(chain);
            chain.addLast("daybook.gate", gate);
        });
    }

    /**
     * Listens.
     *
     * @throws IllegalStateException if it cannot: the address is in use, the stores cannot be opened
     */
    public static Listener start(FixAcceptorSettings settings, Ports ports, Application application) {
        return start(settings, ports, application, Overrides.NONE);
    }

    static Listener start(FixAcceptorSettings settings, Ports ports, Application application, Overrides overrides) {
        try {
            Listener listener = new Listener(settings, ports, application, overrides);
            listener.acceptor.start();
            for (Session session : listener.acceptor.getManagedSessions()) {
                listener.sessions.put(session.getSessionID().getTargetCompID(), session);
            }
            return listener;
        } catch (ConfigError | RuntimeError e) {
            throw new IllegalStateException("FIX: cannot listen at " + settings.address() + ": " + e.getMessage(), e);
        }
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        return (InetSocketAddress) acceptor.getEndpoints().iterator().next().getLocalAddress();
    }

    /** By the counterparty's name. */
    public Map<String, Session> sessions() {
        return Map.copyOf(sessions);
    }

    /** Names of the counterparties that are logged on. */
    public List<String> loggedOn() {
        List<String> names = new ArrayList<>();
        sessions.forEach((name, session) -> {
            if (session.isLoggedOn()) {
                names.add(name);
            }
        });
        return names;
    }

    public int openConnections() {
        return connections.open();
    }

    public long refusedConnections() {
        return counters.refusedConnections.sum();
    }

    public long refusedLogons() {
        return counters.refusedLogons.sum();
    }

    public long oversizedMessages() {
        return counters.oversized.sum();
    }

    /** Ends the sessions with a logout and closes their stores. */
    @Override
    public void close() {
        acceptor.stop(true);
    }

    private static SessionSettings configuration(FixAcceptorSettings settings, Overrides overrides) {
        Map<Object, Object> common = new HashMap<>();
        common.put("ConnectionType", "acceptor");
        common.put("SocketAcceptAddress", settings.address().getHostString());
        common.put("SocketAcceptPort", Integer.toString(settings.address().getPort()));
        common.put(
                "MaxScheduledWriteRequests", Integer.toString(settings.limits().queuedWrites()));
        common.put("LogonTimeout", Integer.toString(settings.limits().logonSeconds()));
        common.putAll(SessionRules.COMMON);
        common.putAll(overrides.values());
        SessionSettings all = new SessionSettings();
        all.set(common);
        for (String counterparty : settings.accounts().keySet()) {
            all.setString(new SessionID("FIX.4.4", settings.compId(), counterparty), "BeginString", "FIX.4.4");
        }
        return all;
    }
}

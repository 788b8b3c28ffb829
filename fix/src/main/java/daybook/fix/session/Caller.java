package daybook.fix.session;

import daybook.fix.FixVenueSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.Map;
import quickfix.Application;
import quickfix.ConfigError;
import quickfix.DefaultMessageFactory;
import quickfix.FileStoreFactory;
import quickfix.RuntimeError;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.SessionSettings;
import quickfix.SocketInitiator;

/**
 * Opens one session at a counterparty and opens it again, every second, when it is gone. Its threads are QuickFIX/J's.
 *
 * <p>Keeps numbers, not messages: what was sent is never sent again by itself, and no password lies on the disk.
 */
public final class Caller implements AutoCloseable {
    private static final int QUEUED_MESSAGES = 10_000;

    private final SocketInitiator initiator;
    private final Session session;

    private Caller(SocketInitiator initiator, Session session) {
        this.initiator = initiator;
        this.session = session;
    }

    /**
     * Starts to connect; whether it has, the application's {@code onLogon} tells.
     *
     * @throws IllegalStateException if the session's numbers cannot be read
     */
    public static Caller start(FixVenueSettings settings, Application application) {
        try {
            Files.createDirectories(settings.directory());
            SessionSettings configuration = configuration(settings);
            SocketInitiator initiator = new SocketInitiator(
                    application,
                    new FileStoreFactory(configuration),
                    configuration,
                    new SessionLog(),
                    new DefaultMessageFactory(),
                    QUEUED_MESSAGES);
            initiator.start();
            return new Caller(initiator, initiator.getManagedSessions().get(0));
        } catch (ConfigError | RuntimeError | IOException e) {
            throw new IllegalStateException("FIX: " + settings.name() + ": " + e.getMessage(), e);
        }
    }

    public Session session() {
        return session;
    }

    @Override
    public void close() {
        initiator.stop(true);
    }

    private static SessionSettings configuration(FixVenueSettings settings) {
        FixVenueSettings.Session us = settings.session();
        Map<Object, Object> common = new HashMap<>(SessionRules.COMMON);
        common.put("ConnectionType", "initiator");
        common.put("SocketConnectHost", settings.address().getHostString());
        common.put("SocketConnectPort", Integer.toString(settings.address().getPort()));
        common.put("SocketConnectTimeout", "5");
        common.put("ReconnectInterval", "1");
        common.put("HeartBtInt", Integer.toString(us.heartbeatSeconds()));
        common.put("FileStorePath", settings.directory().toString());
        common.put("PersistMessages", "N");
        // Venues say more than the standard does; what we need of a report is checked when it is read.
        common.put("ValidateUserDefinedFields", "N");
        common.put("AllowUnknownMsgFields", "Y");
        SessionSettings all = new SessionSettings();
        all.set(common);
        all.setString(new SessionID("FIX.4.4", us.compId(), us.counterparty()), "BeginString", "FIX.4.4");
        return all;
    }
}

package daybook.fix.session;

import daybook.fix.Logons;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.apache.mina.core.filterchain.IoFilterAdapter;
import org.apache.mina.core.session.IoSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets a connection through to the sessions only after its first message was a logon with the right credentials.
 *
 * <p>In front of the session layer, not in its callback: a refused logon there would answer with the session's own next number, which
 * tells that the name exists, and would move the number that the true counterparty is expected to use. Here every refusal reads the
 * same and no session hears of it.
 */
final class LogonGate extends IoFilterAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(LogonGate.class);
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final String PASSED = "daybook.passed";

    /** The text of every refusal of credentials. */
    static final String REFUSED = "Logon refused";

    static final String WRONG_VERSION = "Incorrect BeginString (expected: FIX.4.4)";

    private final String compId;
    private final Logons logons;
    private final InstantSource clock;
    private final SessionCounters counters;

    LogonGate(String compId, Logons logons, InstantSource clock, SessionCounters counters) {
        this.compId = compId;
        this.logons = logons;
        this.clock = clock;
        this.counters = counters;
    }

    static boolean passed(IoSession session) {
        return session.getAttribute(PASSED) != null;
    }

    @Override
    public void messageReceived(NextFilter next, IoSession session, Object message) {
        if (session.isClosing()) {
            return;
        }
        if (passed(session)) {
            next.messageReceived(session, message);
            return;
        }
        FirstMessage first = FirstMessage.of((String) message);
        if (!first.isLogon()) {
            refuse(session, first, "");
        } else if (!first.beginString().equals("FIX.4.4")) {
            refuse(session, first, WRONG_VERSION);
        } else if (!logons.accepts(first.attempt())) {
            refuse(session, first, REFUSED);
        } else {
            session.setAttribute(PASSED, true);
            next.messageReceived(session, message);
        }
    }

    private void refuse(IoSession session, FirstMessage first, String text) {
        counters.refusedLogons.increment();
        LOG.debug("logon refused: {} {}", session.getRemoteAddress(), text);
        if (!text.isEmpty()) {
            session.write(logout(first.attempt().compId(), text));
        }
        session.closeOnFlush();
    }

    private String logout(String to, String text) {
        Instant now = clock.instant();
        String body = "35=5\u000134=1\u000149=" + compId + "\u000152=" + TIME.format(now) + "\u000156=" + to
                + "\u000158=" + text + "\u0001";
        String head = "8=FIX.4.4\u00019=" + body.length() + "\u0001";
        int sum = (head + body).chars().sum() & 0xFF;
        return head + body + String.format(Locale.ROOT, "10=%03d\u0001", sum);
    }
}

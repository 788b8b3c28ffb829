package daybook.fix.session;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import quickfix.Log;
import quickfix.LogFactory;
import quickfix.SessionID;

/**
 * What the session layer may write into our log: what happened, at debug, never a message. Messages hold passwords and whatever a
 * counterparty likes to put there, and the session's store has those that were sent.
 */
final class SessionLog implements LogFactory {
    private static final Logger LOG = LoggerFactory.getLogger(SessionLog.class);
    private static final int MOST_CHARACTERS = 300;

    @Override
    public Log create(SessionID sessionID) {
        return new Log() {
            @Override
            public void clear() {}

            @Override
            public void onIncoming(String message) {}

            @Override
            public void onOutgoing(String message) {}

            @Override
            public void onEvent(String text) {
                LOG.debug("{}: {}", sessionID, plain(text));
            }

            @Override
            public void onErrorEvent(String text) {
                LOG.debug("{}: {}", sessionID, plain(text));
            }
        };
    }

    /** Without the message that may follow, and without what could pass for another line. */
    static String plain(String text) {
        int message = text.indexOf("8=FIX");
        String kept = message < 0 ? text : text.substring(0, message) + "...";
        String shown = kept.length() > MOST_CHARACTERS ? kept.substring(0, MOST_CHARACTERS) + "..." : kept;
        return shown.replaceAll("\\p{Cntrl}", "?");
    }
}

package daybook.fix.acceptor;

import daybook.fix.session.ReportStore;
import java.io.IOException;
import quickfix.Message;
import quickfix.Session;

/**
 * Where messages for one counterparty go: to its connection if there is one, and in any case into its store, where they stay until it
 * has them. Confined to the acceptor's thread.
 */
record Outlet(String counterparty, String account, Session session, ReportStore store) {

    /** Whether a report of this place has been stored before. */
    boolean knows(long place) {
        return place <= store.place();
    }

    /**
     * Stores the message under the session's next number, and sends it if the counterparty is there.
     *
     * @return false if the store did not take it
     */
    boolean send(Message message) {
        try {
            int before = store.getNextSenderMsgSeqNum();
            session.send(message);
            // Numbers move for heartbeats too, but only up, unless the counterparty has them start again.
            return store.getNextSenderMsgSeqNum() != before;
        } catch (IOException e) {
            return false;
        }
    }
}

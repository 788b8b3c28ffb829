package daybook.fix.session;

import daybook.fix.FixLimits;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import org.apache.mina.core.buffer.IoBuffer;
import org.apache.mina.core.filterchain.IoFilterAdapter;
import org.apache.mina.core.filterchain.IoFilterChain;
import org.apache.mina.core.session.IdleStatus;
import org.apache.mina.core.session.IoSession;

/**
 * The limits on connections that the session layer has not: how many, how long without a logon, how many bytes without a message.
 *
 * <p>Two filters around the codec: the outer one sees bytes, the inner one messages. Safe for many threads.
 */
final class Connections {
    private static final String BYTES_SINCE_MESSAGE = "daybook.bytesSinceMessage";
    private static final String ADDRESS = "daybook.address";

    private final FixLimits limits;
    private final SessionCounters counters;
    private final Map<String, Integer> perAddress = new HashMap<>();
    private int open;

    Connections(FixLimits limits, SessionCounters counters) {
        this.limits = limits;
        this.counters = counters;
    }

    void install(IoFilterChain chain) {
        chain.addFirst("daybook.bytes", new Bytes());
        chain.addLast("daybook.messages", new Messages());
    }

    int open() {
        synchronized (perAddress) {
            return open;
        }
    }

    private boolean enter(String address) {
        synchronized (perAddress) {
            int same = perAddress.getOrDefault(address, 0);
            if (open >= limits.connections() || same >= limits.connectionsPerAddress()) {
                return false;
            }
            open++;
            perAddress.put(address, same + 1);
            return true;
        }
    }

    private void leave(String address) {
        synchronized (perAddress) {
            open--;
            perAddress.computeIfPresent(address, (key, count) -> count == 1 ? null : count - 1);
        }
    }

    private static String address(IoSession session) {
        return session.getRemoteAddress() instanceof InetSocketAddress remote && remote.getAddress() != null
                ? remote.getAddress().getHostAddress()
                : "";
    }

    /** Before the codec. */
    private final class Bytes extends IoFilterAdapter {
        @Override
        public void sessionOpened(NextFilter next, IoSession session) {
            String address = address(session);
            if (!enter(address)) {
                counters.refusedConnections.increment();
                session.closeNow();
                return;
            }
            session.setAttribute(ADDRESS, address);
            session.getConfig().setReaderIdleTime(limits.logonSeconds());
            next.sessionOpened(session);
        }

        @Override
        public void sessionClosed(NextFilter next, IoSession session) {
            if (session.removeAttribute(ADDRESS) instanceof String address) {
                leave(address);
            }
            next.sessionClosed(session);
        }

        @Override
        public void sessionIdle(NextFilter next, IoSession session, IdleStatus status) {
            if (status == IdleStatus.READER_IDLE && !LogonGate.passed(session)) {
                counters.refusedLogons.increment();
                session.closeNow();
                return;
            }
            next.sessionIdle(session, status);
        }

        @Override
        public void messageReceived(NextFilter next, IoSession session, Object message) {
            if (session.isClosing()) {
                return;
            }
            if (message instanceof IoBuffer buffer) {
                int waiting = buffer.remaining()
                        + (session.getAttribute(BYTES_SINCE_MESSAGE) instanceof Integer before ? before : 0);
                session.setAttribute(BYTES_SINCE_MESSAGE, waiting);
                next.messageReceived(session, message);
                if (session.getAttribute(BYTES_SINCE_MESSAGE) instanceof Integer left && left > limits.messageBytes()) {
                    counters.oversized.increment();
                    session.closeNow();
                }
                return;
            }
            next.messageReceived(session, message);
        }
    }

    /** After the codec: a message has come out of the bytes. */
    private final class Messages extends IoFilterAdapter {
        @Override
        public void messageReceived(NextFilter next, IoSession session, Object message) {
            int length = message instanceof String text ? text.length() : 0;
            if (session.getAttribute(BYTES_SINCE_MESSAGE) instanceof Integer waiting) {
                session.setAttribute(BYTES_SINCE_MESSAGE, Math.max(0, waiting - length));
            }
            if (length > limits.messageBytes()) {
                counters.oversized.increment();
                session.closeNow();
                return;
            }
            next.messageReceived(session, message);
        }
    }
}

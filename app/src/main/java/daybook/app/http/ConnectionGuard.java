package daybook.app.http;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.util.thread.Scheduler;
import org.eclipse.jetty.websocket.core.WebSocketConnection;

/** Closes connections that have not sent a whole header in time, and those above the limits, in all and of one address. */
final class ConnectionGuard implements Connection.Listener {
    private static final long SWEEP_MS = 1_000;

    private final Scheduler scheduler;
    private final Set<Connection> open = ConcurrentHashMap.newKeySet();
    private final Map<String, Integer> perAddress = new ConcurrentHashMap<>();

    ConnectionGuard(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    void start() {
        scheduler.schedule(this::sweep, SWEEP_MS, TimeUnit.MILLISECONDS);
    }

    @Override
    public void onOpened(Connection connection) {
        open.add(connection);
        int count = perAddress.merge(address(connection), 1, Integer::sum);
        if (count > HttpSettings.MAX_CONNECTIONS_PER_ADDRESS || open.size() > HttpSettings.MAX_CONNECTIONS) {
            connection.getEndPoint().close();
        }
    }

    @Override
    public void onClosed(Connection connection) {
        if (open.remove(connection)) {
            perAddress.computeIfPresent(address(connection), (address, count) -> count > 1 ? count - 1 : null);
        }
    }

    private void sweep() {
        long latest = System.currentTimeMillis() - HttpSettings.HEADER_TIME.toMillis();
        open.stream()
                .filter(c -> !(c instanceof WebSocketConnection)) // had its header; the hub looks after it
                .filter(c -> c.getMessagesIn() == 0 && c.getCreatedTimeStamp() < latest)
                .forEach(c -> c.getEndPoint().close()); // without a word: there was no request to answer
        if (scheduler.isRunning()) {
            start();
        }
    }

    private static String address(Connection connection) {
        SocketAddress remote = connection.getEndPoint().getRemoteSocketAddress();
        return remote instanceof InetSocketAddress inet ? inet.getHostString() : "local";
    }
}

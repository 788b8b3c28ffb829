package daybook.bench.peers;

import static java.nio.charset.StandardCharsets.US_ASCII;

import daybook.bench.ours.FanOut;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.CloseStatus;
import org.eclipse.jetty.websocket.core.Configuration;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.Frame;
import org.eclipse.jetty.websocket.core.FrameHandler;
import org.eclipse.jetty.websocket.core.OpCode;
import org.eclipse.jetty.websocket.core.server.WebSocketMappings;
import org.eclipse.jetty.websocket.core.server.WebSocketServerComponents;

/**
 * Jetty 12 core alone: the same frames, made once, written to every session in a loop of one thread. No log, no channels, no numbers, no
 * way to come back, and whatever a slow client does not take piles up.
 */
public final class PlainJetty implements FanOut.Server {
    private final Set<CoreSession> sessions = ConcurrentHashMap.newKeySet();
    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server, 1, 1);
    private final ExecutorService sender = Executors.newSingleThreadExecutor(work -> new Thread(work, "server-sender"));
    private int sent;

    public PlainJetty() throws Exception {
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                return new WebSocketMappings(WebSocketServerComponents.ensureWebSocketComponents(server))
                        .upgrade(
                                (asked, answer, done) -> {
                                    answer.setExtensions(List.of());
                                    return new Session();
                                },
                                request,
                                response,
                                callback,
                                new Configuration.ConfigurationCustomizer());
            }
        });
        server.start();
    }

    @Override
    public int port() {
        return connector.getLocalPort();
    }

    @Override
    public String first() {
        return "";
    }

    @Override
    public void send(String data) {
        byte[] text = ("{\"ch\":\"news\",\"seq\":" + sent + ",\"prev\":" + (sent - 1)
                        + ",\"type\":\"event\",\"data\":{\"event\":\"said\",\"data\":" + data + "}}")
                .getBytes(US_ASCII);
        sent++;
        sender.execute(() -> {
            for (CoreSession session : sessions) {
                session.sendFrame(new Frame(OpCode.TEXT, ByteBuffer.wrap(text)), Callback.NOOP, false);
            }
        });
    }

    @Override
    public void close() throws Exception {
        sender.shutdown();
        sender.awaitTermination(10, TimeUnit.SECONDS);
        server.stop();
    }

    private final class Session implements FrameHandler {
        @Override
        public void onOpen(CoreSession session, Callback callback) {
            sessions.add(session);
            callback.succeeded();
            session.demand();
        }

        @Override
        public void onFrame(Frame frame, Callback callback) {
            callback.succeeded();
        }

        @Override
        public void onError(Throwable cause, Callback callback) {
            callback.succeeded();
        }

        @Override
        public void onClosed(CloseStatus status, Callback callback) {
            callback.succeeded();
        }
    }
}

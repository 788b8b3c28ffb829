package daybook.app.ws;

import java.time.Duration;
import java.util.List;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.Configuration.ConfigurationCustomizer;
import org.eclipse.jetty.websocket.core.FrameHandler;
import org.eclipse.jetty.websocket.core.WebSocketComponents;
import org.eclipse.jetty.websocket.core.server.ServerUpgradeRequest;
import org.eclipse.jetty.websocket.core.server.ServerUpgradeResponse;
import org.eclipse.jetty.websocket.core.server.WebSocketMappings;
import org.eclipse.jetty.websocket.core.server.WebSocketNegotiator;
import org.eclipse.jetty.websocket.core.server.WebSocketServerComponents;

/** Turns a request that may become a socket into one. Who asks, and from where, has been checked before. */
public final class Sockets {
    /** Where sockets are asked for. */
    public static final String PATH = "/ws/v1";
    /** Names the socket in the answer to the handshake, for programs. */
    static final String HEADER = "Daybook-Socket";

    private static final int INPUT_BYTES = 4 << 10;
    private static final int OUTPUT_BYTES = 4 << 10;

    private final Hub hub;
    private final ConfigurationCustomizer settings = new ConfigurationCustomizer();

    public Sockets(Hub hub) {
        this.hub = hub;
        settings.setMaxFrameSize(hub.limits().messageBytes());
        settings.setAutoFragment(true);
        settings.setInputBufferSize(INPUT_BYTES);
        settings.setOutputBufferSize(OUTPUT_BYTES);
        settings.setIdleTimeout(hub.limits().idle().plus(Duration.ofSeconds(20))); // ours comes first, with a reason
    }

    /** What became of a request. */
    public enum Outcome {
        UPGRADED,
        /** It does not ask for a socket in the way of RFC 6455. */
        NOT_A_HANDSHAKE,
        /** There are too many, in all or from there. */
        TOO_MANY
    }

    /** Upgrades the request; nothing was answered unless the outcome is UPGRADED. */
    public Outcome upgrade(Request request, Response response, Callback callback, Visitor visitor) {
        if (!hub.admit(visitor.address())) {
            return Outcome.TOO_MANY;
        }
        boolean upgraded = false;
        Connection connection = hub.connect(visitor);
        try {
            WebSocketComponents components = WebSocketServerComponents.ensureWebSocketComponents(
                    request.getConnectionMetaData().getConnector().getServer());
            upgraded = new WebSocketMappings(components)
                    .upgrade(
                            new Negotiator(connection),
                            request,
                            response,
                            new Answered(callback, connection),
                            settings);
        } finally {
            if (!upgraded) {
                connection.abort();
            }
        }
        return upgraded ? Outcome.UPGRADED : Outcome.NOT_A_HANDSHAKE;
    }

    /** The client may be gone before the answer is: then it does not come to be a socket, and nobody else would say so. */
    private static final class Answered extends Callback.Nested {
        private final Connection connection;

        Answered(Callback callback, Connection connection) {
            super(callback);
            this.connection = connection;
        }

        @Override
        public void failed(Throwable cause) {
            connection.abort();
            super.failed(cause);
        }
    }

    /** Takes no extension: compression costs memory for each client and makes secrets beside texts of strangers guessable. */
    private record Negotiator(Connection connection) implements WebSocketNegotiator {
        @Override
        public FrameHandler negotiate(ServerUpgradeRequest request, ServerUpgradeResponse response, Callback callback) {
            response.setExtensions(List.of());
            response.getHeaders().put(HEADER, connection.id());
            return connection;
        }
    }
}

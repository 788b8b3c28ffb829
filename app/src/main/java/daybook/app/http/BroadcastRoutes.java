package daybook.app.http;

import daybook.app.Json;
import daybook.app.ws.Sockets;
import daybook.app.ws.VenueChannels;
import daybook.delivery.broadcast.Broadcast;
import daybook.delivery.broadcast.Broadcaster;
import daybook.delivery.broadcast.ChannelName;
import daybook.delivery.broadcast.SocketId;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Publishing to the clients of all replicas. Only operators: what clients see must come from the venue. */
final class BroadcastRoutes {
    private static final Logger AUDIT = LoggerFactory.getLogger("daybook.audit");
    private static final String EVENT = "a name of at most 128 of A-Z a-z 0-9 . _ : -, not beginning with daybook:";
    private static final int MAX_DATA_CHARS = 16 << 10;
    private static final List<Route.BodyField> BROADCAST = List.of(
            new Route.BodyField("channel", "string", true),
            new Route.BodyField("event", "string", true),
            new Route.BodyField("data", "any JSON value", true),
            new Route.BodyField("socket", "string", false));

    private final Broadcaster broadcaster;

    BroadcastRoutes(Broadcaster broadcaster) {
        this.broadcaster = broadcaster;
    }

    List<Route> routes() {
        return List.of(
                new Route(
                        "POST",
                        "/api/v1/broadcasts",
                        Access.OPERATOR,
                        "Publish to everybody who listens to a channel, but for one socket if it is named.",
                        List.of(),
                        BROADCAST,
                        this::publish),
                Route.get(Sockets.PATH, Access.ANYONE, "Live data: a WebSocket.", BroadcastRoutes::notHere));
    }

    private Answer publish(Call call) {
        Fields fields = Fields.of(call.body(), BROADCAST);
        ChannelName channel = ChannelName.of(fields.text("channel"))
                .filter(VenueChannels::isBroadcast)
                .orElseThrow(() -> HttpError.notFound("UNKNOWN_CHANNEL", "channel: no such thing"));
        String event = fields.text("event");
        if (!Broadcast.isEvent(event) || event.startsWith(Broadcast.INTERNAL)) {
            throw HttpError.malformed("event: not accepted (expected: " + EVENT + ")");
        }
        String data = fields.json("data");
        if (data.length() > MAX_DATA_CHARS) {
            throw new HttpError(
                    413, "TOO_LARGE", "data: too large (expected: at most " + MAX_DATA_CHARS + " characters)");
        }
        int taken = fields.has("socket")
                ? broadcaster.toOthers(socket(fields), List.of(channel), event, data)
                : broadcaster.publish(List.of(channel), event, data);
        if (taken == 0) {
            throw new HttpError(503, "BUSY", "broadcasts: too many are waiting for the log; this one was dropped");
        }
        AUDIT.info("token {} published {} to {}", call.identity().tokenId(), event, channel);
        return Answer.ok(Json.fields("accepted", true));
    }

    private static SocketId socket(Fields fields) {
        return SocketId.of(fields.text("socket"))
                .orElseThrow(() ->
                        HttpError.malformed("socket: not accepted (expected: as the answer to op \"who\" has it)"));
    }

    /** Only who does not ask for a socket gets here: {@link SocketDoor} is before all routes. */
    private static Answer notHere(Call call) {
        throw new HttpError(426, "UPGRADE_REQUIRED", "request: not a handshake (expected: WebSocket, RFC 6455)");
    }
}

package daybook.delivery.broadcast;

import static java.nio.charset.StandardCharsets.UTF_8;

import daybook.log.Header;
import daybook.log.LogRecord;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * A broadcast on the topic: key = channel, body {@code {"event","data","socket"}}, and the same in headers for those who do not read
 * bodies. docs/formats/websocket.md has the details.
 */
final class BroadcastRecord {
    /** Largest body. */
    static final int MAX_BODY_BYTES = 64 << 10;

    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(20)
                    .maxStringLength(MAX_BODY_BYTES)
                    .maxNameLength(256)
                    .build())
            .build();

    private BroadcastRecord() {}

    /** @param id names the record among all of the topic */
    static LogRecord of(Broadcast broadcast, String id, long timeMs) {
        String channel = broadcast.channel().wire();
        return new LogRecord(
                channel.getBytes(UTF_8),
                body(broadcast),
                List.of(
                        Header.of("ce_specversion", "1.0"),
                        Header.of("ce_id", id),
                        Header.of("ce_source", "/daybook/broadcast"),
                        Header.of("ce_type", broadcast.event()),
                        Header.of("ce_subject", channel),
                        Header.of("content-type", "application/json"),
                        Header.of("channel", channel),
                        Header.of("event", broadcast.event()),
                        Header.of("socket", broadcast.socket())),
                timeMs);
    }

    /** What a record says; empty if it is not a broadcast, whoever wrote it. */
    static Optional<Broadcast> read(LogRecord record) {
        byte[] body = record.value();
        Optional<ChannelName> channel = ChannelName.of(new String(record.key(), UTF_8));
        if (channel.isEmpty() || body == null || body.length > MAX_BODY_BYTES) {
            return Optional.empty();
        }
        try {
            Fields fields = fields(body);
            return fields.data == null || !Broadcast.isEvent(fields.event)
                    ? Optional.empty()
                    : Optional.of(new Broadcast(channel.get(), fields.event, fields.data, fields.socket));
        } catch (JacksonException unreadable) {
            return Optional.empty();
        }
    }

    /** Whether a text is one JSON value and nothing else. */
    static boolean isJson(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), bytes)) {
            if (parser.nextToken() == null) {
                return false;
            }
            parser.skipChildren();
            parser.finishToken();
            return parser.nextToken() == null;
        } catch (JacksonException malformed) {
            return false;
        }
    }

    private static byte[] body(Broadcast broadcast) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
            json.writeStartObject();
            json.writeStringProperty("event", broadcast.event());
            json.writeName("data");
            json.writeRawValue(broadcast.data());
            json.writeStringProperty("socket", broadcast.socket());
            json.writeEndObject();
        }
        return out.toByteArray();
    }

    private static final class Fields {
        private String event = "";
        private @Nullable String data;
        private String socket = "";
    }

    private static Fields fields(byte[] body) {
        Fields fields = new Fields();
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), body)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return fields;
            }
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = parser.currentName();
                JsonToken value = parser.nextToken();
                switch (name) {
                    case "event" -> fields.event = value == JsonToken.VALUE_STRING ? parser.getString() : "";
                    case "socket" -> fields.socket = value == JsonToken.VALUE_STRING ? parser.getString() : "";
                    case "data" -> fields.data = raw(parser, body);
                    default -> parser.skipChildren();
                }
            }
            if (parser.currentToken() != JsonToken.END_OBJECT || parser.nextToken() != null) {
                return new Fields();
            }
        }
        return fields;
    }

    /** The value as it was written: it is passed on, and what is not understood is not changed. */
    private static String raw(JsonParser parser, byte[] body) {
        int from = (int) parser.currentTokenLocation().getByteOffset();
        parser.skipChildren();
        parser.finishToken();
        int to = (int) parser.currentLocation().getByteOffset();
        return new String(Arrays.copyOfRange(body, from, to), UTF_8);
    }
}

package daybook.app.ws;

import daybook.app.Json;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What a client asks.
 *
 * @param channel as it was sent; "" if none
 */
record Request(Op op, String channel, OptionalLong from) {

    enum Op {
        SUB,
        UNSUB,
        PING,
        WHO
    }

    /** Reads a message. Throws {@link Json.Malformed} with what may be told to whoever sent it. Unknown fields are passed over. */
    static Request read(byte[] utf8) {
        Map<String, Object> fields = Json.object(Json.read(utf8));
        Op op = op(fields.get("op"));
        Object channel = fields.getOrDefault("ch", "");
        if (!(channel instanceof String name)) {
            throw new Json.Malformed("ch: not a string");
        }
        return new Request(op, name, from(fields.get("from")));
    }

    private static Op op(@org.jspecify.annotations.Nullable Object op) {
        return switch (String.valueOf(op)) {
            case "sub" -> Op.SUB;
            case "unsub" -> Op.UNSUB;
            case "ping" -> Op.PING;
            case "who" -> Op.WHO;
            default -> throw new Json.Malformed("op: not known (expected: sub, unsub, ping, who)");
        };
    }

    private static OptionalLong from(@org.jspecify.annotations.Nullable Object from) {
        if (from == null || from == Json.Null.NULL) {
            return OptionalLong.empty();
        }
        if (from instanceof Json.Numeral number && number.text().matches("-1|[0-9]{1,18}")) {
            return OptionalLong.of(Long.parseLong(number.text()));
        }
        throw new Json.Malformed("from: not accepted (expected: a seq, 0 or above)");
    }
}

package daybook.app.ws;

import daybook.app.Json;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** A message as a client got it. */
record Told(String text) {
    Map<String, Object> json() {
        return Json.object(Json.readOwn(text.getBytes(StandardCharsets.UTF_8)));
    }

    String field(String name) {
        return String.valueOf(json().getOrDefault(name, ""));
    }

    String channel() {
        return field("ch");
    }

    String type() {
        return field("type");
    }

    long seq() {
        return number("seq");
    }

    long prev() {
        return number("prev");
    }

    private long number(String name) {
        return json().get(name) instanceof Json.Numeral number ? Long.parseLong(number.text()) : Long.MIN_VALUE;
    }

    String data() {
        return Json.write(json().getOrDefault("data", ""));
    }
}

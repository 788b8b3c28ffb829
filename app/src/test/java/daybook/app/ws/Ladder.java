package daybook.app.ws;

import daybook.app.Json;
import java.util.Map;
import java.util.TreeMap;

/** A book as a client makes it from what it is told, by the protocol alone. */
final class Ladder {
    private final Map<String, String> levels = new TreeMap<>();

    void hear(Told told) {
        Map<String, Object> data = Json.object(told.json().getOrDefault("data", Map.of()));
        if (told.type().equals("snap")) {
            levels.clear();
        }
        for (String side : new String[] {"bids", "asks"}) {
            for (Object entry : Json.array(data.getOrDefault(side, java.util.List.of()))) {
                Map<String, Object> level = Json.object(entry);
                String place = side + " " + level.get("price");
                if ("0".equals(level.get("quantity"))) {
                    levels.remove(place);
                } else {
                    levels.put(place, String.valueOf(level.get("quantity")));
                }
            }
        }
    }

    Map<String, String> levels() {
        return levels;
    }
}

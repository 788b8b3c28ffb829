package daybook.app.ws;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Checks what the protocol promises about seq and prev, and knows nothing else: each message names the one before it on its channel, a
 * snapshot names none, and no seq goes back.
 */
final class Follower {
    private final Map<String, Long> last = new HashMap<>();
    private final List<String> faults = new ArrayList<>();

    /** The client goes on with what it had seen. */
    void resume(String channel, long seq) {
        last.put(channel, seq);
    }

    void hear(Told told) {
        if (told.type().equals("error") || told.channel().isEmpty()) {
            return;
        }
        Long before = last.get(told.channel());
        boolean snapshot = told.type().equals("snap");
        long expected = snapshot ? 0 : before == null ? Long.MIN_VALUE : before;
        if (told.prev() != expected) {
            faults.add("prev " + told.prev() + " (expected: " + expected + ") in " + told.text());
        }
        if (!snapshot && before != null && told.seq() < before) {
            faults.add("seq " + told.seq() + " after " + before + " in " + told.text());
        }
        last.put(told.channel(), told.seq());
    }

    long seen(String channel) {
        return last.getOrDefault(channel, -1L);
    }

    List<String> faults() {
        return faults;
    }
}

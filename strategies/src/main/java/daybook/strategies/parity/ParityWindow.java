package daybook.strategies.parity;

/**
 * What is compared: bars that end within {@code (afterMicros, untilMicros]}, venue time. Let it end a little before now, so that what is on
 * its way has arrived, and begin within what the topics keep.
 */
public record ParityWindow(long afterMicros, long untilMicros) {
    public ParityWindow {
        if (untilMicros <= afterMicros) {
            throw new IllegalArgumentException(
                    "window: until " + untilMicros + " (expected: behind its beginning, " + afterMicros + ")");
        }
    }

    boolean has(long endMicros) {
        return endMicros > afterMicros && endMicros <= untilMicros;
    }
}

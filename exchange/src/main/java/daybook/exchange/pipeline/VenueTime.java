package daybook.exchange.pipeline;

import java.util.function.LongSupplier;

/** The time that commands get: the injected clock's, but never below an earlier command's, whatever that clock does. */
final class VenueTime {
    private final LongSupplier micros;
    private long last;

    /**
     * Starts no earlier than a journal ended.
     *
     * @param last time of the last command recovered, in microseconds; 0 if there is none
     */
    VenueTime(LongSupplier micros, long last) {
        this.micros = micros;
        this.last = last;
    }

    long now() {
        last = Math.max(last, micros.getAsLong());
        return last;
    }

    long last() {
        return last;
    }
}

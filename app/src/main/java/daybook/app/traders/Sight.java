package daybook.app.traders;

import daybook.events.Instrument;

/** What the traders know of one symbol. Confined to the traders' thread. */
final class Sight {
    private static final double SLOW = 0.05;
    private static final double FAST = 0.3;

    private final Instrument instrument;
    private long last;
    private double slow;
    private double fast;

    Sight(Instrument instrument) {
        this.instrument = instrument;
        this.last = instrument.referencePrice();
        this.slow = last;
        this.fast = last;
    }

    Instrument instrument() {
        return instrument;
    }

    /** Price of the last trade they heard of; at first the reference. */
    long last() {
        return last;
    }

    void traded(long price) {
        last = price;
        slow += SLOW * (price - slow);
        fast += FAST * (price - fast);
    }

    /** Above 0 if prices have been rising, in ticks. */
    double trendTicks() {
        return (fast - slow) / instrument.tick();
    }

    /** The nearest price on the tick that the band certainly allows, around the last trade. */
    long priceAt(long ticksAway) {
        long tick = instrument.tick();
        long wanted = last / tick * tick + ticksAway * tick;
        long reference = instrument.referencePrice();
        // Half of the band: the reference moves at each close, and simulated traders must never be refused for it.
        long room = instrument.bandPercent() == 0 ? reference / 2 : reference * instrument.bandPercent() / 200;
        long low = (reference - room) / tick * tick + tick;
        long high = (reference + room) / tick * tick - tick;
        return Math.max(tick, Math.min(high, Math.max(low, wanted)));
    }
}

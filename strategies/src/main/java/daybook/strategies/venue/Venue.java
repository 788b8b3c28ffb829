package daybook.strategies.venue;

import daybook.strategies.OrderIntent;

/**
 * A place where orders go: our exchange in this process, our exchange over HTTP, any venue over FIX.
 *
 * <p>Every call has a wall-clock deadline and comes back: with an answer, or with what is known about the lack of one. None throws for
 * what happens at or on the way to the venue, and none sends anything twice on its own account.
 *
 * <p>Confined to the gateway's thread, but for {@link #close}.
 */
public interface Venue extends AutoCloseable {
    /** How long an order is remembered where nothing else is said. */
    long ONE_HOUR_MS = 3_600_000;

    /** As account keys name it. */
    String name();

    /** Sends an order under {@link OrderIntent#clientOrderId}. Once. */
    Answer submit(OrderIntent intent);

    /** Asks what has become of an order, by its client order id. Changes nothing at the venue. */
    Answer find(OrderIntent intent);

    /** Asks for the rest of an order to be cancelled. What comes back is the order's state then, like {@link #find}. */
    Answer cancel(OrderIntent intent);

    /**
     * How long after a submission the venue may say that it does not know the order although it has it, milliseconds. Before that is
     * over, {@link Answer.NoSuchOrder} means nothing.
     */
    long settleMs();

    /**
     * How long after a submission the venue can be relied on to know the order, whatever has become of it, milliseconds. Later {@link
     * Answer.NoSuchOrder} may mean that it was there and is forgotten: then nothing is sent again, and a person decides.
     */
    default long remembersMs() {
        return ONE_HOUR_MS;
    }

    @Override
    void close();
}

package daybook.delivery.locks;

import java.time.Duration;

/** A lock as it was granted once. What an earlier holder does after its end has no effect: each call compares the token. */
public interface Lock {
    String name();

    /** Of this grant: higher than those of all before it. */
    long token();

    /**
     * Makes it last longer, from now on.
     *
     * @return false if it is over
     */
    boolean extend(Duration ttl);

    /**
     * Gives it back.
     *
     * @return false, and nothing changes, if it is over or another's
     */
    boolean release();
}

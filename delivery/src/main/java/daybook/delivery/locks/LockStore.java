package daybook.delivery.locks;

import java.time.Duration;
import java.util.Optional;

/**
 * Where locks are kept. Safe for many threads.
 *
 * <p>A lock here is a lease and not a mutex: it ends by itself, and who was frozen for longer does not know it. Where two at once would be
 * wrong the effect itself has to check the token.
 */
public interface LockStore {

    /** Whether all processes of a deployment see the same locks. Another question than {@link #canLock}. */
    boolean isShared();

    /** Whether a name can be taken by one alone. */
    boolean canLock();

    /**
     * Takes a lock that nobody holds, atomically. It gets a token higher than all that the name ever had.
     *
     * @param ttl it ends so long from now unless it is extended, by the store's clock
     * @return empty if somebody holds it, and be it the same owner
     * @throws java.io.UncheckedIOException or another RuntimeException of the store if it does not answer
     */
    Optional<Lock> acquire(String name, Duration ttl);
}

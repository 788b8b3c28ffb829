package daybook.delivery.locks;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Locks of one process, in its memory: for tests, and where there is surely no second process. {@link #isShared} says so, and who needs
 * locks that others see refuses it. Safe for many threads.
 */
public final class LocalLocks implements LockStore {
    private final LongSupplier nanos;
    private final Map<String, Grant> held = new HashMap<>();
    private long lastToken;

    /** @param nanos monotonic nanoseconds of this process */
    public LocalLocks(LongSupplier nanos) {
        this.nanos = nanos;
    }

    @Override
    public boolean isShared() {
        return false;
    }

    @Override
    public boolean canLock() {
        return true;
    }

    @Override
    public synchronized Optional<Lock> acquire(String name, Duration ttl) {
        // Nothing that is over is kept; tokens are counted over all names, so that forgetting one begins none again.
        held.values().removeIf(grant -> !grant.isAlive());
        if (held.containsKey(name)) {
            return Optional.empty();
        }
        lastToken++;
        Grant grant = new Grant(name, lastToken, nanos.getAsLong() + ttl.toNanos());
        held.put(name, grant);
        return Optional.of(grant);
    }

    private final class Grant implements Lock {
        private final String name;
        private final long token;
        private long endNs;

        Grant(String name, long token, long endNs) {
            this.name = name;
            this.token = token;
            this.endNs = endNs;
        }

        boolean isAlive() {
            return nanos.getAsLong() - endNs < 0;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public long token() {
            return token;
        }

        @Override
        public boolean extend(Duration ttl) {
            synchronized (LocalLocks.this) {
                if (held.get(name) != this || !isAlive()) {
                    return false;
                }
                endNs = nanos.getAsLong() + ttl.toNanos();
                return true;
            }
        }

        @Override
        public boolean release() {
            synchronized (LocalLocks.this) {
                return isAlive() && held.remove(name, this);
            }
        }
    }
}

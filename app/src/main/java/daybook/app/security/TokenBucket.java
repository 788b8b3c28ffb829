package daybook.app.security;

/** A rate limit: refilled evenly, holds at most a burst. Confined to one thread at a time. */
public final class TokenBucket {
    private static final double NS_PER_SECOND = 1e9;

    private final double perNs;
    private final double burst;
    private double tokens;
    private long filledAtNs;

    public TokenBucket(int perSecond, int burst, long nowNs) {
        this.perNs = perSecond / NS_PER_SECOND;
        this.burst = burst;
        this.tokens = burst;
        this.filledAtNs = nowNs;
    }

    /** Takes one token if there is one. */
    public synchronized boolean take(long nowNs) {
        tokens = Math.min(burst, tokens + Math.max(0, nowNs - filledAtNs) * perNs);
        filledAtNs = nowNs;
        if (tokens < 1) {
            return false;
        }
        tokens--;
        return true;
    }
}

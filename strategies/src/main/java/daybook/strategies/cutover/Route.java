package daybook.strategies.cutover;

/**
 * Who evaluates a shard, and since which bar.
 *
 * @param boundaryMicros until it is drained, bars that end at or before this are the previous path's
 * @param drained the previous path has evaluated all of its bars and has given the shard's lease back
 */
public record Route(int shard, Path path, Path previous, long boundaryMicros, boolean drained) {

    /** A bar, as one path sees it. */
    public enum Verdict {
        /** It evaluates it, if it has the shard's lease. */
        MINE,
        /** It will, once the other path has drained its own. */
        NOT_YET,
        /** The other path does. */
        NOT_MINE
    }

    /** Whose a bar is. */
    public Verdict verdict(Path asking, long endMicros) {
        if (drained) {
            return asking == path ? Verdict.MINE : Verdict.NOT_MINE;
        }
        if (endMicros <= boundaryMicros) {
            return asking == previous ? Verdict.MINE : Verdict.NOT_MINE;
        }
        return asking == path ? Verdict.NOT_YET : Verdict.NOT_MINE;
    }

    /** Which path may hold the shard's lease. */
    public Path holder() {
        return drained ? path : previous;
    }

    /** The last bar's end that the holder may evaluate. */
    public long limitMicros() {
        return drained ? Long.MAX_VALUE : boundaryMicros;
    }
}

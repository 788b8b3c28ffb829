package daybook.strategies.cutover;

import java.util.List;

/** What came of asking for another percentage. */
public sealed interface Move {
    /** These shards are moving; bars that end at or before the boundary are still the previous path's. */
    record Started(int percent, List<Integer> shards, long boundaryMicros) implements Move {}

    /** Nothing has to move. */
    record AlreadyThere(int percent) implements Move {}

    /** The move before is not over: nothing has changed. Ask again when these shards are drained. */
    record Draining(int percent, List<Integer> shards) implements Move {}
}

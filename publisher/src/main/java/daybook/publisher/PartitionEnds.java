package daybook.publisher;

import java.util.ArrayList;
import java.util.List;

/** Where the partitions end, as far as the line has come. Confined to the publisher's thread. */
final class PartitionEnds {
    private final List<Mark.End> ends;

    PartitionEnds(List<Mark.End> ends) {
        this.ends = new ArrayList<>(ends);
    }

    /**
     * Takes the next event that the line passes.
     *
     * @return false, and nothing is taken, if its offset is not behind all before it
     */
    boolean take(long seq, int partition, long offset) {
        if (offset < ends.get(partition).offset()) {
            return false;
        }
        ends.set(partition, new Mark.End(offset + 1, seq));
        return true;
    }

    List<Mark.End> now() {
        return List.copyOf(ends);
    }
}

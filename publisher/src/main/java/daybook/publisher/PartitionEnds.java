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
     * Takes the next record that the line passes.
     *
     * @return false, and nothing is taken, if it does not lie behind all before it
     */
    boolean take(int partition, Mark.End end) {
        if (end.offset() <= ends.get(partition).offset()) {
            return false;
        }
        ends.set(partition, end);
        return true;
    }

    List<Mark.End> now() {
        return List.copyOf(ends);
    }
}

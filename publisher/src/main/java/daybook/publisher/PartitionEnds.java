package daybook.publisher;

import java.util.ArrayList;
import java.util.List;

/** Where the partitions end, as far as the line has come. Confined to the publisher's thread. */
final class PartitionEnds {
    private final long[] offsets;
    private final long[] seqs;
    private final long[] times;

    PartitionEnds(List<Mark.End> ends) {
        offsets = ends.stream().mapToLong(Mark.End::offset).toArray();
        seqs = ends.stream().mapToLong(Mark.End::seq).toArray();
        times = ends.stream().mapToLong(Mark.End::timeMs).toArray();
    }

    /** How many partitions there are. */
    int count() {
        return offsets.length;
    }

    /**
     * Takes the next record that the line passes.
     *
     * @param offset where it lies
     * @param seq its event's
     * @param timeMs its time
     * @return false, and nothing is taken, if it does not lie behind all before it
     */
    boolean take(int partition, long offset, long seq, long timeMs) {
        if (offset < offsets[partition]) {
            return false;
        }
        offsets[partition] = offset + 1;
        seqs[partition] = seq;
        times[partition] = timeMs;
        return true;
    }

    List<Mark.End> now() {
        List<Mark.End> ends = new ArrayList<>();
        for (int partition = 0; partition < offsets.length; partition++) {
            ends.add(new Mark.End(offsets[partition], seqs[partition], times[partition]));
        }
        return ends;
    }
}

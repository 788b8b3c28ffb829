package daybook.log.embedded;

import daybook.log.ShareReader;
import daybook.log.TopicPartition;
import java.time.Duration;
import java.util.List;

/** A worker of a share group of the embedded log. */
final class EmbeddedShareReader implements ShareReader {
    private final ShareDesk desk;
    private final Arrivals arrivals;
    private final List<Partition> partitions;
    private final long lockNs;
    private boolean closed;

    EmbeddedShareReader(ShareDesk desk, Arrivals arrivals, List<Partition> partitions, Duration lockDuration) {
        this.desk = desk;
        this.arrivals = arrivals;
        this.partitions = List.copyOf(partitions);
        this.lockNs = Arrivals.nanos(lockDuration);
    }

    @Override
    public List<Lent> poll(int max, Duration timeout) {
        if (closed) {
            throw new IllegalStateException("reader: closed (expected: open)");
        }
        // Another worker's lock may end while this one waits.
        long slice = Math.max(1, lockNs / 3);
        return arrivals.poll(timeout, slice, () -> desk.lend(partitions, new ShareDesk.Wish(this, max, lockNs)));
    }

    @Override
    public void accept(Lent lent) {
        end(lent, GroupState.LoanState.ACCEPTED);
    }

    @Override
    public void release(Lent lent) {
        end(lent, GroupState.LoanState.RELEASED);
        arrivals.announce();
    }

    @Override
    public void reject(Lent lent) {
        end(lent, GroupState.LoanState.REJECTED);
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            desk.leave(this);
            arrivals.announce();
        }
    }

    private void end(Lent lent, GroupState.LoanState how) {
        desk.end(this, partition(lent.stored().place()), lent, how);
    }

    private Partition partition(TopicPartition place) {
        for (Partition partition : partitions) {
            if (partition.place().equals(place)) {
                return partition;
            }
        }
        throw new IllegalArgumentException("place: " + place + " (expected: of a topic that this worker reads)");
    }
}

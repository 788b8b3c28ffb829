package daybook.log.embedded;

import daybook.log.ShareReader;
import daybook.log.TopicPartition;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
    public void answer(Map<Lent, Answer> answers) {
        Map<ShareDesk.Place, GroupState.LoanState> ends = new LinkedHashMap<>();
        answers.forEach((lent, answer) ->
                ends.put(new ShareDesk.Place(partition(lent.stored().place()), lent), state(answer)));
        try {
            desk.end(this, ends);
        } finally {
            if (answers.containsValue(Answer.RELEASE)) {
                arrivals.announce();
            }
        }
    }

    @Override
    public void renew() {
        desk.renew(this, lockNs);
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            desk.leave(this);
            arrivals.announce();
        }
    }

    private static GroupState.LoanState state(Answer answer) {
        return switch (answer) {
            case ACCEPT -> GroupState.LoanState.ACCEPTED;
            case RELEASE -> GroupState.LoanState.RELEASED;
            case REJECT -> GroupState.LoanState.REJECTED;
        };
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

package daybook.log.embedded;

import daybook.log.GroupOptions;
import daybook.log.GroupReader;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** A member of a group of the embedded log. */
final class EmbeddedGroupReader implements GroupReader {
    private final Group group;
    private final GroupOptions options;
    private final Arrivals arrivals;
    private final Function<TopicPartition, Partition> partitions;
    private final ReadingList reading = new ReadingList();
    private Group.Member member;
    private boolean closed;

    EmbeddedGroupReader(
            Group group, GroupOptions options, Arrivals arrivals, Function<TopicPartition, Partition> partitions) {
        this.group = group;
        this.options = options;
        this.arrivals = arrivals;
        this.partitions = partitions;
        this.member = group.join(options);
    }

    @Override
    public List<StoredRecord> poll(int max, Duration timeout) {
        if (closed) {
            throw new IllegalStateException("reader: " + member.id() + " is closed (expected: open)");
        }
        // Not longer at a time than a third of the session: waiting is a sign of life, too.
        long slice = Math.max(1, Arrivals.nanos(options.sessionTimeout()) / 3);
        return arrivals.poll(timeout, slice, () -> {
            rebalance();
            return reading.read(max);
        });
    }

    @Override
    public Set<TopicPartition> assignment() {
        return reading.places();
    }

    @Override
    public void seek(TopicPartition place, long offset) {
        reading.seek(place, offset);
    }

    @Override
    public void commit(Map<TopicPartition, Long> nextOffsets) {
        group.commit(member, nextOffsets);
    }

    @Override
    public int generation() {
        return member.generation();
    }

    @Override
    public String memberId() {
        return member.id();
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            group.leave(member);
            reading.close();
            arrivals.announce();
        }
    }

    private void rebalance() {
        if (!group.isAlive(member)) {
            lose(reading.places());
            member = group.join(options);
        }
        Set<TopicPartition> lost = group.toGiveUp(member);
        if (!lost.isEmpty()) {
            // Told before they are given up, so that the listener may still commit.
            lose(lost);
            group.giveUp(member, lost);
            arrivals.announce();
        }
        Set<TopicPartition> gained = group.take(member);
        if (!gained.isEmpty()) {
            gained.forEach(place -> reading.add(partitions.apply(place), firstOffset(place)));
            options.listener().assigned(gained);
        }
    }

    private void lose(Set<TopicPartition> places) {
        if (!places.isEmpty()) {
            options.listener().revoked(places);
            places.forEach(reading::remove);
        }
    }

    private long firstOffset(TopicPartition place) {
        Partition partition = partitions.apply(place);
        return group.committed(place).orElseGet(() -> switch (options.start()) {
            case EARLIEST -> partition.start();
            case LATEST -> partition.end();
        });
    }
}

package daybook.log.embedded;

import daybook.log.FencedException;
import daybook.log.OffsetOutOfRangeException;
import daybook.log.ShareReader;
import daybook.log.StoredRecord;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * Lends the records of a group's partitions to its workers. How often a record was lent, and what became of it, is durable
 * before anybody is told; locks are not: after a restart nobody holds any. Safe for many threads.
 */
final class ShareDesk {
    /** Records of a partition between the first that is not done and the last that was lent. */
    static final int MAX_OPEN = 2_000;

    private final String name;
    private final Group group;
    private final LongSupplier nanos;
    private final SpareCursors cursors = new SpareCursors();
    private final Map<Identity, Map<Long, Lock>> locks = new HashMap<>();
    private int turn;

    /** Until when a record is lent to whom. */
    private record Lock(Object worker, long untilNs) {}

    /** A worker's wish. */
    record Wish(Object worker, int max, long lockNs) {}

    ShareDesk(String name, Group group, LongSupplier nanos) {
        this.name = name;
        this.group = group;
        this.nanos = nanos;
    }

    /**
     * Lends what is there. A partition whose next record retention has dropped holds up nobody who can have another one.
     *
     * @throws OffsetOutOfRangeException if there is such a partition, and nothing else
     */
    synchronized List<ShareReader.Lent> lend(List<Partition> partitions, Wish wish) {
        List<ShareReader.Lent> lent = new ArrayList<>();
        Map<Identity, List<GroupState.Loan>> loans = new TreeMap<>(GroupState.BY_PLACE);
        OffsetOutOfRangeException dropped = null;
        int first = turn++;
        for (int i = 0; i < partitions.size() && lent.size() < wish.max(); i++) {
            Partition partition = partitions.get(Math.floorMod(first + i, partitions.size()));
            try {
                List<ShareReader.Lent> more = lendFrom(partition, wish.max() - lent.size());
                lent.addAll(more);
                loans.put(
                        partition.files().identity(),
                        more.stream().map(ShareDesk::asLoan).toList());
            } catch (OffsetOutOfRangeException e) {
                dropped = e;
            }
        }
        if (lent.isEmpty() && dropped != null) {
            throw dropped;
        }
        if (!lent.isEmpty()) {
            group.remember(loans);
            lock(loans, wish);
        }
        return lent;
    }

    /** A record that was lent, and where from. */
    record Place(Partition partition, ShareReader.Lent lent) {}

    /** Ends loans, in one write. One whose record has been lent to somebody else since, or is done, is refused; the others end. */
    synchronized void end(Object worker, Map<Place, GroupState.LoanState> ends) {
        Map<Identity, List<GroupState.Loan>> ended = new TreeMap<>(GroupState.BY_PLACE);
        FencedException refused = null;
        for (Map.Entry<Place, GroupState.LoanState> end : ends.entrySet()) {
            Partition partition = end.getKey().partition();
            ShareReader.Lent lent = end.getKey().lent();
            Identity place = partition.files().identity();
            long offset = lent.stored().offset();
            Lock lock = locksOf(place).get(offset);
            if (lock == null || lock.worker() != worker) {
                refused = new FencedException("group " + name + ": " + partition.place() + " offset " + offset
                        + " is not lent to this worker any more");
            } else {
                ended.computeIfAbsent(place, p -> new ArrayList<>())
                        .add(new GroupState.Loan(offset, end.getValue(), lent.deliveries()));
            }
        }
        if (!ended.isEmpty()) {
            group.remember(ended);
            ended.forEach((place, loans) -> loans.forEach(loan -> locksOf(place).remove(loan.offset())));
        }
        if (refused != null) {
            throw refused;
        }
    }

    /** Lets the locks that a worker still has last so long from now on. */
    synchronized void renew(Object worker, long lockNs) {
        long now = nanos.getAsLong();
        Lock renewed = new Lock(worker, now + lockNs);
        locks.values()
                .forEach(ofPlace -> ofPlace.replaceAll(
                        (offset, lock) -> lock.worker() == worker && now - lock.untilNs() < 0 ? renewed : lock));
    }

    /** Gives back everything a worker holds. */
    synchronized void leave(Object worker) {
        locks.values().forEach(ofPlace -> ofPlace.values().removeIf(lock -> lock.worker() == worker));
    }

    synchronized void close() {
        cursors.close();
    }

    private void lock(Map<Identity, List<GroupState.Loan>> loans, Wish wish) {
        long until = nanos.getAsLong() + wish.lockNs();
        loans.forEach((place, ofPlace) ->
                ofPlace.forEach(loan -> locksOf(place).put(loan.offset(), new Lock(wish.worker(), until))));
    }

    private List<ShareReader.Lent> lendFrom(Partition partition, int max) {
        GroupState.Lane lane = group.lane(partition.files().identity());
        if (lane.start() < partition.start()) {
            throw new OffsetOutOfRangeException(partition.place(), lane.start(), partition.start(), partition.end());
        }
        List<ShareReader.Lent> lent = new ArrayList<>();
        Map<Long, Lock> held = locksOf(partition.files().identity());
        long now = nanos.getAsLong();
        Iterator<GroupState.Loan> open = lane.loans().values().iterator();
        while (open.hasNext() && lent.size() < max) {
            GroupState.Loan loan = open.next();
            Lock lock = held.get(loan.offset());
            if (!loan.state().isDone() && (lock == null || now - lock.untilNs() >= 0)) {
                lendAll(cursors.read(partition, loan.offset(), 1), loan.deliveries() + 1, lent);
            }
        }
        long room = Math.min(max - lent.size(), lane.start() + MAX_OPEN - lane.next());
        if (room > 0) {
            lendAll(cursors.read(partition, lane.next(), (int) room), 1, lent);
        }
        return lent;
    }

    private static void lendAll(Collection<StoredRecord> records, int deliveries, List<ShareReader.Lent> to) {
        records.forEach(stored -> to.add(new ShareReader.Lent(stored, deliveries)));
    }

    private static GroupState.Loan asLoan(ShareReader.Lent lent) {
        return new GroupState.Loan(lent.stored().offset(), GroupState.LoanState.LENT, lent.deliveries());
    }

    private Map<Long, Lock> locksOf(Identity place) {
        return locks.computeIfAbsent(place, p -> new HashMap<>());
    }
}

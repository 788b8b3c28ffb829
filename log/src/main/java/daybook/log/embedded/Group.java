package daybook.log.embedded;

import daybook.journal.DiskException;
import daybook.log.FencedException;
import daybook.log.GroupOptions;
import daybook.log.LogException;
import daybook.log.TopicPartition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * A group: its members, who has which partition, and where the group goes on. Safe for many threads.
 *
 * <p>Each change of membership is a new generation with a new plan, round robin over the sorted members. A partition that
 * moves is handed over only when its old owner has given it up in a poll, or is dead: two members never have one at once, and a
 * member that was replaced cannot commit. Time decides who is dead, not who looks first.
 */
final class Group implements AutoCloseable {
    private final String name;
    private final GroupFile file;
    private final StopFlag stop;
    private final LongSupplier nanos;
    private final Function<String, Topic<Partition>> topics;
    private final Map<String, Member> members = new TreeMap<>();
    private final Map<TopicPartition, String> owners = new HashMap<>();
    private final Map<TopicPartition, Long> leases = new HashMap<>();
    private Map<TopicPartition, String> plan = Map.of();
    private int generation;
    private long joined;
    private long leased;

    /** A member as the group sees it. */
    static final class Member {
        private final String id;
        private final GroupOptions options;
        private long lastSeenNs;
        private int generation;

        Member(String id, GroupOptions options) {
            this.id = id;
            this.options = options;
        }

        String id() {
            return id;
        }

        int generation() {
            return generation;
        }
    }

    /** What a group takes from its log. */
    record Surroundings(StopFlag stop, LongSupplier nanos, Function<String, Topic<Partition>> topics) {}

    Group(String name, GroupFile file, Surroundings surroundings) {
        this.name = name;
        this.file = file;
        this.stop = surroundings.stop();
        this.nanos = surroundings.nanos();
        this.topics = surroundings.topics();
    }

    synchronized Member join(GroupOptions options) {
        if (placesOf(options.topics()).isEmpty()) {
            throw new IllegalArgumentException("topics: none (expected: at least one)");
        }
        removeTheDead();
        // Padded, so that the order of the ids is the order of joining.
        Member member = new Member(String.format("%s-%06d", name, ++joined), options);
        member.lastSeenNs = nanos.getAsLong();
        members.put(member.id, member);
        planAnew();
        return member;
    }

    synchronized void leave(Member member) {
        if (members.remove(member.id) != null) {
            owners.values().removeIf(member.id::equals);
            planAnew();
        }
    }

    /** A sign of life. False if the member has been taken to be dead and must join again. */
    synchronized boolean isAlive(Member member) {
        removeTheDead();
        member.lastSeenNs = nanos.getAsLong();
        return members.get(member.id) == member;
    }

    /** What the member has and, by the plan, should give up. */
    synchronized Set<TopicPartition> toGiveUp(Member member) {
        Set<TopicPartition> places = new TreeSet<>();
        owners.forEach((place, owner) -> {
            if (owner.equals(member.id) && !owner.equals(plan.get(place))) {
                places.add(place);
            }
        });
        return places;
    }

    synchronized void giveUp(Member member, Set<TopicPartition> places) {
        places.forEach(place -> owners.remove(place, member.id));
    }

    /** Takes what the plan gives the member and nobody else has. Returns what is new. */
    synchronized Set<TopicPartition> take(Member member) {
        Set<TopicPartition> taken = new TreeSet<>();
        plan.forEach((place, planned) -> {
            if (planned.equals(member.id) && owners.putIfAbsent(place, member.id) == null) {
                taken.add(place);
            }
        });
        member.generation = generation;
        return taken;
    }

    /** Commits for a member; refused as a whole unless it is alive and has every one of these partitions. */
    synchronized void commit(Member member, Map<TopicPartition, Long> nextOffsets) {
        removeTheDead();
        for (TopicPartition place : nextOffsets.keySet()) {
            if (members.get(member.id) != member || !member.id.equals(owners.get(place))) {
                throw new FencedException("group " + name + ": " + member.id + " of generation " + member.generation
                        + " may not commit " + place + " (generation now: " + generation + ")");
            }
        }
        store(nextOffsets);
    }

    /** Takes partitions for a reader that owns them by other means; who had them before may not commit any more. */
    synchronized long lease(Collection<TopicPartition> places) {
        long token = ++leased;
        places.forEach(place -> leases.put(place, token));
        return token;
    }

    synchronized void endLease(long token) {
        leases.values().removeIf(held -> held == token);
    }

    synchronized void commitLeased(long token, Map<TopicPartition, Long> nextOffsets) {
        for (TopicPartition place : nextOffsets.keySet()) {
            Long holder = leases.get(place);
            if (holder == null || holder != token) {
                throw new FencedException("group " + name + ": " + place + " has another owner now");
            }
        }
        store(nextOffsets);
    }

    synchronized void reset(Map<TopicPartition, Long> nextOffsets) {
        removeTheDead();
        if (!members.isEmpty() || !leases.isEmpty()) {
            throw new LogException(
                    LogException.Kind.FAILED,
                    "group " + name + ": " + members.size() + " live members, " + leases.size()
                            + " owned partitions (expected: none while offsets are reset)");
        }
        store(nextOffsets);
        Map<Identity, Long> shared = new TreeMap<>(GroupState.BY_PLACE);
        nextOffsets.forEach((place, next) -> {
            Identity identity = partition(place).files().identity();
            if (file.state().isShared(identity)) {
                file.state().shareFrom(identity, next);
                shared.put(identity, next);
            }
        });
        if (!shared.isEmpty()) {
            write(() -> file.shareFrom(shared));
        }
    }

    /** Next offset, where one was committed or, in a share group, where everything below is done. */
    synchronized OptionalLong committed(TopicPartition place) {
        return committed(file.state(), partition(place).files().identity());
    }

    static OptionalLong committed(GroupState state, Identity identity) {
        Long next = state.offsets().get(identity);
        if (state.isShared(identity)) {
            return OptionalLong.of(state.lane(identity).start());
        }
        return next == null ? OptionalLong.empty() : OptionalLong.of(next);
    }

    synchronized GroupState.Lane lane(Identity identity) {
        return file.state().lane(identity);
    }

    /** Remembers what became of lent records, durably. */
    synchronized void remember(Map<Identity, List<GroupState.Loan>> loans) {
        loans.forEach(
                (identity, ofPlace) -> ofPlace.forEach(loan -> file.state().apply(identity, loan)));
        write(() -> file.share(loans));
    }

    @Override
    public synchronized void close() {
        file.close();
    }

    private void store(Map<TopicPartition, Long> nextOffsets) {
        Map<Identity, Long> byIdentity = new TreeMap<>(GroupState.BY_PLACE);
        nextOffsets.forEach((place, next) -> {
            if (next < 0) {
                throw new IllegalArgumentException("next offset: " + next + " of " + place + " (expected: 0 or more)");
            }
            byIdentity.put(partition(place).files().identity(), next);
        });
        if (!byIdentity.isEmpty()) {
            write(() -> file.commit(byIdentity));
        }
    }

    private void write(Runnable change) {
        stop.check();
        try {
            change.run();
        } catch (DiskException e) {
            throw stop.refused("group " + name, e);
        }
    }

    private void removeTheDead() {
        long now = nanos.getAsLong();
        List<Member> dead = new ArrayList<>();
        for (Member member : members.values()) {
            if (now - member.lastSeenNs > Arrivals.nanos(member.options.sessionTimeout())) {
                dead.add(member);
            }
        }
        for (Member member : dead) {
            members.remove(member.id);
            owners.values().removeIf(member.id::equals);
        }
        if (!dead.isEmpty()) {
            planAnew();
        }
    }

    private void planAnew() {
        generation++;
        SortedMap<String, List<String>> subscriptions = new TreeMap<>();
        members.values().forEach(member -> subscriptions.put(member.id, member.options.topics()));
        SortedSet<TopicPartition> places = new TreeSet<>();
        subscriptions.values().forEach(names -> places.addAll(placesOf(names)));
        plan = RoundRobin.plan(subscriptions, places);
    }

    private List<TopicPartition> placesOf(List<String> names) {
        return names.stream()
                .flatMap(topic -> topics.apply(topic).places().stream())
                .toList();
    }

    private Partition partition(TopicPartition place) {
        return topics.apply(place.topic()).partition(place.partition());
    }
}

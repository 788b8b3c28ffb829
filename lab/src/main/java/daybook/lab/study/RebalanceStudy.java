package daybook.lab.study;

import daybook.delivery.Cursors;
import daybook.delivery.Database;
import daybook.delivery.Migrations;
import daybook.delivery.Writer;
import daybook.lab.study.RebalanceResult.Phase;
import daybook.log.Log;
import daybook.log.LogException;
import daybook.log.LogRecord;
import daybook.log.Producer;
import daybook.log.TopicPartition;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.IntConsumer;

/**
 * Partitions that change hands: the production consumer as the members of one group over one database, in mode ATOMIC, so that a
 * record that counted twice would be seen. What an owner that was replaced still wants to write is refused twice over: by the
 * cursor's compare-and-set in the database, and by the generation in the log.
 */
public final class RebalanceStudy {
    private static final String GROUP = "lab-rebalance";
    /** A session is ten seconds; on a cluster this is waited. */
    private static final Duration MOMENT = Duration.ofMillis(500);

    private static final int PATIENCE = 400;

    private final RebalancePlan plan;
    private final Workbench bench;
    private final List<GroupMember> members = new ArrayList<>();
    private final List<Phase> phases = new ArrayList<>();
    private Map<TopicPartition, Integer> owners = new HashMap<>();
    private String topic = "";

    public RebalanceStudy(RebalancePlan plan, Workbench bench) {
        this.plan = plan;
        this.bench = bench;
    }

    /**
     * Runs it.
     *
     * @param progress told after each phase how many are over
     * @throws LabException if the log or the database fails, or the group does not settle
     */
    public RebalanceResult run(IntConsumer progress) {
        topic = bench.topic("rebalance", plan.partitions()).name();
        Database database = bench.databases().create(GROUP);
        Migrations.migrate(database, "daybook/lab/db/study");
        try {
            publish();
            for (int i = 0; i < plan.members(); i++) {
                members.add(member(database));
            }
            settle("all have joined", progress);
            work(plan.fills() / 3);
            GroupMember frozen = members.get(0);
            frozen.freezeInNextPoll(() -> {
                List<GroupMember> others = members.subList(1, members.size());
                settle("one has frozen", progress, others);
                work(others, plan.fills() * 2 / 3);
                workBehind(others, database, frozen.heldUpTo());
            });
            while (frozen.held() == 0) {
                frozen.pump();
            }
            settle("it has woken up", progress);
            members.add(member(database));
            settle("another has joined", progress);
            work(plan.fills());
            return result(database, frozen);
        } catch (SQLException | LogException failed) {
            throw new LabException("rebalance: " + failed.getMessage(), failed);
        } finally {
            members.forEach(GroupMember::close);
            database.close();
        }
    }

    private GroupMember member(Database database) {
        return new GroupMember(
                new GroupMember.Home(bench, GROUP, topic),
                new Writer(database),
                new StoredEffects(plan.day(), Optional.empty()));
    }

    private void publish() {
        try (Producer producer = bench.log().producer(GROUP)) {
            Acknowledgements sent = new Acknowledgements();
            for (LabFill fill : LabFill.ofDay(plan.day(), 1)) {
                LogRecord record = new LogRecord(
                        fill.key(), fill.body(), List.of(), bench.clock().millis());
                producer.send(topic, OptionalInt.empty(), record, Producer.NO_SEQ, sent);
            }
            producer.flush();
            sent.require(topic, plan.fills());
        }
    }

    private void settle(String name, IntConsumer progress) {
        settle(name, progress, members);
    }

    /** Lets time pass until these members have all partitions among them, as many each as can be; then notes it. */
    private void settle(String name, IntConsumer progress, List<GroupMember> alive) {
        for (int i = 0; i < PATIENCE && !isShared(alive); i++) {
            bench.time().passing().pass(MOMENT);
            alive.forEach(GroupMember::pump);
        }
        Map<TopicPartition, Integer> now = new HashMap<>();
        int generation = 0;
        for (GroupMember member : alive) {
            member.assignment().forEach(place -> now.put(place, members.indexOf(member)));
            generation = Math.max(generation, member.generation());
        }
        int moved = (int) now.entrySet().stream()
                .filter(entry ->
                        owners.containsKey(entry.getKey()) && !entry.getValue().equals(owners.get(entry.getKey())))
                .count();
        owners = now;
        phases.add(new Phase(name, alive.size(), sizes(alive), generation, moved));
        progress.accept(phases.size());
    }

    private boolean isShared(List<GroupMember> alive) {
        Set<TopicPartition> all = new HashSet<>();
        alive.forEach(member -> all.addAll(member.assignment()));
        List<Integer> sizes = sizes(alive);
        int sum = sizes.stream().mapToInt(size -> size).sum();
        return all.size() == plan.partitions()
                && sum == plan.partitions()
                && sizes.get(0) - sizes.get(sizes.size() - 1) <= 1;
    }

    private static List<Integer> sizes(List<GroupMember> alive) {
        return alive.stream()
                .map(member -> member.assignment().size())
                .sorted(Comparator.reverseOrder())
                .toList();
    }

    private void work(int atLeast) {
        work(members, atLeast);
    }

    /** Until so many records were passed. */
    private void work(List<GroupMember> alive, int atLeast) {
        for (int idle = 0; idle < PATIENCE && passed() < atLeast; idle++) {
            for (GroupMember member : alive) {
                idle = member.pump() > 0 ? 0 : idle;
            }
            if (idle > 0) {
                bench.time().passing().pass(MOMENT);
            }
        }
    }

    /** Until what the frozen member holds has been applied by others. */
    private void workBehind(List<GroupMember> alive, Database database, Map<TopicPartition, Long> ends) {
        try (Writer reader = new Writer(database)) {
            for (int i = 0; i < PATIENCE && !areBehind(reader, ends); i++) {
                alive.forEach(GroupMember::pump);
                bench.time().passing().pass(MOMENT);
            }
        } catch (SQLException failed) {
            throw new LabException("rebalance: " + failed.getMessage(), failed);
        }
    }

    private static boolean areBehind(Writer reader, Map<TopicPartition, Long> ends) throws SQLException {
        Map<TopicPartition, Long> cursors = new Cursors(GROUP).all(reader.connection());
        return ends.entrySet().stream().allMatch(end -> cursors.getOrDefault(end.getKey(), 0L) >= end.getValue());
    }

    private long passed() {
        return members.stream().mapToLong(GroupMember::done).sum();
    }

    private RebalanceResult result(Database database, GroupMember frozen) throws SQLException {
        try (Writer reader = new Writer(database)) {
            int[] counts = new StoredEffects(plan.day(), Optional.empty()).counts(reader);
            return new RebalanceResult(
                    plan,
                    bench.log().has(Log.Capability.EXACT_ASSIGNMENT),
                    phases,
                    frozen.held(),
                    frozen.refusedByTheDatabase(),
                    frozen.refusedByTheLog(),
                    members.stream().mapToInt(GroupMember::elsewhere).sum(),
                    Arrays.stream(counts).filter(count -> count == 0).count(),
                    Arrays.stream(counts)
                            .mapToLong(count -> Math.max(0, count - 1L))
                            .sum());
        }
    }
}

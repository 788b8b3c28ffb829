package daybook.lab.sandbox;

import daybook.lab.sandbox.Line.Kind;
import daybook.log.GroupReader;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The members of the group that keeps the positions. They are real members; that they are processes is imagined. */
final class Consumers {
    static final String GROUP = "positions";
    static final int MOST = 4;
    static final int BATCH = 3;

    /** More than there can be on the topic. */
    private static final int EVERYTHING = 1 << 20;

    /** Polls until everybody knows what he has: one to give up, one to take, and one in which nothing changes. */
    private static final int ROUNDS = 8;

    /** Twice this is more than a session, once is less: who polls in between lives. */
    private static final Duration MOST_OF_A_SESSION = Duration.ofSeconds(6);

    private final SandboxLog log;
    private final Diary diary;
    private final SortedMap<Integer, GroupReader> alive = new TreeMap<>();
    private final Set<Integer> dead = new TreeSet<>();

    Consumers(SandboxLog log, Diary diary) {
        this.log = log;
        this.diary = diary;
    }

    /** Starts and stops consumers until there are so many, numbered from 1. */
    void resize(int members) {
        dead.clear();
        for (int number = 1; number <= MOST; number++) {
            if (number > members && alive.containsKey(number)) {
                stop(number);
            } else if (number <= members && !alive.containsKey(number)) {
                start(number);
            }
        }
        settle();
    }

    /** Starts the dead again; does nothing for the living. */
    void restart() {
        for (int number : dead) {
            diary.write(Kind.GROUP, number, "consumer " + number + " is started again and joins the group");
            start(number);
        }
        boolean changed = !dead.isEmpty();
        dead.clear();
        if (changed) {
            settle();
        }
    }

    /** Everybody leaves and joins again, to see partitions that are new. */
    void rejoin() {
        List<Integer> numbers = List.copyOf(alive.keySet());
        numbers.forEach(this::stop);
        numbers.forEach(this::start);
        settle();
    }

    /** What a process leaves behind that dies: nothing. After the time of a session the others share what it had. */
    void die(int number) {
        GroupReader gone = reader(number);
        alive.remove(number);
        dead.add(number);
        for (int i = 0; i < 2; i++) {
            log.pass(MOST_OF_A_SESSION);
            alive.values().forEach(member -> member.poll(0, Duration.ZERO));
        }
        settle();
        gone.close(); // only its file handles: the group has forgotten it
    }

    /** Next records of a consumer, at most {@value #BATCH} of each of its partitions. */
    List<Stored> batch(int number) {
        GroupReader reader = reader(number);
        Map<TopicPartition, Integer> taken = new HashMap<>();
        Map<TopicPartition, Long> tooMuch = new HashMap<>();
        List<Stored> batch = new ArrayList<>();
        for (StoredRecord record : reader.poll(EVERYTHING, Duration.ZERO)) {
            if (taken.merge(record.place(), 1, Integer::sum) <= BATCH) {
                batch.add(SandboxLog.read(record));
            } else {
                tooMuch.putIfAbsent(record.place(), record.offset());
            }
        }
        tooMuch.forEach(reader::seek);
        return batch;
    }

    /** Moves the group's bookmark behind a batch. */
    void commit(int number, List<Stored> batch) {
        Map<TopicPartition, Long> next = new TreeMap<>();
        batch.forEach(stored -> next.merge(SandboxLog.place(stored.partition()), stored.offset() + 1, Math::max));
        reader(number).commit(next);
        next.forEach((place, offset) -> diary.write(
                Kind.COMMITTED,
                number,
                "consumer " + number + " commits offset " + offset + " of partition " + SandboxLog.number(place)));
    }

    List<Integer> alive() {
        return List.copyOf(alive.keySet());
    }

    List<Integer> dead() {
        return List.copyOf(dead);
    }

    /** Partitions of a consumer. */
    List<Integer> partitions(int number) {
        return reader(number).assignment().stream().map(SandboxLog::number).toList();
    }

    /** Who has a partition; 0 = nobody. */
    int owner(int partition) {
        return alive.keySet().stream()
                .filter(number -> partitions(number).contains(partition))
                .findFirst()
                .orElse(0);
    }

    int generation() {
        return alive.values().stream().mapToInt(GroupReader::generation).max().orElse(0);
    }

    /** The first consumer that has something to read. */
    Optional<Integer> busy() {
        return alive.keySet().stream()
                .filter(number -> partitions(number).stream()
                        .anyMatch(partition -> log.committed(GROUP, partition) < log.end(partition)))
                .findFirst();
    }

    private GroupReader reader(int number) {
        GroupReader reader = alive.get(number);
        if (reader == null) {
            throw new SandboxRefused("consumer: " + number + " does not run (expected: one of " + alive.keySet() + ")");
        }
        return reader;
    }

    private void start(int number) {
        alive.put(number, log.log().group(log.options(GROUP)));
    }

    private void stop(int number) {
        reader(number).close();
        alive.remove(number);
    }

    private void settle() {
        for (int i = 0; i < ROUNDS; i++) {
            alive.values().forEach(member -> member.poll(0, Duration.ZERO));
        }
        if (!alive.isEmpty()) {
            diary.write(
                    Kind.GROUP,
                    0,
                    "generation " + generation() + ": "
                            + alive.keySet().stream().map(this::has).collect(Collectors.joining("; ")));
        }
    }

    private String has(int number) {
        List<Integer> has = partitions(number);
        return "consumer " + number
                + (has.isEmpty()
                        ? " gets no partition"
                        : " has " + has.stream().map(String::valueOf).collect(Collectors.joining(" and ")));
    }
}

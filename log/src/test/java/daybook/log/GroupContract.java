package daybook.log;

import static daybook.log.Sample.place;
import static daybook.log.Sample.topic;
import static daybook.log.Sample.values;
import static daybook.log.Sample.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What every {@link Log} must do with groups: assignment, rebalance, commits, fencing. */
public abstract class GroupContract {
    private static final TopicPartition PLACE = place("one", 0);

    private LogUnderTest store;
    private Log log;
    private final List<GroupReader> readers = new ArrayList<>();

    protected abstract LogUnderTest store();

    @BeforeEach
    public void open() {
        store = store();
        log = store.open();
        log.createTopic(topic("one", 1));
        log.createTopic(topic("three", 3));
        log.createTopic(topic("eight", 8));
    }

    @AfterEach
    public void close() {
        readers.forEach(GroupReader::close);
        log.close();
        store.close();
    }

    /** K5. */
    @ParameterizedTest
    @CsvSource({"1, 3", "2, '1,2'", "3, '1,1,1'", "4, '0,1,1,1'"})
    void eachPartitionHasExactlyOneMember(int members, String sizes) {
        for (int i = 0; i < members; i++) {
            join("g", "three");
        }
        settle();

        List<TopicPartition> all =
                readers.stream().flatMap(r -> r.assignment().stream()).sorted().toList();
        assertThat(all).containsExactly(place("three", 0), place("three", 1), place("three", 2));
        assertThat(readers.stream().map(r -> r.assignment().size()).sorted().toList())
                .hasToString("[" + sizes.replace(",", ", ") + "]");
    }

    /** B6. Without EXACT_ASSIGNMENT the shares are even, whoever has which. */
    @Test
    void partitionsAreDealtInTurnToTheSortedMembers() {
        join("g", "eight");
        join("g", "eight");
        join("g", "eight");
        settle();

        if (log.has(Log.Capability.EXACT_ASSIGNMENT)) {
            assertThat(numbers(0)).containsExactly(0, 3, 6);
            assertThat(numbers(1)).containsExactly(1, 4, 7);
            assertThat(numbers(2)).containsExactly(2, 5);
        }
        assertThat(readers.stream().map(r -> r.assignment().size())).containsExactlyInAnyOrder(3, 3, 2);

        join("g", "eight");
        settle();

        if (log.has(Log.Capability.EXACT_ASSIGNMENT)) {
            assertThat(numbers(0)).containsExactly(0, 4);
            assertThat(numbers(1)).containsExactly(1, 5);
            assertThat(numbers(2)).containsExactly(2, 6);
            assertThat(numbers(3)).containsExactly(3, 7);
        }
        assertThat(readers.stream().map(r -> r.assignment().size())).containsExactly(2, 2, 2, 2);
    }

    @Test
    void aMemberGetsOnlyTopicsItAskedFor() {
        join("g", "three", "one");
        join("g", "one");
        settle();

        assertThat(readers.get(1).assignment()).allMatch(p -> p.topic().equals("one"));
        assertThat(readers.get(0).assignment()).hasSizeGreaterThanOrEqualTo(3);
    }

    /** B5, K18. */
    @Test
    void eachGroupReadsEverythingForItself() {
        write(log, PLACE, 0, 5);

        assertThat(values(poll(join("g", "one"), 5))).containsExactly("0", "1", "2", "3", "4");
        assertThat(values(poll(join("h", "one"), 5))).containsExactly("0", "1", "2", "3", "4");

        readers.get(0).commit(Map.of(PLACE, 5L));
        assertThat(log.committed("g", PLACE)).hasValue(5);
        assertThat(log.committed("h", PLACE)).isEmpty();
        assertThat(log.groups()).contains("g");
    }

    @Test
    void aNewGroupBeginsWhereItAskedTo() {
        write(log, PLACE, 0, 3);
        GroupReader late = add(log.group(new GroupOptions(
                "late", List.of("one"), GroupOptions.Start.LATEST, store.session(), RebalanceListener.NONE)));
        settle();

        write(log, PLACE, 3, 5);

        assertThat(values(poll(late, 2))).containsExactly("3", "4");
    }

    @Test
    void theNextMemberGoesOnAtTheCommittedOffset() {
        write(log, PLACE, 0, 6);
        GroupReader first = join("g", "one");
        assertThat(poll(first, 6)).hasSize(6);
        first.commit(Map.of(PLACE, 4L));
        first.close();

        assertThat(values(poll(join("g", "one"), 2))).containsExactly("4", "5");
    }

    @Test
    void commitsSurviveAReopening() {
        write(log, PLACE, 0, 6);
        GroupReader first = join("g", "one");
        assertThat(poll(first, 6)).hasSize(6);
        first.commit(Map.of(PLACE, 2L));
        first.commit(Map.of(PLACE, 3L));

        reopen();

        assertThat(log.committed("g", PLACE)).hasValue(3);
        assertThat(values(poll(join("g", "one"), 3))).containsExactly("3", "4", "5");
    }

    /** K5: a crash repeats what was not committed, and nothing else. */
    @Test
    void theDeadMembersPartitionsGoToTheLivingOnes() {
        write(log, PLACE, 0, 6);
        GroupReader dead = join("g", "one");
        assertThat(poll(dead, 6)).hasSize(6);
        dead.commit(Map.of(PLACE, 4L));

        store.pass(store.session().plusSeconds(1));
        GroupReader living = join("g", "one");

        assertThat(values(poll(living, 2))).containsExactly("4", "5");
    }

    /** K-11, B20. */
    @Test
    void aMemberThatSleptTooLongCannotCommit() {
        write(log, PLACE, 0, 6);
        GroupReader sleeper = join("g", "one");
        assertThat(poll(sleeper, 6)).hasSize(6);
        store.pass(store.session().plusSeconds(1));
        GroupReader living = join("g", "one");
        assertThat(poll(living, 6)).hasSize(6);
        living.commit(Map.of(PLACE, 6L));

        assertThatThrownBy(() -> sleeper.commit(Map.of(PLACE, 2L))).isInstanceOf(FencedException.class);

        assertThat(log.committed("g", PLACE)).hasValue(6);
    }

    @Test
    void aMemberThatSleptTooLongJoinsAgainWithItsNextPoll() {
        List<String> told = new ArrayList<>();
        GroupReader sleeper = add(log.group(new GroupOptions(
                "g", List.of("one"), GroupOptions.Start.EARLIEST, store.session(), new Telling("sleeper", told))));
        settle();
        int generation = sleeper.generation();
        store.pass(store.session().plusSeconds(1));
        GroupReader living = join("g", "one");
        settle();
        living.close();
        readers.remove(living);

        settle();

        assertThat(sleeper.assignment()).containsExactly(PLACE);
        assertThat(sleeper.generation()).isGreaterThan(generation);
        assertThat(told.get(0)).isEqualTo("sleeper + [one-0]");
        assertThat(told.get(1)).isEqualTo("sleeper - [one-0]");
        assertThat(told.get(told.size() - 1)).isEqualTo("sleeper + [one-0]");
    }

    @Test
    void aPartitionThatMovesIsGivenUpBeforeItIsTaken() {
        List<String> told = new ArrayList<>();
        for (String name : List.of("a", "b")) {
            add(log.group(new GroupOptions(
                    "g", List.of("three"), GroupOptions.Start.EARLIEST, store.session(), new Telling(name, told))));
            settle();
        }

        Map<String, Integer> holders = new HashMap<>();
        for (String line : told) {
            for (String place : List.of("three-0", "three-1", "three-2")) {
                if (line.contains(place)) {
                    holders.merge(place, line.contains(" + ") ? 1 : -1, Integer::sum);
                    assertThat(holders.get(place)).as(told.toString()).isBetween(0, 1);
                }
            }
        }
        assertThat(told).hasSizeGreaterThanOrEqualTo(3);
    }

    @Test
    void whatIsCommittedWhileBeingRevokedCounts() {
        write(log, place("three", 1), 0, 4);
        GroupReader[] first = new GroupReader[1];
        Map<TopicPartition, Long> done = new HashMap<>();
        RebalanceListener committing = new RebalanceListener() {
            @Override
            public void assigned(Set<TopicPartition> places) {}

            @Override
            public void revoked(Set<TopicPartition> places) {
                first[0].commit(done);
            }
        };
        first[0] = add(log.group(
                new GroupOptions("g", List.of("three"), GroupOptions.Start.EARLIEST, store.session(), committing)));
        assertThat(poll(first[0], 4)).hasSize(4);
        done.put(place("three", 1), 4L);

        join("g", "three");
        settle();

        assertThat(log.committed("g", place("three", 1))).hasValue(4);
    }

    @Test
    public void seekReadsAgainAndCommitsNothing() {
        write(log, PLACE, 0, 4);
        GroupReader reader = join("g", "one");
        assertThat(poll(reader, 4)).hasSize(4);

        reader.seek(PLACE, 1);

        assertThat(values(poll(reader, 3))).containsExactly("1", "2", "3");
        assertThat(log.committed("g", PLACE)).isEmpty();
    }

    @Test
    void offsetsAreResetOnlyWhileNobodyIsInTheGroup() {
        write(log, PLACE, 0, 4);
        GroupReader reader = join("g", "one");
        assertThat(poll(reader, 4)).hasSize(4);
        assertThatThrownBy(() -> log.resetOffsets("g", Map.of(PLACE, 1L))).isInstanceOf(LogException.class);
        reader.close();
        readers.clear();

        log.resetOffsets("g", Map.of(PLACE, 1L));

        assertThat(log.committed("g", PLACE)).hasValue(1);
        assertThat(values(poll(join("g", "one"), 3))).containsExactly("1", "2", "3");
    }

    /** K-04: never a silent jump. */
    @Test
    void aCommittedOffsetThatIsNotThereIsAnError() {
        write(log, PLACE, 0, 4);
        log.resetOffsets("g", Map.of(PLACE, 9L));
        GroupReader reader = join("g", "one");

        assertThatThrownBy(() -> poll(reader, 1)).isInstanceOfSatisfying(OffsetOutOfRangeException.class, e -> {
            assertThat(e.place()).isEqualTo(PLACE);
            assertThat(e.offset()).isEqualTo(9);
            assertThat(e.end()).isEqualTo(4);
        });
    }

    private GroupReader join(String group, String... topics) {
        return add(log.group(new GroupOptions(
                group, List.of(topics), GroupOptions.Start.EARLIEST, store.session(), RebalanceListener.NONE)));
    }

    private GroupReader add(GroupReader reader) {
        readers.add(reader);
        return reader;
    }

    private List<StoredRecord> poll(Reader reader, int count) {
        return Sample.poll(reader, count, store.patience().multipliedBy(10));
    }

    /** Polls all in turn until all are in the group and no assignment has changed for a while. */
    private void settle() {
        List<String> before = List.of();
        int same = 0;
        long since = System.nanoTime();
        for (int i = 0;
                i < 20_000
                        && (same < 5
                                || System.nanoTime() - since < store.patience().toNanos());
                i++) {
            readers.forEach(reader -> reader.poll(0, store.patience().dividedBy(50)));
            List<String> now = readers.stream()
                    .map(r -> r.generation() + " " + new TreeSet<>(r.assignment()))
                    .toList();
            boolean settled = now.equals(before) && readers.stream().allMatch(r -> r.generation() >= 0);
            same = settled ? same + 1 : 0;
            since = settled ? since : System.nanoTime();
            before = now;
        }
    }

    private List<Integer> numbers(int reader) {
        return readers.get(reader).assignment().stream()
                .map(TopicPartition::partition)
                .sorted()
                .toList();
    }

    private void reopen() {
        readers.forEach(GroupReader::close);
        readers.clear();
        log.close();
        log = store.open();
    }

    private record Telling(String name, List<String> told) implements RebalanceListener {
        @Override
        public void assigned(Set<TopicPartition> places) {
            told.add(name + " + " + new TreeSet<>(places));
        }

        @Override
        public void revoked(Set<TopicPartition> places) {
            told.add(name + " - " + new TreeSet<>(places));
        }
    }
}

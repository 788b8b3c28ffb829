package daybook.lab.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.lab.sandbox.Line.Kind;
import daybook.lab.sandbox.SandboxState.PartitionView;
import daybook.lab.sandbox.SandboxState.SymbolView;
import daybook.lab.sandbox.SandboxState.Totals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Produce, consume, crash: what each button does, and what it does not. */
class SandboxTest {
    private static final Set<Kind> READ = Set.of(Kind.APPLIED, Kind.TWICE, Kind.SKIPPED, Kind.LOST);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @SuppressWarnings("NullAway.Init")
    private Sandbox sandbox;

    @BeforeEach
    void open() {
        sandbox = new Sandbox(directory.resolve("sandbox"), 7);
    }

    @AfterEach
    void close() {
        sandbox.close();
    }

    @Test
    void aCrashBetweenWorkAndCommitMovesNoBookmarkAndTheSameEventsComeAgain() {
        sandbox.tradeAtRandom(10);
        List<Long> before = bookmarks();

        sandbox.crash(OptionalInt.empty());

        Set<Long> worked = readSince(Kind.SENT);
        assertThat(worked).isNotEmpty();
        assertThat(bookmarks()).isEqualTo(before);

        sandbox.consume();

        assertThat(readSince(Kind.CRASHED)).containsAll(worked);
        assertThat(bookmarks()).isNotEqualTo(before);
    }

    @Test
    void aBatchIsAtMostThreeRecordsOfEachPartition() {
        for (int i = 0; i < 5; i++) {
            sandbox.trade(Symbol.INFY);
        }
        sandbox.trade(Symbol.TCS);

        sandbox.consume();

        assertThat(bookmarks()).containsExactly(3L, 0L, 1L);
        sandbox.consume();
        assertThat(bookmarks()).containsExactly(5L, 0L, 1L);
    }

    @Test
    void symbolsLieWhereKafkasPartitionerPutsThem() {
        for (Symbol symbol : Symbol.values()) {
            sandbox.trade(symbol);
        }

        assertThat(sandbox.state().symbols().stream().map(SymbolView::partition))
                .containsExactly(0, 2, 0, 2);
        assertThat(sandbox.state().partitions().stream()
                        .map(partition -> partition.records().stream()
                                .map(record -> record.offset() + ":" + record.symbol())
                                .toList()))
                .containsExactly(List.of("0:INFY", "1:HDFC"), List.of(), List.of("0:TCS", "1:RELIANCE"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1|consumer 1 has 0 and 1 and 2",
                "2|consumer 1 has 0 and 2; consumer 2 has 1",
                "3|consumer 1 has 0; consumer 2 has 1; consumer 3 has 2",
                "4|consumer 1 has 0; consumer 2 has 1; consumer 3 has 2; consumer 4 gets no partition"
            })
    void partitionsAreDealtToTheMembersInTurn(int members, String expected) {
        sandbox.resize(members);

        assertThat(lastOf(Kind.GROUP)).endsWith(expected);
        assertThat(sandbox.state().consumers()).hasSize(members);
        assertThat(sandbox.state().partitions())
                .allSatisfy(p -> assertThat(p.owner()).isBetween(1, members));
    }

    @Test
    void theDeadOnesPartitionsGoToTheOthersAndComeBackWhenItIsStartedAgain() {
        sandbox.trade(Symbol.INFY);

        sandbox.crash(OptionalInt.of(1));

        assertThat(owners()).containsExactly(2, 2, 2);
        assertThat(sandbox.state().consumers().stream().map(SandboxState.ConsumerView::alive))
                .containsExactly(false, true);
        sandbox.restart();
        assertThat(owners()).containsOnly(1, 2);
    }

    @Test
    void withNobodyLeftTheDeadOneIsStartedAgainToConsume() {
        sandbox.resize(1);
        sandbox.trade(Symbol.INFY);
        sandbox.crash(OptionalInt.empty());
        assertThat(owners()).containsOnly(0);

        sandbox.consume();

        assertThat(owners()).containsOnly(1);
        assertThat(symbol(Symbol.INFY).quantity()).isEqualTo(20);
    }

    @Test
    void withoutAGuardACrashDoublesThePosition() {
        crashInTheMidstOf(Guard.NONE);

        SymbolView infy = symbol(Symbol.INFY);
        assertThat(infy.quantity()).isEqualTo(2 * infy.right()).isEqualTo(20);
        assertThat(totals()).isEqualTo(new Totals(1, 0, 0, 1));
    }

    @ParameterizedTest
    @EnumSource(
            value = Guard.class,
            names = {"WATERMARK", "IDENTITY"})
    void withAGuardACrashChangesNothing(Guard guard) {
        crashInTheMidstOf(guard);

        SymbolView infy = symbol(Symbol.INFY);
        assertThat(infy.quantity()).isEqualTo(infy.right()).isEqualTo(10);
        assertThat(infy.profit()).isEqualTo(infy.rightProfit());
        assertThat(totals()).isEqualTo(new Totals(1, 0, 0, 0));
    }

    @Test
    void aWatermarkLosesTheTradeThatWasSentAgainBehindALaterOne() {
        sandbox.guard(Guard.WATERMARK);
        sandbox.failOneSend();
        consumeAll();

        assertThat(lastOf(Kind.LOST)).startsWith("trade 103 INFY (partition 0, offset 3)");
        assertThat(totals()).isEqualTo(new Totals(4, 0, 1, 0));
        assertThat(symbol(Symbol.INFY).quantity()).isEqualTo(30);
        assertThat(symbol(Symbol.INFY).right()).isEqualTo(40);
    }

    @Test
    void anIdentityDoesNot() {
        sandbox.guard(Guard.IDENTITY);
        sandbox.failOneSend();
        sandbox.crash(OptionalInt.empty());
        consumeAll();

        assertThat(totals()).isEqualTo(new Totals(4, 0, 0, 0));
        assertThat(symbol(Symbol.INFY).quantity()).isEqualTo(40);
    }

    @ParameterizedTest
    @CsvSource({"AT_MOST_ONCE,1,0,0", "AT_LEAST_ONCE,0,1,20", "IDEMPOTENT,0,0,10"})
    void eachRowOfTheGuaranteesCostsWhatItSays(Mode mode, long lost, long twice, long quantity) {
        sandbox.mode(mode);
        sandbox.trade(Symbol.INFY);
        sandbox.crash(OptionalInt.empty());
        consumeAll();

        assertThat(totals()).isEqualTo(new Totals(1, 0, lost, twice));
        assertThat(symbol(Symbol.INFY).quantity()).isEqualTo(quantity);
    }

    @Test
    void aFourthPartitionMovesKeysAndTheirOrderIsLost() {
        sandbox.resize(1);
        for (int i = 0; i < 4; i++) {
            sandbox.trade(Symbol.INFY);
        }

        sandbox.grow();
        sandbox.trade(Symbol.INFY);

        assertThat(sandbox.state().symbols().stream().map(SymbolView::of4)).containsExactly(1, 1, 0, 3);
        assertThat(ends()).containsExactly(4L, 1L, 0L, 0L);
        sandbox.consume(); // three of partition 0, and the newest of all from partition 1
        sandbox.consume();
        assertThat(lastOf(Kind.APPLIED)).startsWith("trade 104").contains("order is lost");
        sandbox.resize(4);
        assertThat(owners()).containsExactlyInAnyOrder(1, 2, 3, 4);
        assertThatThrownBy(sandbox::grow).isInstanceOf(SandboxRefused.class);
    }

    @Test
    void aSecondGroupReadsEverythingAsOftenAsItLikesAndNobodyElseNotices() {
        sandbox.tradeAtRandom(10);
        sandbox.consume();
        List<Long> bookmarks = bookmarks();
        List<SymbolView> positions = sandbox.state().symbols();

        sandbox.readAllBySecondGroup();
        sandbox.readAllBySecondGroup();

        assertThat(sandbox.state().second()).isEqualTo(new SandboxState.SecondGroup(2, 10));
        assertThat(bookmarks()).isEqualTo(bookmarks);
        assertThat(sandbox.state().symbols()).isEqualTo(positions);
    }

    @Test
    void aResetBeginsAnewWithTheSameTradesAndKeepsWhatIsSwitched() {
        sandbox.guard(Guard.IDENTITY);
        sandbox.resize(3);
        sandbox.tradeAtRandom(10);
        List<PartitionView> first = sandbox.state().partitions();
        consumeAll();

        sandbox.reset();

        assertThat(totals()).isEqualTo(new Totals(0, 0, 0, 0));
        assertThat(sandbox.state().settings())
                .isEqualTo(new SandboxState.Settings(7, 3, Mode.AT_LEAST_ONCE, Guard.IDENTITY));
        sandbox.tradeAtRandom(10);
        assertThat(sandbox.state().partitions()).isEqualTo(first);
    }

    @Test
    void itTakesTwoThousandRecordsAndShowsTheLastFortyLines() {
        sandbox.tradeAtRandom(1_999);

        assertThatThrownBy(() -> sandbox.tradeAtRandom(10))
                .isInstanceOf(SandboxRefused.class)
                .hasMessageContaining("2000");
        sandbox.trade(Symbol.TCS);
        assertThatThrownBy(() -> sandbox.trade(Symbol.TCS)).isInstanceOf(SandboxRefused.class);
        assertThat(sandbox.state().log()).hasSize(40);
        assertThat(sandbox.state().partitions())
                .allSatisfy(p -> assertThat(p.records()).hasSizeLessThanOrEqualTo(SandboxState.SHOWN));
    }

    @ParameterizedTest
    @CsvSource({"0", "5", "-1"})
    void aGroupHasOneToFourMembers(int members) {
        assertThatThrownBy(() -> sandbox.resize(members))
                .isInstanceOf(SandboxRefused.class)
                .hasMessage("members: " + members + " (expected: 1..4)");
    }

    @Test
    void nobodyDiesWithNothingInHand() {
        sandbox.crash(OptionalInt.empty());

        assertThat(lastOf(Kind.NOTE)).contains("produce something first");
        assertThat(sandbox.state().consumers()).allMatch(SandboxState.ConsumerView::alive);
        assertThatThrownBy(() -> sandbox.crash(OptionalInt.of(4))).isInstanceOf(SandboxRefused.class);
    }

    @Test
    void nothingIsLeftOfAClosedOne() throws IOException {
        sandbox.tradeAtRandom(10);
        sandbox.reset();

        sandbox.close();

        try (Stream<Path> left = Files.walk(directory)) {
            assertThat(left.filter(Files::isRegularFile)).isEmpty();
        }
        assertThatThrownBy(sandbox::state).isInstanceOf(SandboxRefused.class);
    }

    private void crashInTheMidstOf(Guard guard) {
        sandbox.guard(guard);
        sandbox.trade(Symbol.INFY);
        sandbox.crash(OptionalInt.empty());
        consumeAll();
    }

    private void consumeAll() {
        for (int i = 0; i < 10 && totals().waiting() > 0; i++) {
            sandbox.consume();
        }
        assertThat(totals().waiting()).isZero();
    }

    private List<Long> bookmarks() {
        return sandbox.state().partitions().stream()
                .map(PartitionView::committed)
                .toList();
    }

    private List<Long> ends() {
        return sandbox.state().partitions().stream().map(PartitionView::end).toList();
    }

    private List<Integer> owners() {
        return sandbox.state().partitions().stream().map(PartitionView::owner).toList();
    }

    private SymbolView symbol(Symbol symbol) {
        return sandbox.state().symbols().stream()
                .filter(view -> view.symbol() == symbol)
                .findFirst()
                .orElseThrow();
    }

    private Totals totals() {
        return sandbox.state().totals();
    }

    /** Ids of the events that consumers have read since the last line of a kind. */
    private Set<Long> readSince(Kind kind) {
        List<Line> lines = sandbox.state().log();
        long from = lines.stream()
                .filter(line -> line.kind() == kind)
                .mapToLong(Line::n)
                .max()
                .orElseThrow();
        return lines.stream()
                .filter(line -> line.n() > from && READ.contains(line.kind()))
                .map(Line::eventId)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private String lastOf(Kind kind) {
        return sandbox.state().log().stream()
                .filter(line -> line.kind() == kind)
                .reduce((first, second) -> second)
                .orElseThrow()
                .text();
    }
}

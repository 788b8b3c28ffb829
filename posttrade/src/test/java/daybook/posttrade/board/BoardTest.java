package daybook.posttrade.board;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.Engine;
import daybook.delivery.Writer;
import daybook.events.Side;
import daybook.posttrade.Filter;
import daybook.posttrade.World;
import daybook.posttrade.ledger.RandomTrades;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
class BoardTest {
    private final Engine engine;

    @TempDir
    Path dir;

    private World world;

    BoardTest(Engine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void open() {
        world = new World(engine, dir);
    }

    @Test
    void ranksAccountsByNetProfit() {
        RandomTrades.fills(1, 500, 8, 4).forEach(world::publish);
        world.runLedger();

        List<Standing> standings = refresh();

        assertThat(standings).hasSize(8).isEqualTo(recomputed());
        assertThat(standings).extracting(Standing::rank).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
        for (int i = 1; i < standings.size(); i++) {
            assertThat(standings.get(i).net())
                    .isLessThanOrEqualTo(standings.get(i - 1).net());
        }
    }

    /** "a" only holds; "b" and "c" trade, and move the price. */
    @Test
    void aHolderIsScoredAgainWhenOthersMoveTheMark() {
        world.publish(World.fill(1, "a", Side.BUY, 10, 100_00));
        world.publish(World.fill(1, "b", Side.SELL, 10, 100_00));
        world.runLedger();
        assertThat(net("a")).isEqualTo("0.00");

        world.publish(World.fill(2, "b", Side.BUY, 1, 103_00));
        world.publish(World.fill(2, "c", Side.SELL, 1, 103_00));
        world.runLedger();

        assertThat(net("a")).isEqualTo("30.00");
    }

    /** A position at its mark may be worth more than 64 bits hold: the board shows it as it is, and goes on. */
    @Test
    void aProfitBeyond64BitsIsShownInFull() {
        world.publish(World.fill(1, "a", Side.BUY, 9_000_000_000_000L, 1));
        world.publish(World.fill(1, "b", Side.SELL, 9_000_000_000_000L, 1));
        world.publish(World.fill(2, "c", Side.BUY, 1, 9_000_000_000_000L));
        world.publish(World.fill(2, "d", Side.SELL, 1, 9_000_000_000_000L));
        world.runLedger();

        List<Standing> standings = refresh();

        assertThat(standings).isEqualTo(recomputed()).hasSize(4);
        assertThat(standings.get(0).account()).isEqualTo("a");
        assertThat(standings.get(0).unrealised()).isEqualByComparingTo("809999999999910000000000");
        assertThat(standings.get(3).account()).isEqualTo("b");
        assertThat(standings.get(3).net()).isEqualByComparingTo("-809999999999910000000000");
    }

    @Test
    void aDeletedBoardIsBuiltAgain() throws SQLException {
        RandomTrades.fills(2, 200, 8, 4).forEach(world::publish);
        world.runLedger();
        List<Standing> before = refresh();

        try (Writer writer = new Writer(world.boardDb)) {
            Connection connection = writer.transaction();
            try (PreparedStatement delete = connection.prepareStatement("DELETE FROM leaderboard")) {
                delete.executeUpdate();
            }
            writer.commit();
        }

        assertThat(refresh()).isEqualTo(before).isEqualTo(recomputed());
    }

    @Test
    void nothingIsComputedWhileTheLedgerStandsStill() {
        RandomTrades.fills(3, 50, 8, 4).forEach(world::publish);
        world.runLedger();
        try (Board board = world.board()) {
            assertThat(board.pump()).isEqualTo(1);
            assertThat(board.pump()).isZero();
        }
        try (Board again = world.board()) {
            assertThat(again.pump()).as("nor after a restart").isZero();
        }
    }

    private List<Standing> refresh() {
        try (Board board = world.board()) {
            board.pump();
            assertThat(board.status().reasons()).isEmpty();
        }
        return new BoardReader(world.boardDb).leaderboard(100);
    }

    private String net(String account) {
        return refresh().stream()
                .filter(standing -> standing.account().equals(account))
                .findFirst()
                .orElseThrow()
                .net()
                .toPlainString();
    }

    private List<Standing> recomputed() {
        return Ranking.of(world.ledgerReader().profits(Filter.ALL));
    }
}

package daybook.exchange.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.events.Account;
import daybook.events.Command;
import daybook.events.Event;
import daybook.events.SelfTradeMode;
import daybook.exchange.reference.PlainReplay;
import daybook.exchange.reference.PlainReplay.Stp;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * Goal: any command file gives what its rules say. Method: random files, run through the engine and through the rules written plainly;
 * every execution, the best prices, the number of resting orders and of unknown ids must be the same.
 */
class ReplayDifferentialTest {
    private static final int FILES = Boolean.getBoolean("daybook.long") ? 40_000 : 1_500;
    private static final int FILES_TO_FIND_A_BUG = 50;
    private static final int ROWS = 120;

    @Test
    void everyRandomFileGivesWhatThePlainRulesGive() throws IOException {
        long fills = 0;
        long removed = 0;
        for (long seed = 1; seed <= FILES; seed++) {
            List<String> rows = filesAgree(seed, new EngineTarget());
            fills += rows.stream().filter(row -> row.contains(",FILL,")).count();
            removed += rows.stream().filter(row -> row.contains(",STP,")).count();
        }

        assertThat(fills).isGreaterThan(10L * FILES);
        assertThat(removed).isGreaterThan(FILES);
    }

    /** Planted bug: a venue where an amend always loses the place is found out. */
    @Test
    void aVenueWhereEveryAmendLosesThePlaceIsFoundOut() {
        assertThatThrownBy(() -> filesAgreeWith(AmendLosesPlace::new)).isInstanceOf(AssertionError.class);
    }

    /** Planted bug: a venue that forgets whose order it is when nobody cancels it is found out. */
    @Test
    void aVenueWithoutSelfTradePreventionIsFoundOut() {
        assertThatThrownBy(() -> filesAgreeWith(OwnersIgnored::new)).isInstanceOf(AssertionError.class);
    }

    private static void filesAgreeWith(Supplier<ReplayTarget> venue) throws IOException {
        for (long seed = 1; seed <= FILES_TO_FIND_A_BUG; seed++) {
            filesAgree(seed, venue.get());
        }
    }

    /** An engine that takes the order out and in again where it should only make it smaller. */
    private static final class AmendLosesPlace implements ReplayTarget {
        private final EngineTarget engine = new EngineTarget();

        @Override
        public List<Event> run(Command command) {
            if (command.kind() == Command.Kind.AMEND_ORDER) {
                Command.AmendOrder amend = (Command.AmendOrder) command;
                engine.run(new Command.AmendOrder(
                        amend.accountId(), amend.orderId(), amend.price(), amend.quantity() + 1_000_000));
            }
            return engine.run(command);
        }

        @Override
        public void finish() {}
    }

    /** An engine whose accounts let their own orders trade. */
    private static final class OwnersIgnored implements ReplayTarget {
        private final EngineTarget engine = new EngineTarget();

        @Override
        public List<Event> run(Command command) {
            if (command.kind() == Command.Kind.CHANGE_ACCOUNT) {
                Account account = ((Command.ChangeAccount) command).account();
                return engine.run(
                        new Command.ChangeAccount(new Account(account.accountId(), true, SelfTradeMode.NONE, 0, 0, 0)));
            }
            return engine.run(command);
        }

        @Override
        public void finish() {}
    }

    private static List<String> filesAgree(long seed, ReplayTarget target) throws IOException {
        Stp stp = List.of(Stp.values()).get((int) (seed % 4));
        PlainReplay plain = new PlainReplay(stp);
        CommandMix mix = new CommandMix(seed, plain);
        StringBuilder file = new StringBuilder(RowReader.HEADER).append('\n');
        for (int n = 1; n <= ROWS; n++) {
            PlainReplay.Command command = mix.next();
            file.append(command.csv(n)).append('\n');
            plain.run(command);
        }

        StringWriter out = new StringWriter();
        ReplaySummary summary = new Replay(
                        new ReplayOptions("", SelfTradeMode.valueOf(stp.name())), target, System::nanoTime)
                .run(TextSource.of(file.toString()), new CsvExecutions(out), EventOutput.NONE);

        List<String> rows = out.toString().lines().skip(1).toList();
        String description = "seed " + seed + ", " + stp + ":\n" + file;
        assertThat(rows).as(description).isEqualTo(plain.rows());
        assertThat(summary.bestBid()).as(description).isEqualTo(text(plain, "B"));
        assertThat(summary.bestAsk()).as(description).isEqualTo(text(plain, "A"));
        assertThat(summary.unknownIds()).as(description).isEqualTo(plain.unknown);
        assertThat(summary.restingOrders())
                .as(description)
                .isEqualTo(plain.book().stream()
                        .filter(order -> order.price != null)
                        .count());
        return rows;
    }

    private static String text(PlainReplay plain, String side) {
        return plain.best(side)
                .map(BigDecimal::stripTrailingZeros)
                .map(BigDecimal::toPlainString)
                .orElse("");
    }
}

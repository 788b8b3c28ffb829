package daybook.exchange.replay;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.events.SelfTradeMode;
import daybook.exchange.reference.PlainReplay;
import daybook.exchange.reference.PlainReplay.Command;
import daybook.exchange.reference.PlainReplay.Stp;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Goal: any command file gives what its rules say. Method: random files, run through the engine and through the rules written plainly;
 * every execution, the best prices, the number of resting orders and of unknown ids must be the same.
 */
class ReplayDifferentialTest {
    private static final int FILES = Boolean.getBoolean("daybook.long") ? 40_000 : 1_500;
    private static final int ROWS = 120;

    @Test
    void everyRandomFileGivesWhatThePlainRulesGive() throws IOException {
        for (long seed = 1; seed <= FILES; seed++) {
            filesAgree(seed);
        }
    }

    private static void filesAgree(long seed) throws IOException {
        Stp stp = List.of(Stp.values()).get((int) (seed % 4));
        PlainReplay plain = new PlainReplay(stp);
        CommandMix mix = new CommandMix(seed, plain);
        StringBuilder file = new StringBuilder(RowReader.HEADER).append('\n');
        for (int n = 1; n <= ROWS; n++) {
            Command command = mix.next();
            file.append(command.csv(n)).append('\n');
            plain.run(command);
        }

        StringWriter out = new StringWriter();
        EngineTarget target = new EngineTarget();
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
    }

    private static String text(PlainReplay plain, String side) {
        return plain.best(side)
                .map(BigDecimal::stripTrailingZeros)
                .map(BigDecimal::toPlainString)
                .orElse("");
    }
}

package daybook.strategies.evaluate;

import daybook.strategies.ClosedBar;
import daybook.strategies.api.Decision;
import daybook.strategies.api.Strategy;
import java.util.Objects;

/**
 * One strategy on one bar: pure, whoever asks. The local path, the log and a backtest run strategies here and nowhere else.
 *
 * @param decision what it has decided; its state as it was, and no orders, unless the outcome is {@link Outcome#DECIDED}
 * @param detail what it threw; empty if it did not
 */
public record Evaluation(Outcome outcome, Decision decision, String detail) {
    private static final int MOST_DETAIL_CHARS = 500;

    /** What came of it. Named as it is stored. */
    public enum Outcome {
        DECIDED,
        /** The strategy threw. */
        FAILED,
        /** It was not run: it had failed too often in a row before. */
        SKIPPED,
        /** It was not run: its batch has been given up. */
        DEAD;

        /** As it is stored and shown. */
        public String text() {
            return switch (this) {
                case DECIDED -> "decided";
                case FAILED -> "failed";
                case SKIPPED -> "skipped";
                case DEAD -> "dead";
            };
        }
    }

    /** Runs it. What it throws is its outcome; only what ends the process gets out. */
    public static Evaluation run(Strategy strategy, ClosedBar bar, String state) {
        try {
            Decision decision = Objects.requireNonNull(strategy.onBar(bar, state), "decision: null (expected: one)");
            return new Evaluation(Outcome.DECIDED, decision, "");
        } catch (RuntimeException | StackOverflowError thrown) {
            return new Evaluation(Outcome.FAILED, Decision.keep(state), said(thrown));
        }
    }

    /** It was not run. */
    static Evaluation without(Outcome outcome, String state) {
        return new Evaluation(outcome, Decision.keep(state), "");
    }

    private static String said(Throwable thrown) {
        String text = thrown.getClass().getSimpleName() + ": " + thrown.getMessage();
        String storable = text.replace('\0', '\uFFFD');
        return storable.length() <= MOST_DETAIL_CHARS ? storable : storable.substring(0, MOST_DETAIL_CHARS);
    }
}

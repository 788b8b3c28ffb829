package daybook.lab.study;

import daybook.lab.figure.Figure;
import daybook.lab.figure.LinePanel;
import daybook.lab.figure.LinePanel.Curve;
import daybook.lab.figure.LinePanel.Point;
import daybook.lab.figure.LinePanel.Shade;
import daybook.lab.figure.TablePanel;
import daybook.lab.study.BackpressureResult.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/** Who waits while the log is away. */
public final class BackpressureFigure {
    private static final List<String> LOOKS = List.of("second", "first");

    private BackpressureFigure() {}

    public static Figure of(BackpressurePlan plan, List<BackpressureResult> results) {
        List<List<String>> rows = new ArrayList<>();
        StringBuilder words = new StringBuilder(String.format(
                Locale.ROOT,
                "%,d orders a millisecond, a ring of %,d slots, the log away for %,d ms.",
                plan.ordersPerMs(),
                plan.ringSlots(),
                plan.outageMs()));
        for (BackpressureResult result : results) {
            rows.add(List.of(
                    Words.of(result.wiring()),
                    number(result.offered()),
                    number(result.busy()),
                    number(result.longestWaitMs()),
                    number(result.mostLag()),
                    number(result.unpublished())));
            words.append(" The publisher as %s: %s orders refused, the longest wait %s ms."
                    .formatted(Words.of(result.wiring()), number(result.busy()), number(result.longestWaitMs())));
        }
        return new Figure(
                "The log is away: who waits?",
                words.toString(),
                List.of(
                        new TablePanel(
                                "By how the publisher is wired",
                                List.of("", "orders", "busy", "longest wait, ms", "most lag", "unpublished"),
                                rows),
                        curves(plan, results, "Orders that wait in the exchange", Sample::waiting),
                        curves(plan, results, "Events that wait for the log", Sample::lag)));
    }

    private static LinePanel curves(
            BackpressurePlan plan, List<BackpressureResult> results, String name, ToLongFunction<Sample> of) {
        List<Curve> curves = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            BackpressureResult result = results.get(i);
            curves.add(new Curve(
                    Words.of(result.wiring()),
                    LOOKS.get(i),
                    result.samples().stream()
                            .map(sample -> new Point(sample.ms(), of.applyAsLong(sample)))
                            .toList()));
        }
        return new LinePanel(
                name,
                "ms",
                curves,
                new Shade(
                        "the log is away",
                        BackpressurePlan.BEFORE_MS,
                        BackpressurePlan.BEFORE_MS + (double) plan.outageMs()));
    }

    private static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}

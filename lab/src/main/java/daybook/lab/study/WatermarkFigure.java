package daybook.lab.study;

import daybook.lab.figure.BarPanel;
import daybook.lab.figure.BarPanel.Group;
import daybook.lab.figure.BarPanel.Look;
import daybook.lab.figure.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What three guards made of a topic on which trades had overtaken one another. */
public final class WatermarkFigure {
    private WatermarkFigure() {}

    public static Figure of(WatermarkPlan plan, List<WatermarkResult> results) {
        List<Group> groups = new ArrayList<>();
        StringBuilder words = new StringBuilder(String.format(
                Locale.ROOT,
                "Seed %d, %,d trades, a send fails in %s of the rounds.",
                plan.seed(),
                plan.trades(),
                plan.failureRate()));
        for (WatermarkResult result : results) {
            groups.add(new Group("guard: " + Words.of(result.guard()), List.of((double) result.lost(), (double)
                    result.duplicated())));
            words.append(" Guard %s: %d lost, %d counted twice."
                    .formatted(Words.of(result.guard()), result.lost(), result.duplicated()));
        }
        return new Figure(
                "Telling copies by a watermark, and by identity",
                words.toString(),
                List.of(new BarPanel(
                        "Trades", List.of(new Look("lost", "first"), new Look("counted twice", "second")), groups)));
    }
}

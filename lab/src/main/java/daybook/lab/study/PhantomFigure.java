package daybook.lab.study;

import daybook.lab.figure.BarPanel;
import daybook.lab.figure.BarPanel.Group;
import daybook.lab.figure.BarPanel.Look;
import daybook.lab.figure.Figure;
import daybook.lab.figure.TablePanel;
import java.util.ArrayList;
import java.util.List;

/** What publishing above the durable line leaves behind. */
public final class PhantomFigure {
    private PhantomFigure() {}

    public static Figure of(PhantomPlan plan, List<PhantomResult> results) {
        List<Group> groups = new ArrayList<>();
        List<List<String>> rows = new ArrayList<>();
        StringBuilder words = new StringBuilder("Events up to %d were durable, up to %d written, when the power went."
                .formatted(plan.durableEvents(), plan.writtenSeq()));
        for (PhantomResult result : results) {
            String name = "publishes " + Words.of(result.publishes());
            rows.add(List.of(
                    name,
                    Long.toString(result.publishedAtTheCut()),
                    Integer.toString(result.phantomTrades()),
                    Integer.toString(result.missingTrades()),
                    Integer.toString(result.wrongPositions())));
            groups.add(new Group(Words.of(result.publishes()), List.of((double) result.phantomTrades(), (double)
                    result.missingTrades())));
            words.append(" A publisher that %s: %d trades that never happened, %d that are missing, %d positions wrong."
                    .formatted(name, result.phantomTrades(), result.missingTrades(), result.wrongPositions()));
        }
        return new Figure(
                "Trades that never happened",
                words.toString(),
                List.of(
                        new TablePanel(
                                "A power cut behind event " + plan.durableEvents(),
                                List.of("publisher", "published", "phantom", "missing", "wrong positions"),
                                rows),
                        new BarPanel(
                                "Trades of the consumer",
                                List.of(new Look("never happened", "second"), new Look("missing", "first")),
                                groups)));
    }
}

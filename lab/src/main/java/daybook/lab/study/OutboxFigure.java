package daybook.lab.study;

import daybook.lab.figure.BarPanel;
import daybook.lab.figure.BarPanel.Group;
import daybook.lab.figure.BarPanel.Look;
import daybook.lab.figure.Figure;
import daybook.lab.figure.Panel;
import daybook.lab.figure.TablePanel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the outbox study found, beside the published table. */
public final class OutboxFigure {
    /** Published for 2,000 trades and a crash rate of 1 %: each naive design fails so often, in its own way; the outbox never. */
    private static final long PUBLISHED = 22;

    private OutboxFigure() {}

    public static Figure of(OutboxPlan plan, List<OutboxResult> results) {
        boolean comparable =
                plan.trades() == OutboxPlan.PUBLISHED.trades() && plan.crashRate() == OutboxPlan.PUBLISHED.crashRate();
        List<List<String>> rows = new ArrayList<>();
        List<Group> groups = new ArrayList<>();
        StringBuilder words = new StringBuilder(String.format(
                Locale.ROOT,
                "Seed %d, %,d trades under each design, each with a crash in the gap with probability %s.",
                plan.seed(),
                plan.trades(),
                plan.crashRate()));
        for (OutboxResult result : results) {
            String name = Words.of(result.design());
            rows.add(List.of(
                    name,
                    Integer.toString(result.crashes()),
                    Long.toString(result.lost()),
                    Long.toString(result.phantom()),
                    Long.toString(result.duplicatedOnTopic()),
                    Long.toString(result.duplicatedEffects())));
            double wrong = wrong(result);
            groups.add(new Group(name, comparable ? List.of(wrong, published(result.design())) : List.of(wrong)));
            words.append(" %s: %d lost, %d phantom, %d on the topic twice, %d counted twice."
                    .formatted(
                            name,
                            result.lost(),
                            result.phantom(),
                            result.duplicatedOnTopic(),
                            result.duplicatedEffects()));
        }
        Look ours = new Look("here", "first");
        List<Look> looks = comparable ? List.of(ours, new Look("published", "beside")) : List.of(ours);
        List<Panel> panels = List.of(
                new TablePanel(
                        "Trades and announcements",
                        List.of("design", "crashes", "lost", "phantom", "topic twice", "counted twice"),
                        rows),
                new BarPanel("Trades that a consumer has wrong", looks, groups));
        return new Figure("Storing a trade and announcing it, by four designs", words.toString(), panels);
    }

    private static double wrong(OutboxResult result) {
        return (double) result.lost() + result.phantom() + result.duplicatedEffects();
    }

    private static double published(Design design) {
        return design == Design.OUTBOX ? 0 : PUBLISHED;
    }
}

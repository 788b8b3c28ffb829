package daybook.lab.study;

import daybook.lab.figure.BarPanel;
import daybook.lab.figure.BarPanel.Group;
import daybook.lab.figure.BarPanel.Look;
import daybook.lab.figure.Figure;
import daybook.lab.figure.TablePanel;
import java.util.ArrayList;
import java.util.List;

/** What records that cannot be read do to those behind them, by how they are handled. */
public final class PoisonFigure {
    private PoisonFigure() {}

    /** @param results of one plan */
    public static Figure of(List<PoisonResult> results) {
        List<Group> groups = new ArrayList<>();
        List<List<String>> rows = new ArrayList<>();
        StringBuilder words = new StringBuilder(results.get(0).plan().toString()).append('.');
        for (PoisonResult result : results) {
            String name = Words.of(result.handling());
            rows.add(List.of(
                    name,
                    Integer.toString(result.attempts()),
                    Integer.toString(result.origins().size()),
                    Integer.toString(result.suspectKeys()),
                    Integer.toString(result.unmarkedKeys()),
                    Integer.toString(result.afterRepair())));
            groups.add(new Group(name, List.of((double) result.applied(), (double) result.waiting(), (double)
                    result.waitingOfOthers())));
            words.append(
                    " %s: %d applied, %d wait, %d keys marked, %d keys wrong and not marked, %d applied after the repair."
                            .formatted(
                                    name,
                                    result.applied(),
                                    result.waiting(),
                                    result.suspectKeys(),
                                    result.unmarkedKeys(),
                                    result.afterRepair()));
        }
        return new Figure(
                "Records that cannot be read",
                words.toString(),
                List.of(
                        new TablePanel(
                                "Until the repair, and after it",
                                List.of("", "attempts", "dead letters", "keys marked", "not marked", "after repair"),
                                rows),
                        new BarPanel(
                                "Records",
                                List.of(
                                        new Look("applied", "first"),
                                        new Look("waiting", "second"),
                                        new Look("of other keys", "third")),
                                groups)));
    }
}

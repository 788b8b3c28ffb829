package daybook.lab.study;

import daybook.lab.figure.BarPanel;
import daybook.lab.figure.BarPanel.Group;
import daybook.lab.figure.BarPanel.Look;
import daybook.lab.figure.Figure;
import daybook.lab.figure.TablePanel;
import daybook.lab.study.RebalanceResult.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** How partitions changed hands. */
public final class RebalanceFigure {
    private RebalanceFigure() {}

    public static Figure of(RebalanceResult result) {
        int most = result.phases().stream().mapToInt(Phase::members).max().orElse(0);
        List<Look> looks = new ArrayList<>();
        for (int member = 0; member < most; member++) {
            looks.add(new Look(
                    "member " + (member + 1),
                    List.of("first", "second", "third", "beside").get(member % 4)));
        }
        List<Group> groups = new ArrayList<>();
        List<List<String>> rows = new ArrayList<>();
        StringBuilder words = new StringBuilder("Sizes, largest first.");
        for (Phase phase : result.phases()) {
            List<Double> sizes = new ArrayList<>();
            for (int member = 0; member < most; member++) {
                sizes.add(member < phase.members() ? (double) phase.sizes().get(member) : 0);
            }
            groups.add(new Group(phase.name(), sizes));
            String each = phase.sizes().stream().map(String::valueOf).collect(Collectors.joining(", "));
            rows.add(List.of(
                    phase.name(),
                    Integer.toString(phase.members()),
                    each,
                    Integer.toString(phase.generation()),
                    Integer.toString(phase.moved())));
            words.append(' ').append(phase.name()).append(": ").append(each).append('.');
        }
        words.append(
                " The member that froze had %d records in its hands; refused by the database: %d, by the log: %d. Lost: %d, counted twice: %d."
                        .formatted(
                                result.heldByTheFrozen(),
                                result.refusedByTheDatabase(),
                                result.refusedByTheLog(),
                                result.lost(),
                                result.duplicated()));
        return new Figure(
                "%d partitions, and members that come and go"
                        .formatted(result.plan().partitions()),
                words.toString(),
                List.of(
                        new TablePanel(
                                "Phases", List.of("", "members", "partitions each", "generation", "moved"), rows),
                        new BarPanel("Partitions of each member", looks, groups),
                        new TablePanel(
                                "The member that froze with a batch in its hands",
                                List.of("", "records held", "refused by database", "refused by log", "lost", "twice"),
                                List.of(List.of(
                                        "when it woke up",
                                        Integer.toString(result.heldByTheFrozen()),
                                        Integer.toString(result.refusedByTheDatabase()),
                                        Integer.toString(result.refusedByTheLog()),
                                        Long.toString(result.lost()),
                                        Long.toString(result.duplicated()))))));
    }
}

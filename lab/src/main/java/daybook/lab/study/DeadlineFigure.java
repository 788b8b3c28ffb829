package daybook.lab.study;

import daybook.lab.figure.BarPanel;
import daybook.lab.figure.BarPanel.Group;
import daybook.lab.figure.BarPanel.Look;
import daybook.lab.figure.Figure;
import daybook.lab.figure.Panel;
import daybook.lab.figure.TablePanel;
import daybook.lab.study.DeadlineResult.Call;
import daybook.lab.study.DeadlineResult.Outage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** How long calls wait for who does not answer, and how often services try. */
public final class DeadlineFigure {
    private DeadlineFigure() {}

    public static Figure of(DeadlinePlan plan, DeadlineResult result) {
        Map<String, List<Double>> calls = new LinkedHashMap<>();
        List<Look> looks = new ArrayList<>();
        for (Call call : result.calls()) {
            calls.computeIfAbsent(call.name(), name -> new ArrayList<>()).add((double) call.tookMs());
            if (looks.stream().noneMatch(look -> look.name().equals(call.target()))) {
                looks.add(new Look(call.target(), looks.isEmpty() ? "first" : "second"));
            }
        }
        List<Group> groups = new ArrayList<>();
        calls.forEach((name, took) -> groups.add(new Group(name, took)));
        List<Panel> panels = List.of(
                new BarPanel(
                        "Milliseconds until a call failed (deadline "
                                + number(plan.deadline().toMillis()) + ", and at most "
                                + number(DeadlinePlan.EPSILON.toMillis()) + " more)",
                        looks,
                        groups),
                new TablePanel(
                        "The log away for " + number(plan.outage().toSeconds()) + " simulated seconds",
                        List.of("", "attempts", "expected", "back after, ms", "at most, ms"),
                        result.outages().stream().map(DeadlineFigure::row).toList()));
        long longest = result.calls().stream().mapToLong(Call::tookMs).max().orElse(0);
        return new Figure(
                "Nobody waits for ever",
                "%d calls of a log and a database that do not answer; the longest took %d ms.%s"
                        .formatted(
                                result.calls().size(),
                                longest,
                                result.outages().stream()
                                        .map(outage -> " The %s made %d attempts and was back after %d ms."
                                                .formatted(outage.service(), outage.attempts(), outage.resumedMs()))
                                        .reduce("", String::concat)),
                panels);
    }

    private static List<String> row(Outage outage) {
        Band band = outage.expected();
        return List.of(
                outage.service(),
                number(outage.attempts()),
                band.low() == band.high()
                        ? number((long) band.low())
                        : number((long) band.low()) + " to " + number((long) band.high()),
                number(outage.resumedMs()),
                number(outage.latestMs()));
    }

    private static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}

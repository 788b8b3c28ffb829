package daybook.lab.study;

import daybook.delivery.DeliveryMode;
import daybook.lab.figure.BarPanel;
import daybook.lab.figure.BarPanel.Group;
import daybook.lab.figure.Figure;
import daybook.lab.figure.HistogramPanel;
import daybook.lab.figure.Panel;
import daybook.lab.figure.TablePanel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the crash study found, beside what was published. */
public final class CrashFigure {
    private static final long BIN = 500;
    private static final long WIDEST = 10_000;

    /** Of the published study; its plan is {@link CrashPlan#PUBLISHED}. */
    private enum Published {
        AT_MOST_ONCE(967, 48_662, 0, 5_100),
        AT_LEAST_ONCE(1_000, 0, 48_652, 6_500),
        ATOMIC(1_000, 0, 0, 0),
        IDEMPOTENT(1_000, 0, 0, 0);

        private final int crashes;
        private final long lost;
        private final long duplicated;
        private final long worstError;

        Published(int crashes, long lost, long duplicated, long worstError) {
            this.crashes = crashes;
            this.lost = lost;
            this.duplicated = duplicated;
            this.worstError = worstError;
        }
    }

    private CrashFigure() {}

    public static Figure of(CrashPlan plan, List<ModeResult> results) {
        // Other parameters have other expectations; beside them the published figures would mislead.
        boolean comparable =
                plan.equals(new CrashPlan(plan.seed(), plan.days(), 10_000, 10, 100, 10)) && plan.days() == 100;
        List<Panel> panels = new ArrayList<>();
        panels.add(table(results, comparable));
        panels.add(bars("Fills lost", results, comparable, true));
        panels.add(bars("Fills counted twice", results, comparable, false));
        for (ModeResult result : results) {
            if (result.lost() + result.duplicated() > 0) {
                panels.add(histogram(result, comparable));
            }
        }
        return new Figure(
                "What " + number(plan.days() * (long) plan.crashes()) + " crashes cost, by delivery mode",
                description(plan, results),
                panels);
    }

    private static String description(CrashPlan plan, List<ModeResult> results) {
        StringBuilder words = new StringBuilder("Seed %d, %d days of %d fills in batches of %d, %d crashes a day."
                .formatted(plan.seed(), plan.days(), plan.fills(), plan.batch(), plan.crashes()));
        for (ModeResult result : results) {
            words.append(" %s: %s lost, %s counted twice, largest position error %s shares."
                    .formatted(
                            Words.of(result.mode()),
                            number(result.lost()),
                            number(result.duplicated()),
                            number(result.positionError())));
        }
        return words.toString();
    }

    private static Panel table(List<ModeResult> results, boolean comparable) {
        List<List<String>> rows = new ArrayList<>();
        for (ModeResult result : results) {
            rows.add(List.of(
                    Words.of(result.mode()),
                    number(result.crashes()),
                    number(result.lost()),
                    number(result.duplicated()),
                    decimal(result.lostPerCrash() + result.duplicatedPerCrash()),
                    band(result.expected()),
                    number(result.positionError())));
            if (comparable) {
                rows.add(published(result.mode()));
            }
        }
        return new TablePanel(
                "Crashes and what they cost",
                List.of("", "crashes", "lost", "twice", "per crash", "expected", "worst error"),
                rows);
    }

    private static List<String> published(DeliveryMode mode) {
        Published published = Published.valueOf(mode.name());
        return List.of(
                "  published",
                number(published.crashes),
                number(published.lost),
                number(published.duplicated),
                decimal((published.lost + published.duplicated) / (double) published.crashes),
                "",
                number(published.worstError));
    }

    private static String band(Expected expected) {
        double low =
                expected.lostPerCrash().low() + expected.duplicatedPerCrash().low();
        double high =
                expected.lostPerCrash().high() + expected.duplicatedPerCrash().high();
        return Double.compare(low, high) == 0 ? "exactly " + number((long) low) : decimal(low) + " to " + decimal(high);
    }

    private static Panel bars(String name, List<ModeResult> results, boolean comparable, boolean lost) {
        BarPanel.Look ours = new BarPanel.Look("here", "first");
        BarPanel.Look theirs = new BarPanel.Look("published", "beside");
        List<Group> groups = new ArrayList<>();
        for (ModeResult result : results) {
            double here = lost ? result.lost() : result.duplicated();
            Published published = Published.valueOf(result.mode().name());
            double there = lost ? published.lost : published.duplicated;
            groups.add(new Group(Words.of(result.mode()), comparable ? List.of(here, there) : List.of(here)));
        }
        return new BarPanel(name, comparable ? List.of(ours, theirs) : List.of(ours), groups);
    }

    private static Panel histogram(ModeResult result, boolean comparable) {
        long published = Published.valueOf(result.mode().name()).worstError;
        return new HistogramPanel(
                "Days by the error of their worst position, shares: " + Words.of(result.mode()) + " (median "
                        + number(result.worstErrorMedian()) + ")",
                result.days().stream().map(ModeResult.Day::worstError).toList(),
                BIN,
                comparable ? WIDEST : BIN,
                comparable
                        ? List.of(new HistogramPanel.Mark("published worst " + number(published), published))
                        : List.of());
    }

    private static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    private static String decimal(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}

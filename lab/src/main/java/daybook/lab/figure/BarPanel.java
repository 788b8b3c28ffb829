package daybook.lab.figure;

import java.text.NumberFormat;
import java.util.List;
import java.util.Locale;

/**
 * Bars from left to right, in groups, with their figures written at their ends.
 *
 * @param name what is measured, with its unit
 * @param looks a name and a look for each bar of a group, in order
 */
public record BarPanel(String name, List<Look> looks, List<Group> groups) implements Panel {
    private static final int NAME = 30;
    private static final int BAR = 14;
    private static final int GAP = 10;
    private static final int LABEL = 190;
    private static final int FIGURE = 80;

    /**
     * Which bars are whose.
     *
     * @param look {@code first}, {@code second}, {@code third} or {@code beside}
     */
    public record Look(String name, String look) {}

    /**
     * Bars that are compared.
     *
     * @param values one for each look; negative = there is none
     */
    public record Group(String name, List<Double> values) {}

    public BarPanel {
        looks = List.copyOf(looks);
        groups = List.copyOf(groups);
        for (Group group : groups) {
            if (group.values().size() != looks.size()) {
                throw new IllegalArgumentException("group: " + group + " (expected: " + looks.size() + " values)");
            }
        }
    }

    @Override
    public int height() {
        return NAME + groups.size() * (looks.size() * BAR + GAP);
    }

    @Override
    public void draw(Svg svg, int top) {
        svg.text(Figure.LEFT, top + 14.0, Svg.Anchor.START, "name", name);
        Legend.draw(svg, top + 14, looks);
        double most = groups.stream()
                .flatMap(group -> group.values().stream())
                .mapToDouble(value -> value)
                .max()
                .orElse(0);
        double scale = most <= 0 ? 0 : (Figure.RIGHT - Figure.LEFT - LABEL - FIGURE) / most;
        double y = top + NAME;
        for (Group group : groups) {
            double middle = y + looks.size() * BAR / 2.0;
            svg.text(Figure.LEFT, middle + 4, Svg.Anchor.START, "", group.name());
            for (int i = 0; i < looks.size(); i++) {
                bar(svg, y + i * BAR, scale, group.values().get(i), looks.get(i));
            }
            y += looks.size() * BAR + GAP;
        }
        svg.stroke("axis", Figure.LEFT + LABEL, top + NAME - 4.0, Figure.LEFT + LABEL, y - GAP + 4);
    }

    private static void bar(Svg svg, double y, double scale, double value, Look look) {
        double x = Figure.LEFT + LABEL;
        if (value < 0) {
            svg.text(x + 6, y + 11, Svg.Anchor.START, "muted", "not published");
            return;
        }
        String figure = figure(value);
        svg.bar(new Svg.Box(x, y + 1, value * scale, BAR - 2), look.look(), look.name() + ": " + figure);
        svg.text(x + value * scale + 6, y + 11, Svg.Anchor.START, "small number", figure);
    }

    /** With separators; decimals only if there are some. */
    static String figure(double value) {
        NumberFormat format = NumberFormat.getInstance(Locale.ROOT);
        format.setMaximumFractionDigits(2);
        return format.format(value);
    }
}

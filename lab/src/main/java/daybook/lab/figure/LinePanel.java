package daybook.lab.figure;

import java.util.List;

/**
 * Curves over a common axis, from zero up.
 *
 * @param name what is measured, with its unit
 * @param across name of the horizontal axis, with its unit
 * @param shade part of the horizontal axis to be set off
 */
public record LinePanel(String name, String across, List<Curve> curves, Shade shade) implements Panel {
    private static final int NAME = 30;
    private static final int PLOT = 150;
    private static final int AXIS = 22;
    private static final int SCALE = 64;
    /** Most numbers on the horizontal axis, beside its beginning. */
    private static final int TICKS = 5;

    /**
     * A curve.
     *
     * @param look {@code first}, {@code second} or {@code third}
     */
    public record Curve(String name, String look, List<Point> points) {}

    /** A point of a curve. */
    public record Point(double x, double y) {}

    /** From one place of the horizontal axis to another, and why. */
    public record Shade(String name, double from, double to) {}

    public LinePanel {
        curves = List.copyOf(curves);
    }

    @Override
    public int height() {
        return NAME + PLOT + AXIS;
    }

    @Override
    public void draw(Svg svg, int top) {
        svg.text(Figure.LEFT, top + 14.0, Svg.Anchor.START, "name", name);
        Legend.draw(
                svg,
                top + 14,
                curves.stream()
                        .map(curve -> new BarPanel.Look(curve.name(), curve.look()))
                        .toList());
        double endX = largest(true);
        double endY = largest(false);
        double floor = top + NAME + PLOT;
        double from = x(shade.from(), endX);
        svg.bar(new Svg.Box(from, top + (double) NAME, x(shade.to(), endX) - from, PLOT), "shade", shade.name());
        svg.text(from + 5, top + NAME + 14.0, Svg.Anchor.START, "muted", shade.name());
        for (int quarter = 0; quarter <= 4; quarter++) {
            double y = floor - quarter * PLOT / 4.0;
            svg.stroke("rule", Figure.LEFT + (double) SCALE, y, Figure.RIGHT, y);
            svg.text(
                    Figure.LEFT + SCALE - 6.0,
                    y + 4,
                    Svg.Anchor.END,
                    "small number",
                    BarPanel.figure(endY * quarter / 4));
        }
        double step = step(endX / TICKS);
        for (double tick = 0; tick <= endX; tick += step) {
            boolean isLast = tick + step > endX;
            svg.text(
                    x(tick, endX),
                    floor + 15,
                    isLast && endX - tick < step / 4 ? Svg.Anchor.END : Svg.Anchor.MIDDLE,
                    "small number",
                    BarPanel.figure(tick) + (isLast ? " " + across : ""));
        }
        for (Curve curve : curves) {
            StringBuilder points = new StringBuilder();
            for (Point point : curve.points()) {
                points.append(points.isEmpty() ? "" : " ")
                        .append(Svg.place(x(point.x(), endX)))
                        .append(',')
                        .append(Svg.place(floor - point.y() * PLOT / endY));
            }
            svg.path("line-" + curve.look(), points.toString());
        }
    }

    /** The next round number, 1, 2 or 5 times a power of ten. */
    static double step(double atLeast) {
        double power = Math.pow(10, Math.floor(Math.log10(atLeast)));
        for (int round : new int[] {1, 2, 5}) {
            if (round * power >= atLeast) {
                return round * power;
            }
        }
        return 10 * power;
    }

    private static double x(double value, double end) {
        return Figure.LEFT + SCALE + value * (Figure.RIGHT - Figure.LEFT - SCALE) / end;
    }

    private double largest(boolean horizontal) {
        return Math.max(
                1,
                curves.stream()
                        .flatMap(curve -> curve.points().stream())
                        .mapToDouble(point -> horizontal ? point.x() : point.y())
                        .max()
                        .orElse(1));
    }
}

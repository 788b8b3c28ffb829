package daybook.bench;

import java.util.List;
import java.util.Locale;

/** A line chart as SVG: named places from left to right, figures from zero up, or, if they differ much, by powers of ten. */
final class Chart {
    private static final int WIDTH = 720;
    private static final int HEIGHT = 400;
    private static final int LEFT = 90;
    private static final int RIGHT = 20;
    private static final int TOP = 70;
    private static final int BOTTOM = 60;
    private static final int TICKS = 5;
    /** Ratio of the largest to the smallest figure from which on each step up the side is ten times the one below. */
    private static final double LOGARITHMIC_FROM = 40;

    private static final List<String> COLOURS = List.of("#0b5fa5", "#c2571a", "#4a7a2b", "#7a3b8f");

    private final StringBuilder svg = new StringBuilder();
    private final Curves curves;
    private final boolean logarithmic;
    private final double bottom;
    private final double top;

    private Chart(Curves curves) {
        this.curves = curves;
        List<Double> figures =
                curves.lines().stream().flatMap(line -> line.figures().stream()).toList();
        double least = Math.max(1, figures.stream().mapToDouble(d -> d).min().orElse(1));
        double most = Math.max(least, figures.stream().mapToDouble(d -> d).max().orElse(1));
        logarithmic = most > LOGARITHMIC_FROM * least;
        bottom = logarithmic ? Math.pow(10, Math.floor(Math.log10(least))) : 0;
        top = logarithmic ? Math.pow(10, Math.ceil(Math.log10(most))) : roundUp(most);
    }

    /** Draws the curves. */
    static String of(Curves curves) {
        return new Chart(curves).draw();
    }

    private String draw() {
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"13\">",
                WIDTH, HEIGHT);
        add("<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>", WIDTH, HEIGHT);
        text(LEFT, 24, "start", curves.title() + ", " + curves.unit());
        for (int tick = 0; tick <= steps(); tick++) {
            double figure = logarithmic ? bottom * Math.pow(10, tick) : top * tick / TICKS;
            add("<path d=\"M%d %.1fH%d\" stroke=\"#dddddd\"/>", LEFT, y(figure), WIDTH - RIGHT);
            text(LEFT - 8, y(figure) + 4, "end", String.format(Locale.ROOT, "%,.0f", figure));
        }
        for (int i = 0; i < curves.places().size(); i++) {
            text(x(i), HEIGHT - BOTTOM + 20, "middle", curves.places().get(i));
        }
        text((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 14, "middle", curves.axis());
        for (int i = 0; i < curves.lines().size(); i++) {
            line(i);
        }
        return svg.append("</svg>\n").toString();
    }

    private void line(int index) {
        Curves.Line line = curves.lines().get(index);
        String colour = COLOURS.get(index % COLOURS.size());
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < line.figures().size(); i++) {
            double y = y(line.figures().get(i));
            path.append(String.format(Locale.ROOT, "%s%.1f %.1f", i == 0 ? "M" : "L", x(i), y));
            add("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"%s\"/>", x(i), y, colour);
        }
        add("<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>", path, colour);
        double legend = LEFT + index * 280.0;
        add("<rect x=\"%.1f\" y=\"38\" width=\"14\" height=\"4\" fill=\"%s\"/>", legend, colour);
        text(legend + 20, 45, "start", line.name());
    }

    private double x(int place) {
        double step = (WIDTH - LEFT - RIGHT) / (double) curves.places().size();
        return LEFT + step * (place + 0.5);
    }

    private double y(double figure) {
        double share = logarithmic ? Math.log(figure / bottom) / Math.log(top / bottom) : figure / top;
        return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM);
    }

    private int steps() {
        return logarithmic ? (int) Math.round(Math.log10(top / bottom)) : TICKS;
    }

    private void text(double x, double y, String anchor, String text) {
        String escaped = text.replace("&", "&amp;").replace("<", "&lt;");
        add("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"#222222\">%s</text>", x, y, anchor, escaped);
    }

    private void add(String format, Object... arguments) {
        svg.append(String.format(Locale.ROOT, format, arguments)).append('\n');
    }

    /** The next of 1, 2, 2.5, 5 times a power of ten. */
    private static double roundUp(double figure) {
        double power = Math.pow(10, Math.floor(Math.log10(Math.max(figure, 1))));
        for (double step : new double[] {1, 2, 2.5, 5}) {
            if (figure <= step * power) {
                return step * power;
            }
        }
        return 10 * power;
    }
}

package daybook.lab.figure;

import java.util.List;

/** Names of looks, set to the right. */
final class Legend {
    /** More than a character is wide on average, so that nothing passes the margin. */
    private static final double CHARACTER = 7.1;

    private static final int SQUARE = 10;

    private Legend() {}

    static void draw(Svg svg, int base, List<BarPanel.Look> looks) {
        double x = Figure.RIGHT;
        for (int i = looks.size() - 1; i >= 0; i--) {
            BarPanel.Look look = looks.get(i);
            x -= look.name().length() * CHARACTER;
            svg.text(x, base, Svg.Anchor.START, "small", look.name());
            x -= SQUARE + 5;
            svg.bar(new Svg.Box(x, base - 9.0, SQUARE, SQUARE), look.look(), look.name());
            x -= 14;
        }
    }
}

package daybook.lab.figure;

import java.util.List;

/**
 * A table: the first column is text, all others are figures, set to the right. A column is as wide as what is in it; what is left of the
 * width lies between them.
 *
 * @param header as many as each row has
 * @param rows one whose first cell begins with a blank belongs to the one above and is set back
 */
public record TablePanel(String name, List<String> header, List<List<String>> rows) implements Panel {
    private static final int LINE = 22;
    private static final int NAME = 24;
    /** More than a character is wide on average, in any font that a browser may take. */
    private static final double CHARACTER = 7.2;

    private static final int SET_BACK = 14;

    public TablePanel {
        header = List.copyOf(header);
        rows = List.copyOf(rows);
        for (List<String> row : rows) {
            if (row.size() != header.size()) {
                throw new IllegalArgumentException("row: " + row + " (expected: " + header.size() + " cells)");
            }
        }
    }

    @Override
    public int height() {
        return NAME + LINE * (rows.size() + 1);
    }

    @Override
    public void draw(Svg svg, int top) {
        svg.text(Figure.LEFT, top + 14.0, Svg.Anchor.START, "name", name);
        int base = top + NAME + 14;
        row(svg, base, "muted", header);
        for (int i = 0; i < rows.size(); i++) {
            int line = base + LINE * (i + 1);
            boolean isSetBack = rows.get(i).get(0).startsWith(" ");
            if (!isSetBack) {
                svg.stroke("rule", Figure.LEFT, line - 16.0, Figure.RIGHT, line - 16.0);
            }
            row(svg, line, isSetBack ? "muted number" : "number", rows.get(i));
        }
    }

    private void row(Svg svg, int base, String look, List<String> cells) {
        int back = cells.get(0).startsWith(" ") ? SET_BACK : 0;
        svg.text(
                Figure.LEFT + (double) back,
                base,
                Svg.Anchor.START,
                look,
                cells.get(0).strip());
        double between = between();
        double end = Figure.LEFT + widest(0);
        for (int i = 1; i < cells.size(); i++) {
            end += between + widest(i);
            svg.text(end, base, Svg.Anchor.END, look, cells.get(i));
        }
    }

    /** What is left of the width, for each column but the first. */
    private double between() {
        double left = Figure.RIGHT - Figure.LEFT;
        for (int i = 0; i < header.size(); i++) {
            left -= widest(i);
        }
        return left / Math.max(1, header.size() - 1);
    }

    private double widest(int column) {
        int longest = header.get(column).length();
        for (List<String> row : rows) {
            longest = Math.max(longest, row.get(column).length());
        }
        return longest * CHARACTER;
    }
}

package daybook.lab.figure;

import java.util.List;

/**
 * A table: the first column is text, all others are figures, set to the right.
 *
 * @param header as many as each row has
 */
public record TablePanel(String name, List<String> header, List<List<String>> rows) implements Panel {
    private static final int LINE = 22;
    private static final int NAME = 24;
    /** Part of the width that the first column takes. */
    private static final double FIRST = 0.3;

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
            svg.stroke("rule", Figure.LEFT, line - 16.0, Figure.RIGHT, line - 16.0);
            row(svg, line, "number", rows.get(i));
        }
    }

    private void row(Svg svg, int base, String look, List<String> cells) {
        double width = Figure.RIGHT - Figure.LEFT;
        double each = header.size() == 1 ? 0 : width * (1 - FIRST) / (header.size() - 1);
        svg.text(Figure.LEFT, base, Svg.Anchor.START, look, cells.get(0));
        for (int i = 1; i < cells.size(); i++) {
            svg.text(Figure.LEFT + width * FIRST + each * i, base, Svg.Anchor.END, look, cells.get(i));
        }
    }
}

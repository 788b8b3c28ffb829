package daybook.lab.figure;

import java.util.List;
import java.util.stream.LongStream;

/**
 * How often values fell into bins of one width.
 *
 * @param name what is counted, with its unit
 * @param binWidth 1 or more
 * @param most where the last bin ends, at least; figures of one kind are drawn to one scale
 * @param marks places worth a line
 */
public record HistogramPanel(String name, List<Long> values, long binWidth, long most, List<Mark> marks)
        implements Panel {
    private static final int NAME = 30;
    private static final int PLOT = 110;
    private static final int AXIS = 22;

    /** A place on the axis. */
    public record Mark(String name, long at) {}

    public HistogramPanel {
        values = List.copyOf(values);
        marks = List.copyOf(marks);
        if (binWidth < 1) {
            throw new IllegalArgumentException("binWidth: " + binWidth + " (expected: 1 or more)");
        }
    }

    @Override
    public int height() {
        return NAME + PLOT + AXIS;
    }

    @Override
    public void draw(Svg svg, int top) {
        svg.text(Figure.LEFT, top + 14.0, Svg.Anchor.START, "name", name);
        long[] counts = counts();
        long highest = Math.max(1, LongStream.of(counts).max().orElse(1));
        double width = (double) (Figure.RIGHT - Figure.LEFT) / counts.length;
        double floor = top + NAME + PLOT;
        for (int bin = 0; bin < counts.length; bin++) {
            double height = counts[bin] * (PLOT - 14.0) / highest;
            double x = Figure.LEFT + bin * width;
            if (counts[bin] > 0) {
                svg.bar(
                        new Svg.Box(x + 1, floor - height, width - 2, height),
                        "first",
                        bin * binWidth + " to " + (bin + 1) * binWidth + ": " + counts[bin]);
                svg.text(
                        x + width / 2,
                        floor - height - 3,
                        Svg.Anchor.MIDDLE,
                        "small number",
                        Long.toString(counts[bin]));
            }
        }
        svg.stroke("axis", Figure.LEFT, floor, Figure.RIGHT, floor);
        axis(svg, floor, counts.length);
        marks(svg, top, floor, counts.length * binWidth);
    }

    private void axis(Svg svg, double floor, int bins) {
        double width = (double) (Figure.RIGHT - Figure.LEFT) / bins;
        int every = Math.max(1, (bins + 9) / 10);
        for (int bin = 0; bin <= bins; bin += every) {
            svg.text(
                    Figure.LEFT + bin * width,
                    floor + 15,
                    bin == 0 ? Svg.Anchor.START : bin == bins ? Svg.Anchor.END : Svg.Anchor.MIDDLE,
                    "small number",
                    BarPanel.figure(bin * (double) binWidth));
        }
    }

    private void marks(Svg svg, int top, double floor, long end) {
        for (Mark mark : marks) {
            double x = Figure.LEFT + (double) (Figure.RIGHT - Figure.LEFT) * mark.at() / end;
            boolean right = x > Figure.WIDTH * 0.7;
            svg.stroke("mark", x, top + NAME - 6.0, x, floor);
            svg.text(
                    right ? x - 5 : x + 5,
                    top + NAME + 4.0,
                    right ? Svg.Anchor.END : Svg.Anchor.START,
                    "muted",
                    mark.name());
        }
    }

    private long[] counts() {
        long largest = Math.max(
                most,
                LongStream.concat(
                                values.stream().mapToLong(value -> value + 1),
                                marks.stream().mapToLong(mark -> mark.at() + 1))
                        .max()
                        .orElse(1));
        long[] counts = new long[(int) Math.min(200, Math.max(1, (largest + binWidth - 1) / binWidth))];
        for (long value : values) {
            counts[(int) Math.min(counts.length - 1L, Math.max(0, value) / binWidth)]++;
        }
        return counts;
    }
}

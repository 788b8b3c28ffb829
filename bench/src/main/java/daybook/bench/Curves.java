package daybook.bench;

import java.util.List;

/**
 * Figures that change along an axis.
 *
 * @param axis what changes
 * @param places its values, from left to right
 * @param lines one figure per place each
 */
record Curves(String title, String unit, String axis, List<String> places, List<Line> lines) {
    /** One contestant's figures. */
    record Line(String name, List<Double> figures) {}
}

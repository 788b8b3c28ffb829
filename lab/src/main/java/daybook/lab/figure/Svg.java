package daybook.lab.figure;

import java.util.Locale;

/**
 * Writes the elements of a figure. Looks are classes, whose colours the figure gives for light and for dark; all text is escaped.
 * Confined to one thread.
 */
public final class Svg {
    private final StringBuilder out = new StringBuilder(8_192);

    Svg() {}

    /** Which end of a text stands at its place. */
    public enum Anchor {
        START,
        MIDDLE,
        END
    }

    /** Text with its baseline at {@code y}. */
    public Svg text(double x, double y, Anchor anchor, String look, String text) {
        return line("<text class=\"%s\" x=\"%s\" y=\"%s\" text-anchor=\"%s\">%s</text>"
                .formatted(look, place(x), place(y), anchor.name().toLowerCase(Locale.ROOT), escape(text)));
    }

    /** A filled rectangle; its words are shown by a browser when it is pointed at. */
    public Svg bar(Box box, String look, String words) {
        return line("<rect class=\"%s\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"><title>%s</title></rect>"
                .formatted(
                        look, place(box.x()), place(box.y()), place(box.width()), place(box.height()), escape(words)));
    }

    /** A rectangle. */
    public record Box(double x, double y, double width, double height) {}

    /** A straight line. */
    public Svg stroke(String look, double x1, double y1, double x2, double y2) {
        return line("<line class=\"%s\" x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\"/>"
                .formatted(look, place(x1), place(y1), place(x2), place(y2)));
    }

    /** A line through points, {@code x,y x,y ...}. */
    public Svg path(String look, String points) {
        return line("<polyline class=\"%s\" points=\"%s\"/>".formatted(look, points));
    }

    Svg line(String element) {
        out.append(element).append('\n');
        return this;
    }

    /** A coordinate: one decimal is finer than a screen. */
    public static String place(double value) {
        String text = String.format(Locale.ROOT, "%.1f", value);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }

    /** Text as XML wants it; characters that XML cannot hold become {@code U+FFFD}. */
    public static String escape(String text) {
        StringBuilder safe = new StringBuilder(text.length() + 8);
        text.codePoints().forEach(c -> {
            switch (c) {
                case '&' -> safe.append("&amp;");
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '"' -> safe.append("&quot;");
                case '\'' -> safe.append("&#39;");
                default -> safe.appendCodePoint(isXml(c) ? c : 0xFFFD);
            }
        });
        return safe.toString();
    }

    private static boolean isXml(int c) {
        return c == '\t' || c == '\n' || c >= ' ' && c < 0xD800 || c >= 0xE000 && c != 0xFFFE && c != 0xFFFF;
    }

    @Override
    public String toString() {
        return out.toString();
    }
}

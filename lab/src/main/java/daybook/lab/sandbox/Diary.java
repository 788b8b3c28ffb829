package daybook.lab.sandbox;

import daybook.lab.sandbox.Line.Kind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The last {@value #KEPT} lines. */
final class Diary {
    static final int KEPT = 40;

    private final Deque<Line> lines = new ArrayDeque<>();
    private long written;

    void write(Kind kind, int consumer, String text) {
        add(new Line(++written, kind, consumer, 0, -1, -1, text));
    }

    void write(Kind kind, int consumer, Stored stored, String text) {
        add(new Line(++written, kind, consumer, stored.trade().eventId(), stored.partition(), stored.offset(), text));
    }

    private void add(Line line) {
        lines.addLast(line);
        if (lines.size() > KEPT) {
            lines.removeFirst();
        }
    }

    List<Line> lines() {
        return List.copyOf(lines);
    }
}

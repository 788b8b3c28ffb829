package daybook.publisher;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * What the publisher remembers over a restart.
 *
 * @param venueId whose journal it speaks of
 * @param marks oldest first, with rising lines; the last one is the line. The older ones are places to go back to, should the
 *     log have lost the end of a partition
 */
public record Checkpoint(UUID venueId, List<Mark> marks) {
    static final int MAX_MARKS = 32;

    public Checkpoint {
        marks = List.copyOf(marks);
    }

    /** Nothing was published yet. */
    public static Checkpoint none(UUID venueId) {
        return new Checkpoint(venueId, List.of());
    }

    /** The highest line; 0 if there is none. */
    public long line() {
        return marks.isEmpty() ? 0 : marks.get(marks.size() - 1).line();
    }

    /** With one more mark; what lies above its line is dropped, and of many old ones every second. */
    Checkpoint with(Mark mark) {
        List<Mark> kept = new ArrayList<>(upTo(mark.line() - 1).marks);
        if (kept.size() == MAX_MARKS - 1) {
            thin(kept);
        }
        kept.add(mark);
        return new Checkpoint(venueId, kept);
    }

    /** Without the marks above a line. */
    Checkpoint upTo(long line) {
        return new Checkpoint(
                venueId, marks.stream().filter(m -> m.line() <= line).toList());
    }

    /** Drops every second one of the older half but never the first: the marks reach far back and lie dense at the end. */
    private static void thin(List<Mark> marks) {
        for (int i = marks.size() / 2; i > 0; i--) {
            if (i % 2 == 1) {
                marks.remove(i);
            }
        }
    }
}

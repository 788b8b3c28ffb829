package daybook.strategies.examples;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The state of a strategy that looks at the last closes: {@code position;close,close,...}, the oldest first.
 *
 * @param position what it has wanted so far, in quantity units; below 0 = sold
 */
record Closes(long position, List<Long> closes) {

    /** Throws {@link IllegalArgumentException} if it is no such state. */
    static Closes parse(String state) {
        if (state.isEmpty()) {
            return new Closes(0, List.of());
        }
        String[] parts = state.split(";", -1);
        if (parts.length != 2) {
            throw new IllegalArgumentException("state: " + state + " (expected: POSITION;CLOSE,...)");
        }
        List<Long> closes = Arrays.stream(parts[1].split(","))
                .filter(each -> !each.isEmpty())
                .map(Long::valueOf)
                .toList();
        return new Closes(Long.parseLong(parts[0]), closes);
    }

    /** With one more, of which the last {@code most} are kept. */
    Closes and(long close, int most) {
        List<Long> longer = new ArrayList<>(closes);
        longer.add(close);
        return new Closes(position, List.copyOf(longer.subList(Math.max(0, longer.size() - most), longer.size())));
    }

    Closes at(long newPosition) {
        return new Closes(newPosition, closes);
    }

    /** Sum of the last {@code count}. */
    long sum(int count) {
        return closes.subList(closes.size() - count, closes.size()).stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    String text() {
        return position + ";" + closes.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}

package daybook.strategies.parity;

import java.util.Map;
import java.util.TreeMap;

/**
 * One thing that the gate asks for.
 *
 * @param numbers what was counted, by name
 * @param detail why it has not passed; empty if it has
 */
public record GateCheck(String name, boolean passed, Map<String, Long> numbers, String detail) {
    public GateCheck {
        numbers = Map.copyOf(numbers);
    }

    /** Passed if nothing is wrong. */
    static GateCheck of(String name, Map<String, Long> numbers, String wrong) {
        return new GateCheck(name, wrong.isEmpty(), numbers, wrong);
    }

    /** What an operator reads: {@code name: passed, a 1, b 2}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(name).append(": ").append(passed ? "passed" : "NOT PASSED");
        new TreeMap<>(numbers)
                .forEach((key, value) ->
                        text.append(", ").append(key).append(' ').append(value));
        return detail.isEmpty()
                ? text.toString()
                : text.append(": ").append(detail).toString();
    }
}

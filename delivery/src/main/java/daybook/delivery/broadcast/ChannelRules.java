package daybook.delivery.broadcast;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Which channels there are, and who may listen. A name that no pattern fits is refused, and so is one that a pattern fits and whose rule
 * says no: whoever asks cannot tell the two apart. Immutable.
 *
 * <p>Patterns are compared segment for segment, in full and by exact characters; a {@code {name}} stands for one whole segment, and at
 * the end of a pattern {@code {name*}} for all that are left, one at least (names of accounts and symbols may have dots). Neither the beginning of a name nor a number's value counts: {@code orders.07} is not {@code orders.7}.
 *
 * @param <I> who asks
 */
public final class ChannelRules<I> {
    private final List<Rule<I>> rules;

    /** Decides about one who asks, given what stands in the placeholders. */
    @FunctionalInterface
    public interface Decision<I> {
        boolean admits(I who, Map<String, String> values);
    }

    private record Rule<I>(ChannelKind kind, List<String> pattern, Decision<I> decision) {
        Optional<Map<String, String>> match(ChannelKind asked, List<String> segments) {
            int last = pattern.size() - 1;
            boolean open = pattern.get(last).endsWith("*}");
            if (asked != kind || (open ? segments.size() < pattern.size() : segments.size() != pattern.size())) {
                return Optional.empty();
            }
            Map<String, String> values = new TreeMap<>();
            for (int i = 0; i <= last; i++) {
                String part = pattern.get(i);
                String given =
                        open && i == last ? String.join(".", segments.subList(i, segments.size())) : segments.get(i);
                if (part.startsWith("{") && !given.isEmpty()) {
                    values.put(part.replaceAll("[{}*]", ""), given);
                } else if (!part.equals(given)) {
                    return Optional.empty();
                }
            }
            return Optional.of(values);
        }
    }

    private ChannelRules(List<Rule<I>> rules) {
        this.rules = List.copyOf(rules);
    }

    /** No channel at all. */
    public static <I> ChannelRules<I> none() {
        return new ChannelRules<>(List.of());
    }

    /**
     * These rules and one more, for names that none of them fits.
     *
     * @param pattern bare name, for example {@code orders.{account}}
     */
    public ChannelRules<I> and(ChannelKind kind, String pattern, Decision<I> decision) {
        List<Rule<I>> more = new ArrayList<>(rules);
        more.add(new Rule<>(kind, List.of(pattern.split("\\.", -1)), decision));
        return new ChannelRules<>(more);
    }

    /** Whether there is such a channel, for whoever may listen. */
    public boolean knows(ChannelName channel) {
        return rules.stream()
                .anyMatch(rule -> rule.match(channel.kind(), channel.segments()).isPresent());
    }

    /** Whether that one may listen. The first pattern that fits decides. */
    public boolean admits(I who, ChannelName channel) {
        for (Rule<I> rule : rules) {
            Optional<Map<String, String>> values = rule.match(channel.kind(), channel.segments());
            if (values.isPresent()) {
                return rule.decision().admits(who, values.get());
            }
        }
        return false;
    }
}

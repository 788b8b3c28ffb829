package daybook.strategies.parity;

import java.util.List;
import java.util.Map;

/**
 * Two sets of facts, compared by identity. Two counts that are equal may hide one that is missing and one that should not be.
 *
 * @param missing on the left and not on the right
 * @param extra on the right and not on the left
 * @param different on both, not the same
 */
public record Difference<K>(List<K> missing, List<K> extra, List<K> different) {
    public Difference {
        missing = List.copyOf(missing);
        extra = List.copyOf(extra);
        different = List.copyOf(different);
    }

    /** The order of what it names is that of the maps. */
    public static <K, V> Difference<K> between(Map<K, V> left, Map<K, V> right) {
        return new Difference<>(
                left.keySet().stream().filter(key -> !right.containsKey(key)).toList(),
                right.keySet().stream().filter(key -> !left.containsKey(key)).toList(),
                left.entrySet().stream()
                        .filter(each -> right.containsKey(each.getKey())
                                && !each.getValue().equals(right.get(each.getKey())))
                        .map(Map.Entry::getKey)
                        .toList());
    }

    public boolean isNone() {
        return missing.isEmpty() && extra.isEmpty() && different.isEmpty();
    }
}

package daybook.strategies.api;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The kinds of strategies that this installation knows. Immutable; safe for many threads. */
public final class StrategyCatalog {
    private final Map<String, StrategyKind> kinds = new TreeMap<>();

    public StrategyCatalog(Collection<StrategyKind> kinds) {
        for (StrategyKind kind : kinds) {
            if (this.kinds.put(kind.name(), kind) != null) {
                throw new IllegalArgumentException("kind: " + kind.name() + " twice (expected: once)");
            }
        }
    }

    /** By name. */
    public List<StrategyKind> kinds() {
        return List.copyOf(kinds.values());
    }

    /** Throws {@link IllegalArgumentException} if there is none of that name. */
    public StrategyKind kind(String name) {
        StrategyKind kind = kinds.get(name);
        if (kind == null) {
            throw new IllegalArgumentException(
                    "kind: " + name + " (expected: one of " + String.join(" ", kinds.keySet()) + ")");
        }
        return kind;
    }

    /** A strategy, set up; throws {@link IllegalArgumentException} if the kind or a parameter is wrong. */
    public Strategy create(String kind, Parameters parameters) {
        return kind(kind).factory().apply(parameters);
    }
}

package daybook.strategies.gateway;

import daybook.strategies.OrderUpdate.Status;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Which orders are wanted.
 *
 * @param statuses one of these; empty = any
 * @param account its whole key
 */
public record OrderFilter(Set<Status> statuses, OptionalLong strategy, Optional<String> account) {
    public static final OrderFilter ALL = new OrderFilter(Set.of(), OptionalLong.empty(), Optional.empty());

    /** Those of which nobody knows yet what becomes of them. */
    public static final OrderFilter UNRESOLVED = ALL.in(Set.of(Status.QUEUED, Status.PROCESSING, Status.UNKNOWN));

    public OrderFilter {
        statuses = Set.copyOf(statuses);
    }

    /** The same, in one of these. */
    public OrderFilter in(Set<Status> wanted) {
        return new OrderFilter(wanted, strategy, account);
    }

    /** The same, of a strategy; 0 = what people have ordered. */
    public OrderFilter of(long strategyId) {
        return new OrderFilter(statuses, OptionalLong.of(strategyId), account);
    }

    /** The same, of an account. */
    public OrderFilter of(String accountKey) {
        return new OrderFilter(statuses, strategy, Optional.of(accountKey));
    }
}

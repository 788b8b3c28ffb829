package daybook.events;

/**
 * Who trades, and the limits on it.
 *
 * @param accountId 1 to 32 characters of {@code [A-Za-z0-9._-]}, not starting with {@code -} or {@code .}
 * @param enabled a disabled account may cancel, nothing else
 * @param selfTradeMode what its incoming orders do when they meet its own
 * @param ordersPerSecond commands refilled per second of venue time; 0 = no limit
 * @param burst commands that may come at once
 * @param maxOpenOrders orders it may have in the book; 0 = no limit
 */
public record Account(
        String accountId,
        boolean enabled,
        SelfTradeMode selfTradeMode,
        int ordersPerSecond,
        int burst,
        int maxOpenOrders) {}

package daybook.app.invariants;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What clients were told about their orders. Safe for many threads. */
public final class Told {
    /** Nobody was told anything that is worth comparing. */
    public static final Told NOTHING = new Told();

    private final Map<String, Accepted> accepted = new ConcurrentHashMap<>();
    private final Map<String, Integer> refused = new ConcurrentHashMap<>();

    /** Where an order is said to be. */
    record Accepted(long seq, long orderId) {}

    /** An order is in. A second answer about it must be the same. */
    public void accepted(String account, String clientOrderId, long seq, long orderId) {
        Accepted now = new Accepted(seq, orderId);
        Accepted before = accepted.putIfAbsent(name(account, clientOrderId), now);
        if (before != null && !before.equals(now)) {
            throw new AssertionError(name(account, clientOrderId) + ": told " + before + " and then " + now);
        }
    }

    /** An order was refused, with this status. 504 is no refusal: it says that the outcome is unknown. */
    public void refused(String account, String clientOrderId, int status) {
        if (status != 504) {
            refused.put(name(account, clientOrderId), status);
        }
    }

    public int orders() {
        return accepted.size();
    }

    /** What does not fit to the orders of a journal, by {@link #name}. */
    List<String> contradictions(Map<String, List<Accepted>> journal) {
        List<String> wrong = new ArrayList<>();
        accepted.forEach((order, told) -> {
            List<Accepted> found = journal.getOrDefault(order, List.of());
            if (!found.equals(List.of(told))) {
                wrong.add("3: " + order + ": acknowledged as " + told + ", in the journal as " + found);
            }
        });
        refused.forEach((order, status) -> {
            if (!accepted.containsKey(order) && journal.containsKey(order)) {
                wrong.add("3: " + order + ": refused with " + status + ", in the journal as " + journal.get(order));
            }
        });
        journal.forEach((order, found) -> {
            if (found.size() > 1) {
                wrong.add("3: " + order + ": accepted more than once: " + found);
            }
        });
        return wrong;
    }

    static String name(String account, String clientOrderId) {
        return account + "/" + clientOrderId;
    }
}

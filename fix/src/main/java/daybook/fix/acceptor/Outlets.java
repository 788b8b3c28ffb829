package daybook.fix.acceptor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** All sessions, by counterparty and by account. Does not change. */
final class Outlets {
    private final Map<String, Outlet> byName = new HashMap<>();
    private final Map<String, List<Outlet>> byAccount = new HashMap<>();

    Outlets(List<Outlet> outlets) {
        for (Outlet outlet : outlets) {
            byName.put(outlet.counterparty(), outlet);
            byAccount
                    .computeIfAbsent(outlet.account(), account -> new ArrayList<>())
                    .add(outlet);
        }
    }

    List<Outlet> of(String account) {
        return byAccount.getOrDefault(account, List.of());
    }

    Outlet named(String counterparty) {
        Outlet outlet = byName.get(counterparty);
        if (outlet == null) {
            throw new IllegalArgumentException("counterparty: " + counterparty + " (expected: one with a session)");
        }
        return outlet;
    }
}

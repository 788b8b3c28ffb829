package daybook.fix.acceptor;

import daybook.fix.session.ReportStore;
import java.io.IOException;
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

    /** How far each has been told. */
    Map<String, Checkpoint.Told> told() {
        Map<String, Checkpoint.Told> told = new HashMap<>();
        byName.forEach((name, outlet) -> told.put(
                name, new Checkpoint.Told(outlet.account(), outlet.store().place())));
        return told;
    }

    /** Has the stored reports tell which requests were answered by events that will be read again. */
    void remember(Changes changes, long afterSeq) throws IOException {
        for (Outlet outlet : byName.values()) {
            for (ReportStore.Renamed renamed : outlet.store().renamed(afterSeq)) {
                changes.remember(
                        renamed.seq(),
                        new Change(
                                outlet.counterparty(),
                                true,
                                renamed.orderId(),
                                renamed.clOrdId(),
                                renamed.origClOrdId()));
            }
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

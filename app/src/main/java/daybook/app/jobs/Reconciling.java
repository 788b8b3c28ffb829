package daybook.app.jobs;

import java.io.IOException;
import java.util.Map;

/** Holds the ledger against the exchange's journal. Confined to the thread that asks. */
public interface Reconciling {
    /** Compares once, to the end. What it answers is what {@code daybook reconcile --json} prints. */
    Map<String, Object> compare() throws InterruptedException, IOException;
}

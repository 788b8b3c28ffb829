package daybook.bench;

import daybook.bench.ours.RestingOrders;

/** What a million resting orders take. */
final class MemoryStudy implements Study {
    private static final int ORDERS = 1_000_000;
    private static final double MOST_MB = 400;

    @Override
    public String id() {
        return "memory";
    }

    @Override
    public void run(Scale scale, Report report) {
        double before = Heap.liveMegabytes();
        RestingOrders book = new RestingOrders(ORDERS);
        double megabytes = Heap.liveMegabytes() - before;
        book.requireAll();
        report.line("## Memory of a million resting orders");
        report.line("");
        report.line(
                "The engine with 16 symbols, 1,000 accounts and %,d resting orders, each with its client order id: %.0f MB.",
                ORDERS, megabytes);
        report.line("");
        report.line(
                "%s",
                Targets.atMost("at most 400 MB", megabytes, MOST_MB, false).line());
        report.line("");
    }
}

package daybook.bench;

/** The heap after full collections. */
final class Heap {
    private Heap() {}

    static double liveMegabytes() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        Runtime runtime = Runtime.getRuntime();
        return (runtime.totalMemory() - runtime.freeMemory()) / 1e6;
    }
}

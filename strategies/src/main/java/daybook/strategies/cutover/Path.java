package daybook.strategies.cutover;

/** Who evaluates a shard. Named as it is stored. */
public enum Path {
    /** From the clock's bus, in the clock's process. */
    LOCAL("local"),
    /** From batches on the log, in any evaluator. */
    LOG("log");

    private final String text;

    Path(String text) {
        this.text = text;
    }

    /** As it is stored and shown. */
    public String text() {
        return text;
    }

    /** Throws {@link IllegalStateException} if it is none. */
    public static Path of(String text) {
        for (Path each : values()) {
            if (each.text.equals(text)) {
                return each;
            }
        }
        throw new IllegalStateException("path: " + text + " (expected: local or log)");
    }
}

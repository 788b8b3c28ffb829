package daybook.log;

/** A topic as it is declared. Partition counts never change under a running system. */
public record TopicSpec(String name, int partitions, Retention retention) {
    public static final int MAX_PARTITIONS = 1_000;

    public TopicSpec {
        if (!name.matches("[A-Za-z0-9_][A-Za-z0-9._-]{0,199}")) {
            throw new IllegalArgumentException(
                    "topic: " + name + " (expected: 1 to 200 of A-Z a-z 0-9 . _ -, not starting with . or -)");
        }
        if (partitions < 1 || partitions > MAX_PARTITIONS) {
            throw new IllegalArgumentException("partitions: " + partitions + " (expected: 1.." + MAX_PARTITIONS + ")");
        }
    }
}

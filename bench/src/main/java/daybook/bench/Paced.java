package daybook.bench;

/** An order path that is driven at a fixed rate. */
public interface Paced {
    String name();

    /** Sends {@link Latencies#count} commands at their planned times and records when each reply came. */
    void run(Latencies latencies) throws Exception;
}

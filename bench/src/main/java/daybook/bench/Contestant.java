package daybook.bench;

/** Something that is measured against others on the same work. */
public interface Contestant {
    String name();

    /**
     * Does the work once, from a clean start, and checks that it was done right.
     *
     * @return the figure of this run, in the contest's unit
     * @throws IllegalStateException if the result is wrong: the run does not count
     */
    double run() throws Exception;
}

package daybook.bench;

/**
 * What is asked of a job queue. The jobs do nothing: what is measured is the queue.
 *
 * @param workers threads that push or work, each with a connection of its own
 * @param jobs how many are pushed, or done
 * @param waiting how many more can be handed out, behind those that are done, and
 * @param later how many are not due
 */
public record JobLoad(int workers, int jobs, int waiting, int later) {

    /** A name's ending that tells the backlog. */
    public String label() {
        return waiting + later == 0 ? "" : String.format(java.util.Locale.ROOT, ", %,d waiting", waiting + later);
    }
}

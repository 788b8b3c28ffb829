package daybook.log;

/** A member of a group. Partitions come and go with rebalances, which happen inside {@code poll}. */
public interface GroupReader extends OwnedReader {

    /** Rises with each rebalance; a commit of an older one is refused. */
    int generation();

    String memberId();
}

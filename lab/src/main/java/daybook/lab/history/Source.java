package daybook.lab.history;

/**
 * What the records of a topic are copies of. Values are numbers from 1 on; there may be gaps.
 */
public interface Source {

    /** The highest value; 0 if there is none. */
    long last();

    boolean has(long value);

    /** The partition of its key. */
    int partition(long value);

    /** A number for the key: values with the same one are in the order of the source. 0 .. {@link #keys} - 1. */
    int key(long value);

    /** How many keys there are. */
    int keys();

    /** A hash of the key's bytes, as {@link TopicHistory#read} is given it. */
    long keyPrint(long value);

    /** A hash of the body, as {@link TopicHistory#read} is given it. */
    long bodyPrint(long value);
}

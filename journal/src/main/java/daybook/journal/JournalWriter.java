package daybook.journal;

import java.nio.ByteBuffer;

/**
 * The writing end of a journal. Confined to one thread, but {@link #durableSeq} and {@link #durableCommandSeq} may be read by
 * any.
 *
 * <p>Use: for each command {@code begin, fill, endCommand}, for each of its events {@code begin, fill, endEvent}, then
 * {@code endGroup}. Any number of groups make one batch: {@link #write} hands it to the file, {@link #force} makes it durable
 * and moves the line. Nothing may leave the process that is above the line.
 */
public interface JournalWriter extends AutoCloseable {

    /**
     * Starts an entry.
     *
     * @return a little-endian buffer whose position is where the payload goes; at most {@code maxPayloadBytes} may be put.
     *     One of a few that are used again and again: keep it no longer than this entry
     */
    ByteBuffer begin(int maxPayloadBytes);

    /** Ends the entry as a command. Returns its commandSeq. */
    long endCommand();

    /** Ends the entry as an event. Returns its seq. */
    long endEvent();

    /** Ends the group: the last entry is flagged. */
    void endGroup();

    /** Number the next event will get. */
    long nextSeq();

    /** Number the next command will get. */
    long nextCommandSeq();

    /** Bytes of ended groups that {@link #write} has not taken yet. */
    int pendingBytes();

    /**
     * Makes sure that the next batch, if it takes at most this many bytes, finds its room on the disk: grows or rolls the file
     * with written zeros if needed. Called before commands are decided, so that a full disk is met while they can still be
     * refused.
     *
     * @throws DiskException of kind FULL: nothing has changed, and it may be called again; any other, the journal accepts
     *     nothing more
     */
    void reserve(int bytes);

    /**
     * Writes the ended groups as one batch. Does nothing if there are none.
     *
     * @throws DiskException if the disk refuses: of kind FULL, the batch is not in the journal, the file ends as before and
     *     the groups are still pending; any other, the journal accepts nothing more
     */
    void write();

    /**
     * Makes the written batches durable, in the caller's thread, and moves the durable line.
     *
     * @throws DiskException if it fails; the journal accepts nothing more, and nobody may try again in this process
     */
    void force();

    /**
     * {@link #write} and {@link #force} of the ended groups, beside this thread if the journal was given a lane for that. The line
     * moves when {@link #settle} finds it done. Waits for a batch that is under way. Groups may be begun meanwhile.
     *
     * @throws DiskException of kind FULL: there is no room for the batch, its groups are still pending; any other, as
     *     {@link #force}, of the batch before this one
     */
    void startBatch();

    /**
     * Takes note of the end of a batch and moves the line.
     *
     * @return whether no batch is under way
     * @throws DiskException if it failed, a full disk included: the journal accepts nothing more
     */
    boolean settle();

    /** To be called when there is nothing to do: states the last line in an empty batch, once, for readers elsewhere. */
    void idle();

    /** Highest seq that survives a crash; 0 if none. */
    long durableSeq();

    /** Highest commandSeq that survives a crash; 0 if none. */
    long durableCommandSeq();

    /** Writes and forces what is pending, sets the clean-close mark, releases the lock. */
    @Override
    void close();
}

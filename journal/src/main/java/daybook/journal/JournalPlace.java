package daybook.journal;

/**
 * A place in a journal where something is wrong.
 *
 * @param file name of the segment
 * @param offset in its unpacked bytes
 * @param seq the event that would have come next there
 * @param what in words
 */
public record JournalPlace(String file, long offset, long seq, String what) {
    @Override
    public String toString() {
        return file + ": offset " + offset + ", seq " + seq + ": " + what;
    }
}

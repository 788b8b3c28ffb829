package daybook.publisher;

import java.util.List;
import java.util.UUID;

/**
 * A statement about the log: every event up to {@code line} lies below these ends.
 *
 * @param line a contiguous acknowledged line
 * @param topicId of the topic that it was said of
 * @param ends one per partition, in order
 */
public record Mark(long line, UUID topicId, List<End> ends) {

    /**
     * The end of a partition, and which record lies before it. A seq may be there in several copies, but no session sends two,
     * and no two sessions send at the same time: seq and time name one copy. Where that copy lies nothing before it has changed.
     *
     * @param offset the offset behind the last record known there
     * @param seq the seq of the record at {@code offset - 1}; 0 if there is none or it bears none
     * @param timeMs the time of that record; 0 if there is none
     */
    public record End(long offset, long seq, long timeMs) {
        static final End EMPTY = new End(0, 0, 0);
    }

    public Mark {
        ends = List.copyOf(ends);
    }
}

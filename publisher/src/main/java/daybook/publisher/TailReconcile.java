package daybook.publisher;

import daybook.log.Log;
import daybook.log.LogRecord;
import daybook.log.StoredRecord;
import daybook.log.TopicPartition;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Goes back to the newest mark that the log still bears out.
 *
 * <p>An acknowledgement is only as good as the disks behind it: a broker that lost power may come back without what it had
 * acknowledged. A checkpoint that is believed blindly then skips those events for ever. A mark holds if the topic is the same
 * one, each partition still reaches to the mark's end, and the record before that end is still the same copy of the
 * same event (the partition may have been cut and have grown again).
 */
final class TailReconcile implements TailCheck {

    @Override
    public Checkpoint heldBy(Log log, String topic, Checkpoint checkpoint) {
        UUID topicId = log.topicId(topic);
        List<Mark> marks = checkpoint.marks();
        for (int i = marks.size() - 1; i >= 0; i--) {
            if (holds(log, topic, topicId, marks.get(i))) {
                return checkpoint.upTo(marks.get(i).line());
            }
        }
        return Checkpoint.none(checkpoint.venueId());
    }

    /** The ends of all partitions as they are now. */
    static List<Mark.End> ends(Log log, String topic, int partitions) {
        List<Mark.End> ends = new ArrayList<>();
        for (int p = 0; p < partitions; p++) {
            TopicPartition place = new TopicPartition(topic, p);
            ends.add(endAt(log, place, log.endOffset(place)));
        }
        return ends;
    }

    private static boolean holds(Log log, String topic, UUID topicId, Mark mark) {
        if (!mark.topicId().equals(topicId)) {
            return false;
        }
        for (int p = 0; p < mark.ends().size(); p++) {
            TopicPartition place = new TopicPartition(topic, p);
            Mark.End end = mark.ends().get(p);
            if (log.endOffset(place) < end.offset()) {
                return false;
            }
            boolean retainedAway = log.startOffset(place) >= end.offset();
            if (!retainedAway && !endAt(log, place, end.offset()).equals(end)) {
                return false;
            }
        }
        return true;
    }

    /** An offset, and which record lies before it. */
    private static Mark.End endAt(Log log, TopicPartition place, long offset) {
        if (offset <= log.startOffset(place)) {
            return new Mark.End(offset, 0, 0);
        }
        List<StoredRecord> before = log.read(place, offset - 1, 1);
        if (before.isEmpty()) {
            return new Mark.End(offset, 0, 0);
        }
        LogRecord record = before.get(0).record();
        return new Mark.End(offset, EventRecord.seqOf(record), record.timeMs());
    }
}

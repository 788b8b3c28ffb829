package daybook.delivery;

import daybook.log.Log;
import daybook.log.TopicPartition;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;

/** Whether a state and a log together make a whole: the state covers all that the log has dropped. */
public final class Coverage {
    private Coverage() {}

    /**
     * Makes sure of it.
     *
     * @param connection to the state's tables, empty or not
     * @throws DeliveryException if records are neither covered by the state nor on the log, or the state was made from another log
     */
    public static void require(Connection connection, String consumer, Log log, String topic) throws SQLException {
        UUID topicId = log.topicId(topic);
        int partitions = log.topic(topic).orElseThrow().partitions();
        for (int p = 0; p < partitions; p++) {
            TopicPartition place = new TopicPartition(topic, p);
            Cursor covered = new Cursors(consumer).load(connection, place).orElse(Cursor.at(topicId, 0));
            if (!covered.topicId().equals(topicId)) {
                throw new DeliveryException(place + ": the snapshot is of another log (topic " + covered.topicId()
                        + ", expected: " + topicId + ")");
            }
            long start = log.startOffset(place);
            if (covered.nextOffset() < start) {
                throw new DeliveryException(place + ": records " + covered.nextOffset() + ".." + (start - 1)
                        + " are gone (expected: a snapshot that covers them)");
            }
            long end = log.endOffset(place);
            if (covered.nextOffset() > end) {
                throw new DeliveryException(place + ": the snapshot covers up to " + covered.nextOffset()
                        + ", the log ends at " + end + " (expected: the log that it was made from)");
            }
        }
    }
}

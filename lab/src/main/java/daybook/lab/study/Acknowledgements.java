package daybook.lab.study;

import daybook.log.LogException;
import daybook.log.Producer;
import daybook.log.TopicPartition;

/** Counts what the log has acknowledged. */
final class Acknowledgements implements Producer.Acknowledgement {
    private int stored;
    private int duplicates;
    private String failure = "";

    @Override
    public void stored(TopicPartition place, long offset) {
        stored++;
    }

    @Override
    public void duplicate(TopicPartition place) {
        duplicates++;
    }

    @Override
    public void failed(LogException error) {
        failure = String.valueOf(error.getMessage());
    }

    /** @throws LabException unless so many were acknowledged */
    void require(String topic, int expected) {
        if (stored + duplicates != expected) {
            throw new LabException(
                    "topic " + topic + ": " + stored + " of " + expected + " records stored: " + failure);
        }
    }
}

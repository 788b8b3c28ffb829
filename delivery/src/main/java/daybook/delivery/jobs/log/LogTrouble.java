package daybook.delivery.jobs.log;

import daybook.delivery.DeliveryException;
import daybook.delivery.jobs.JobQueueException;
import daybook.log.LogException;
import java.util.function.Supplier;

/** What the log says, in the queue's words. */
public final class LogTrouble {
    private LogTrouble() {}

    /** What the log, the locks and the database throw, in the port's words. */
    public static <T> T asking(String topic, Supplier<T> question) {
        try {
            return question.get();
        } catch (LogException e) {
            throw of(topic, e);
        } catch (DeliveryException e) {
            throw new JobQueueException(JobQueueException.Kind.AWAY, String.valueOf(e.getMessage()), e);
        }
    }

    /** @param topic that was asked for */
    public static JobQueueException of(String topic, LogException e) {
        String message = String.valueOf(e.getMessage());
        return switch (e.kind()) {
            case UNAVAILABLE, TIMED_OUT -> new JobQueueException(JobQueueException.Kind.AWAY, "log: " + message, e);
            case UNKNOWN_TOPIC -> noTopic(topic);
            case DENIED, TOPIC_MISMATCH, TOO_LARGE, OFFSET_OUT_OF_RANGE, FENCED, CORRUPT, FAILED ->
                new JobQueueException(JobQueueException.Kind.REFUSED, "log: " + message, e);
        };
    }

    /** The queue makes no topic: how many partitions it has is for those to decide who run the log. */
    public static JobQueueException noTopic(String topic) {
        return new JobQueueException(
                JobQueueException.Kind.NO_TOPIC,
                "topic: " + topic + " is not there (expected: made with 'topics init', a queue makes none)");
    }
}

package daybook.log.kafka;

import daybook.log.FencedException;
import daybook.log.LogException;
import daybook.log.LogException.Kind;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.FencedMemberEpochException;
import org.apache.kafka.common.errors.IllegalGenerationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.StaleMemberEpochException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownMemberIdException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.UnsupportedSaslMechanismException;
import org.jspecify.annotations.Nullable;

/** Kafka's failures as the port's: one line each, that names what was tried. */
final class Failures {
    private Failures() {}

    /**
     * A call that changes nothing, so that it may simply be made again.
     *
     * @param what was tried, with the topic, partition or group
     */
    static LogException reading(String what, Throwable cause) {
        return of(what, cause, Kind.UNAVAILABLE);
    }

    /** A call whose effect is not known once the deadline has passed. */
    static LogException writing(String what, Throwable cause) {
        return of(what, cause, Kind.TIMED_OUT);
    }

    private static LogException of(String what, Throwable cause, Kind late) {
        String message = what + ": " + reason(cause);
        if (isFencing(cause)) {
            return new FencedException(message);
        }
        return new LogException(kind(cause, late), message, cause);
    }

    /** Kafka says these to a member whose place in the group is taken or over. */
    private static boolean isFencing(Throwable cause) {
        return cause instanceof CommitFailedException
                || cause instanceof IllegalGenerationException
                || cause instanceof UnknownMemberIdException
                || cause instanceof FencedInstanceIdException
                || cause instanceof FencedMemberEpochException
                || cause instanceof StaleMemberEpochException;
    }

    private static Kind kind(Throwable cause, Kind late) {
        if (cause instanceof UnknownTopicOrPartitionException
                || causeOf(cause) instanceof UnknownTopicOrPartitionException) {
            return Kind.UNKNOWN_TOPIC;
        } else if (cause instanceof AuthenticationException || cause instanceof AuthorizationException) {
            return Kind.DENIED;
        } else if (cause instanceof RecordTooLargeException) {
            return Kind.TOO_LARGE;
        } else if (cause instanceof TimeoutException) {
            return late;
        } else if (cause instanceof RetriableException || cause instanceof RebalanceInProgressException) {
            return Kind.UNAVAILABLE;
        }
        return Kind.FAILED;
    }

    private static String reason(Throwable cause) {
        if (cause instanceof UnsupportedSaslMechanismException) {
            return "the broker does not take this SASL mechanism (" + line(cause) + ")";
        } else if (cause instanceof AuthenticationException) {
            return "the broker does not know us (" + line(cause) + ")";
        } else if (cause instanceof AuthorizationException) {
            return "not allowed (" + line(cause) + ")";
        } else if (cause instanceof RebalanceInProgressException) {
            return "the group is dealing its partitions anew; commit again after the next poll";
        } else if (cause instanceof InterruptException) {
            return "interrupted";
        }
        return line(cause);
    }

    /** The first line of a message; Kafka's own explain themselves over several. */
    private static String line(Throwable cause) {
        String message = cause.getMessage();
        String first = message == null ? "" : message.lines().findFirst().orElse("");
        return first.isEmpty() ? cause.getClass().getSimpleName() : first;
    }

    private static @Nullable Throwable causeOf(Throwable thrown) {
        return thrown instanceof KafkaException ? thrown.getCause() : null;
    }
}

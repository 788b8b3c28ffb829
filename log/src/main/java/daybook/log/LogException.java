package daybook.log;

/** The log cannot do it. The message names the topic, partition or group. */
public class LogException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What a caller may do about it. */
    public enum Kind {
        /** Try again later, for ever: an outage. */
        UNAVAILABLE,
        /** The deadline passed; whether it happened is not known. */
        TIMED_OUT,
        /** We are not known, or not allowed; or they are not who they should be. A person has to change something. */
        DENIED,
        /** The topic is not there: create it. */
        UNKNOWN_TOPIC,
        /** The topic is there with other settings. */
        TOPIC_MISMATCH,
        /** The record is larger than the log takes. */
        TOO_LARGE,
        /** Asked for an offset that is not there. */
        OFFSET_OUT_OF_RANGE,
        /** The generation, or the owner, is over. */
        FENCED,
        /** Stored bytes are damaged. */
        CORRUPT,
        /** Anything else; do not retry. */
        FAILED
    }

    private final Kind kind;

    public LogException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    public LogException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}

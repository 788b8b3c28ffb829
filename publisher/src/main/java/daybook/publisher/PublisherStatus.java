package daybook.publisher;

/**
 * How publishing goes.
 *
 * @param publishedSeq the acked line: every event up to it is on the log
 * @param lag durable events that are not yet at or below the line
 * @param errors failed sends and connects since the start
 * @param lastError "" if there was none
 */
public record PublisherStatus(
        boolean enabled, boolean connected, long publishedSeq, long lag, long errors, String lastError) {}

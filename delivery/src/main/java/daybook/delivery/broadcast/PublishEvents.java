package daybook.delivery.broadcast;

import static java.nio.charset.StandardCharsets.UTF_8;

import daybook.delivery.Mirror;
import daybook.log.Header;
import daybook.log.LogRecord;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;

/**
 * Writes events of one type to a topic as a listener among others. Fail-open: the listeners behind it run whatever becomes of the log;
 * what was lost is counted. An event that must get there is published from an outbox or a job instead. Safe for many threads.
 *
 * @param <E> the type
 */
public final class PublishEvents<E> implements java.util.function.Consumer<E> {
    private final Mirror mirror;
    private final InstantSource clock;
    private final Shape<E> shape;

    /**
     * How an event becomes a record.
     *
     * @param topic full name
     * @param event what stands in the header {@code event}
     * @param key of the subject: events of one subject stay in order
     * @param body JSON
     */
    public record Shape<E>(String topic, String event, Function<E, String> key, Function<E, String> body) {}

    /** @param mirror whose owner pumps and closes it */
    public PublishEvents(Mirror mirror, InstantSource clock, Shape<E> shape) {
        this.mirror = mirror;
        this.clock = clock;
        this.shape = shape;
    }

    @Override
    public void accept(E event) {
        mirror.offer(
                shape.topic(),
                new LogRecord(
                        shape.key().apply(event).getBytes(UTF_8),
                        shape.body().apply(event).getBytes(UTF_8),
                        List.of(Header.of("event", shape.event()), Header.of("content-type", "application/json")),
                        clock.millis()));
    }
}

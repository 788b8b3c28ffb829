package daybook.app.http;

import java.time.Duration;
import java.util.Set;

/**
 * How the HTTP door is built.
 *
 * @param port 0 = pick one
 * @param hosts what a Host header may name, without the port, in lower case
 * @param replyDeadline how long a request waits for the exchange
 */
public record HttpSettings(String bind, int port, Set<String> hosts, Duration replyDeadline) {
    /** Largest request body. */
    public static final int MAX_BODY_BYTES = 64 << 10;
    /** How much of a body that is too large is read, so that its sender hears why it is refused. */
    static final int MAX_PASSED_OVER_BYTES = 1 << 20;
    /** Largest request line and headers. */
    public static final int MAX_HEADER_BYTES = 16 << 10;

    static final Duration HEADER_TIME = Duration.ofSeconds(5);
    static final Duration BODY_TIME = Duration.ofSeconds(10);
    static final Duration IDLE_TIME = Duration.ofSeconds(60);
    static final int MAX_CONNECTIONS = 2_000;
    static final int MAX_CONNECTIONS_PER_ADDRESS = 1_000;

    /** What a client is told to use, once it is known which port was had. */
    public String address(int hadPort) {
        return "http://" + (bind.contains(":") ? "[" + bind + "]" : bind) + ":" + hadPort;
    }
}

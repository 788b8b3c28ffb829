package daybook.app.ws;

import java.time.Duration;

/**
 * What one client, and all together, may use.
 *
 * @param sockets open at a time, in this process
 * @param socketsPerAddress of them from one address
 * @param subscriptions of one socket
 * @param messageBytes largest message a client may send, its fragments together
 * @param framesPerSecond a client may send in the long run, control frames and fragments included
 * @param framesAtOnce it may send in a burst
 * @param ping how often a client is asked whether it is there
 * @param idle how long it may say nothing
 * @param send how long it may take to accept one frame
 */
public record SocketLimits(
        int sockets,
        int socketsPerAddress,
        int subscriptions,
        int messageBytes,
        int framesPerSecond,
        int framesAtOnce,
        Duration ping,
        Duration idle,
        Duration send) {

    public static final SocketLimits DEFAULT = new SocketLimits(
            1_500,
            1_000,
            100,
            16 << 10,
            50,
            200,
            Duration.ofSeconds(15),
            Duration.ofSeconds(40),
            Duration.ofSeconds(10));
}

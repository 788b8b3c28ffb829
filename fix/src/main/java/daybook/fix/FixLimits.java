package daybook.fix;

/**
 * What a counterparty may take of us.
 *
 * @param connections at once, all together
 * @param connectionsPerAddress at once, from one address
 * @param messageBytes of one message; a connection that has sent more without completing one is closed
 * @param logonSeconds a connection that has not opened a session by then is closed
 * @param queuedWrites messages that may wait for a counterparty to read them; then it is disconnected, and asks for them again
 * @param waitingRequests that may wait for the acceptor's thread, all sessions together; then they are answered "busy"
 */
public record FixLimits(
        int connections,
        int connectionsPerAddress,
        int messageBytes,
        int logonSeconds,
        int queuedWrites,
        int waitingRequests) {

    /** 64 connections, 16 per address, 16 KiB, 10 s, 10,000 messages, 4,096 requests. */
    public static final FixLimits DEFAULT = new FixLimits(64, 16, 16 << 10, 10, 10_000, 4_096);

    public FixLimits {
        between("connections", connections, 1, 10_000);
        between("connectionsPerAddress", connectionsPerAddress, 1, 10_000);
        between("messageBytes", messageBytes, 256, 1 << 20);
        between("logonSeconds", logonSeconds, 1, 600);
        between("queuedWrites", queuedWrites, 16, 1_000_000);
        between("waitingRequests", waitingRequests, 1, 1_000_000);
    }

    private static void between(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: " + least + ".." + most + ")");
        }
    }
}

package daybook.app.heartbeat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.UUID;

/**
 * Which process speaks.
 *
 * @param instance tells it from all others that are alive: the machine and the data directory, whose lock makes it unique there. The
 *     same again after a restart
 * @param address of its HTTP port
 */
public record Identity(String instance, String host, long pid, String address, Instant started) {

    /** Of this process. */
    public static Identity of(Path data, String address, Instant started) {
        String host = thisMachine();
        return new Identity(instance(host, data), host, ProcessHandle.current().pid(), address, started);
    }

    /** As {@link #instance()}, before there is an address. */
    public static String instance(Path data) {
        return instance(thisMachine(), data);
    }

    private static String instance(String host, Path data) {
        return host + ":" + data;
    }

    private static String thisMachine() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException nameless) {
            return UUID.randomUUID().toString();
        }
    }
}

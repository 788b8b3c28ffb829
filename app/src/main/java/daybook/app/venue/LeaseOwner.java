package daybook.app.venue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.UUID;

/**
 * How a process is called in the leases of its services. Who comes again under the name of the last owner gets its lease at once,
 * so a name must not be had by two living processes: it is this directory on this machine since its last start, and the process
 * has locked the directory. Whoever had the name before is dead then, and a service that was killed need not wait for its own
 * lease to end.
 *
 * <p>Two processes with one name (a lock that does not hold) cannot harm the tables either: the second grant has a higher token.
 */
final class LeaseOwner {
    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");

    private LeaseOwner() {}

    /** @param lock what the process has locked in the directory; two that lock different things have different names */
    static String of(DataDirectory data, String lock) {
        return machine() + ":" + data.root() + ":" + lock + ":" + here(data.root());
    }

    /** For people. */
    private static String machine() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException nameless) {
            return "?";
        }
    }

    /**
     * Which directory of which kernel: containers share a boot and not a directory, copies of a machine share names and not a boot.
     * Where not even the directory can be told nobody has had the name before; another system than Linux does not name its boots.
     */
    private static String here(Path directory) {
        try {
            Object file =
                    Files.readAttributes(directory, BasicFileAttributes.class).fileKey();
            return (Files.exists(BOOT) ? Files.readString(BOOT).strip() : "") + ":" + file;
        } catch (IOException unknown) {
            return UUID.randomUUID().toString();
        }
    }
}

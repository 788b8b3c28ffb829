package daybook.app.heartbeat;

import java.util.List;

/**
 * Where the processes of a venue leave their heartbeats. Confined to one thread, but {@link #all} may be asked by any.
 *
 * <p>Calls wait for the place up to its own deadline.
 */
public interface Heartbeats extends AutoCloseable {

    /**
     * Writes or renews what a role of a process says.
     *
     * @throws RuntimeException if the place cannot be written; the next call tries again
     */
    void beat(RoleReport report, Identity process);

    /**
     * The process stops in order: nobody is to miss it.
     *
     * @throws RuntimeException if the place cannot be written; it is missed then
     */
    void leave(String role, Identity process);

    /**
     * The last one of every role and instance, however old, by role and instance.
     *
     * @throws RuntimeException if the place cannot be read
     */
    List<Heartbeat> all();

    @Override
    void close();
}

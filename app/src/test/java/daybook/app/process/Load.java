package daybook.app.process;

import daybook.app.invariants.Told;
import java.util.List;

/** Two people who place orders until the venue dies or they are told to stop. */
final class Load {
    private final List<Client> clients;
    private final List<Thread> threads;

    /** Starts. {@code prefix} begins every client order id, and is the seed. */
    Load(RunningVenue venue, String prefix, Told told) {
        clients = List.of(
                new Client(venue, "alice", "a" + prefix + "-", told),
                new Client(venue, "bob", "b" + prefix + "-", told));
        threads = clients.stream().map(client -> new Thread(client, "client")).toList();
        threads.forEach(Thread::start);
    }

    /** Waits for both, who end with the venue. */
    void join() {
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Tells both to stop, and waits. */
    void stop() {
        clients.forEach(Client::stop);
        join();
    }
}

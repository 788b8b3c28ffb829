package daybook.app.lab;

import daybook.delivery.postgres.PostgresDatabase;
import daybook.delivery.postgres.PostgresSettings;
import daybook.lab.study.DeadlineStudy.Target;
import daybook.log.kafka.KafkaLog;
import daybook.log.kafka.KafkaLogSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;

/** Two ports of this machine: at one nobody listens, at the other somebody takes connections and never says a word. */
public final class Silence implements AutoCloseable {
    private static final int WAITING = 200;

    private final Duration deadline;
    private final ServerSocket silent;
    private final int closedPort;

    /** @param deadline of every call */
    public Silence(Duration deadline) {
        this.deadline = deadline;
        try {
            // The system takes connections by itself; nobody ever accepts one.
            this.silent = new ServerSocket(0, WAITING, InetAddress.getLoopbackAddress());
            try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                this.closedPort = gone.getLocalPort();
            }
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
        }
    }

    public List<Target> targets() {
        return List.of(target("nobody listens", closedPort), target("somebody is silent", silent.getLocalPort()));
    }

    private Target target(String name, int port) {
        String address = "127.0.0.1:" + port;
        return new Target(
                name,
                () -> KafkaLog.open(
                        KafkaLogSettings.of(System::nanoTime, address).withTimeout(deadline)),
                () -> new PostgresDatabase(
                        new PostgresSettings("jdbc:postgresql://" + address + "/lab", "lab", "", deadline), "lab"));
    }

    @Override
    public void close() {
        try {
            silent.close();
        } catch (IOException closed) {
            throw new UncheckedIOException(closed);
        }
    }
}

package daybook.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.ws.Client;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A venue stops in order whatever its clients do. */
class StopTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @Test
    void clientsThatHoldOnDoNotKeepTheVenueFromClosingItsJournal() throws IOException {
        try (Socket idle = new Socket();
                Socket unfinished = new Socket()) {
            try (RunningVenue venue = new RunningVenue(directory)) {
                say(idle, venue, "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n");
                assertThat(idle.getInputStream().read()).isEqualTo('H');
                say(
                        unfinished,
                        venue,
                        "POST /api/v1/orders HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                                + venue.token("alice")
                                + "\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{");
            }
            assertThat(directory.resolve("run.json")).doesNotExist();
            try (Stream<Path> snapshots = Files.list(directory.resolve("snapshots"))) {
                assertThat(snapshots).isNotEmpty();
            }
        }
    }

    @Test
    void whoListensIsToldToConnectAgain() {
        try (RunningVenue venue = new RunningVenue(directory);
                Client client = new Client(venue.address())) {
            client.sub("book.INFY");
            assertThat(client.firstTypes(1)).containsExactly("snap INFY");

            venue.close();

            assertThat(client.endedWith()).isEqualTo(1001);
        }
    }

    private static void say(Socket socket, RunningVenue venue, String request) throws IOException {
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), venue.port()));
        socket.setSoTimeout(20_000);
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
    }
}

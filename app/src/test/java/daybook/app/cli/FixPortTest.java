package daybook.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.Json;
import daybook.events.OrderType;
import daybook.events.Side;
import daybook.events.TimeInForce;
import daybook.fix.FixVenueSettings;
import daybook.fix.initiator.FixVenue;
import daybook.strategies.AccountKey;
import daybook.strategies.ClosedBar;
import daybook.strategies.Fence;
import daybook.strategies.OrderIntent;
import daybook.strategies.venue.Answer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Orders over FIX to a venue as a user starts it; the initiator is the one that the order-gateway has. */
class FixPortTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path data;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path sessions;

    @Test
    void anAccountLogsOnWithItsTokenAndItsOrderIsInTheBook() throws IOException {
        int port = freePort();
        try (Typist typist = new Typist(data)) {
            typist.type(new Page.Step("start", "daybook up --traders 0 --fix-port " + port, 0));
            try (FixVenue alice = venue("alice", token("alice"), port);
                    FixVenue stranger = venue("bob", token("alice"), port)) {
                await(alice);

                Answer answer = alice.submit(intent(1));

                assertThat(answer).isInstanceOf(Answer.Known.class);
                assertThat(((Answer.Known) answer).state()).isEqualTo(Answer.State.OPEN);
                assertThat(alice.find(intent(1))).isEqualTo(answer);
                typist.await(intent(1).clientOrderId(), "orders", "--account", "alice", "--json");
                assertThat(stranger.isLoggedOn()).as("with another's token").isFalse();
                assertThat(stranger.submit(intent(2))).isInstanceOf(Answer.NotSent.class);
            }
        }
    }

    private static void await(FixVenue venue) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!venue.isLoggedOn()) {
            assertThat(System.nanoTime() - end).isNegative();
            LockSupport.parkNanos(10_000_000);
        }
    }

    private FixVenue venue(String account, String password, int port) {
        return new FixVenue(
                new FixVenueSettings(
                        "daybook",
                        new FixVenueSettings.Session(account, "DAYBOOK", "", password, 30),
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                        sessions.resolve(account),
                        Duration.ofSeconds(10),
                        FixVenueSettings.Memory.DEFAULT),
                InstantSource.system(),
                System::nanoTime);
    }

    private static OrderIntent intent(long number) {
        return new OrderIntent(
                new OrderIntent.Cause(1, new UUID(7, number), 0),
                new AccountKey("daybook", "alice", "spot"),
                "INFY",
                new OrderIntent.Terms(
                        Side.BUY, OrderType.LIMIT, TimeInForce.GTC, 149_000, 3, new ClosedBar.Scales(2, 0)),
                Fence.MANUAL);
    }

    private String token(String account) throws IOException {
        for (Object row : Json.array(Json.readOwn(Files.readAllBytes(data.resolve("tokens.json"))))) {
            Map<String, Object> entry = Json.object(row);
            if (account.equals(entry.get("account"))) {
                return String.valueOf(entry.get("token"));
            }
        }
        throw new IllegalArgumentException("account: " + account + " (expected: one of tokens.json)");
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}

package daybook.app.ws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import daybook.events.Side;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One more than each limit, and clients that do not do their part (W-01): each is cut off with its code, and nobody else notices. */
class EvilClientsTest {
    private static final SocketLimits LIMITS = new SocketLimits(
            8, 6, 100, 16 << 10, 50, 200, Duration.ofMillis(300), Duration.ofSeconds(4), Duration.ofSeconds(2));

    private final FakeMarket market = new FakeMarket();
    private final Replica replica = new Replica(market, LIMITS);

    @AfterEach
    void stop() {
        replica.close();
    }

    @Test
    void aMessageOfTheLargestSizeIsReadAndOneByteMoreIsNot() throws IOException {
        String ping = "{\"op\":\"ping\",\"x\":\"";
        try (Client fits = replica.client();
                RawSocket over = new RawSocket(replica.port())) {
            fits.send(ping + "x".repeat((16 << 10) - ping.length() - 2) + "\"}");
            over.text(ping + "x".repeat((16 << 10) - ping.length() - 1) + "\"}");

            assertThat(fits.next().type()).isEqualTo("pong");
            assertThat(over.readToClose()).isEqualTo(1009);
        }
    }

    @Test
    void fragmentsCountTogether() throws IOException {
        try (RawSocket client = new RawSocket(replica.port())) {
            byte[] part = "x".repeat(6_000).getBytes(StandardCharsets.US_ASCII);
            client.frame(0x01, part);
            client.frame(0x00, part);
            client.frame(0x00, part);

            assertThat(client.readToClose()).isEqualTo(1009);
        }
    }

    @Test
    void aFrameThatClaimsToBeHugeIsNotWaitedFor() throws IOException {
        try (RawSocket client = new RawSocket(replica.port())) {
            client.bytes(new byte[] {(byte) 0x81, (byte) 0xff, 0x7f, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0});

            assertThat(client.readToClose()).isIn(1009, 1002);
        }
    }

    @Test
    void whatIsNotTextIsNotRead() throws IOException {
        try (RawSocket binary = new RawSocket(replica.port());
                RawSocket broken = new RawSocket(replica.port());
                RawSocket unmasked = new RawSocket(replica.port())) {
            binary.frame(0x82, new byte[] {1});
            broken.frame(0x81, new byte[] {'"', (byte) 0xc3, '"'});
            unmasked.bytes(new byte[] {(byte) 0x81, 1, 'x'});

            assertThat(binary.readToClose()).isEqualTo(1003);
            assertThat(broken.readToClose()).isEqualTo(1007);
            assertThat(unmasked.readToClose()).isEqualTo(1002);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "[]",
                "{}",
                "{\"op\":7}",
                "{\"op\":\"fly\"}",
                "{\"op\":\"sub\",\"op\":\"sub\"}",
                "{\"op\":\"sub\",\"ch\":7}",
                "{\"op\":\"sub\",\"ch\":\"ops\",\"from\":\"1\"}",
                "{\"op\":\"sub\",\"ch\":\"ops\",\"from\":-2}",
                "{\"op\":\"sub\",\"ch\":\"ops\",\"from\":1.5}",
                "{\"op\":\"sub\",\"ch\":\"ops\",\"from\":99999999999999999999}",
                "[[[[[[[[[[[[[[[[[[[[[[",
            })
    void aMessageThatMakesNoSenseIsToldSoAndTheSocketGoesOn(String text) {
        try (Client client = replica.client()) {
            Told answer = client.send(text).next();

            assertThat(answer.type()).isEqualTo("error");
            assertThat(answer.data()).contains("BAD_REQUEST").doesNotContain("Exception");
            client.settle();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Book.INFY",
                "book.infy",
                "book.INFY\\u0000",
                "book.INFY ",
                "book.INFY/../TCS",
                "book.",
                "book",
                "book.NOSUCH",
                "bars.INFY",
                "bars.INFY.1m.",
                "private-account.alice",
                "private-account.",
                "private-orders.7",
                "Private-account.alice",
                "presence-lobby",
                "presence-",
                "admin",
                "room.",
                "room.a.b",
                "*",
            })
    void whatIsNotForHimOrNotThereLooksTheSame(String channel) {
        market.trade("INFY", 1_500, 1);
        try (Client client = replica.client()) {
            Told answer =
                    client.send("{\"op\":\"sub\",\"ch\":\"" + channel + "\"}").next();

            assertThat(answer.type()).isEqualTo("error");
            assertThat(answer.data())
                    .isEqualTo("{\"code\":\"REFUSED\",\"message\":\"channel: not for you, or not there\"}");
        }
    }

    @Test
    void aNameThatIsTooLongIsRefusedAndNotRepeatedInFull() {
        try (Client client = replica.client()) {
            Told answer = client.sub("room." + "x".repeat(5_000)).next();

            assertThat(answer.type()).isEqualTo("error");
            assertThat(answer.text()).hasSizeLessThan(400);
        }
    }

    @Test
    void theHundredAndFirstSubscriptionIsRefused() {
        try (Client client = replica.client()) {
            for (int i = 0; i < 100; i++) {
                client.sub("room.r" + i);
                client.next();
            }

            assertThat(client.sub("room.more").next().data()).contains("TOO_MANY");
            assertThat(client.sub("room.r7").next().type())
                    .as("one that it has")
                    .isEqualTo("snap");
        }
    }

    @Test
    void aFloodOfFramesEndsTheSocket() throws IOException {
        try (RawSocket pings = new RawSocket(replica.port())) {
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 100_000; i++) {
                            pings.frame(0x89, new byte[100]);
                        }
                    })
                    .isInstanceOf(IOException.class);
        }
        await().until(() -> replica.hub().counts().sockets() == 0);
    }

    @Test
    void thereAreLimitsPerAddressAndTheyAreGivenBack() throws IOException {
        List<RawSocket> open = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            open.add(new RawSocket(replica.port()));
        }
        assertThatThrownBy(() -> new RawSocket(replica.port())).hasMessageContaining("429");

        open.get(0).close();
        await().until(() -> replica.hub().counts().sockets() == 5);
        open.set(0, new RawSocket(replica.port()));

        for (RawSocket socket : open) {
            socket.close();
        }
    }

    @Test
    void whoSaysNothingAndDoesNotAnswerPingsIsClosed() throws IOException {
        try (RawSocket silent = new RawSocket(replica.port());
                Client alive = replica.client()) {
            assertThat(silent.readToClose()).isEqualTo(4002);
            alive.settle();
        }
    }

    @Test
    void whoHasFallenOutOfWhatIsRememberedIsClosedWithAReason() throws IOException {
        SocketLimits patient = new SocketLimits(
                8, 6, 100, 16 << 10, 50, 200, Duration.ofSeconds(1), Duration.ofMinutes(1), Duration.ofMinutes(1));
        FakeMarket other = new FakeMarket();
        try (Replica own = new Replica(other, patient);
                RawSocket stalled = new RawSocket(own.port(), 4_096, "")) {
            fillTheBook(other);
            stalled.text("{\"op\":\"sub\",\"ch\":\"trades.INFY\"}");
            for (int i = 0; i < 30; i++) {
                stalled.text("{\"op\":\"sub\",\"ch\":\"book.INFY\"}"); // a snapshot of a megabyte each time
                await().pollDelay(Duration.ofMillis(50)).until(() -> true);
            }
            for (int i = 0; i < 200; i++) { // more than is kept made
                other.trade("INFY", 1_500, 1);
                if (i % 4 == 0) {
                    await().pollDelay(Duration.ofMillis(10)).until(() -> true);
                }
            }
            other.forget();
            other.trade("INFY", 1_500, 1);

            assertThat(stalled.readToClose()).isEqualTo(4008);
        }
    }

    private static void fillTheBook(FakeMarket market) {
        for (int i = 0; i < 20_000; i++) {
            market.level("INFY", Side.BUY, i + 1, 10);
        }
    }

    /** Zero window: the frame on its way is all that is held for it; after its time it is cut off, and the others never noticed. */
    @Test
    void whoDoesNotReadIsCutOffAndTheOthersGetEverything() throws IOException {
        try (RawSocket stalled = new RawSocket(replica.port(), 4_096, "");
                Client reader = replica.client()) {
            stalled.text("{\"op\":\"sub\",\"ch\":\"book.INFY\"}");
            fillTheBook(market);
            reader.sub("trades.INFY").next();
            for (int i = 0; i < 200; i++) {
                market.trade("INFY", 1_500, 1);
            }
            reader.until(told -> told.data().contains("\"tradeId\":200,"));
            keepTheBookLarge(stalled);
        }
    }

    private void keepTheBookLarge(RawSocket stalled) throws IOException {
        for (int i = 0; i < 400 && replica.hub().counts().tooSlow() == 0; i++) {
            stalled.text("{\"op\":\"sub\",\"ch\":\"book.INFY\"}"); // a snapshot of a megabyte
            await().pollDelay(Duration.ofMillis(50)).until(() -> true);
        }
        assertThat(replica.hub().counts().tooSlow()).isEqualTo(1);
    }

    /** Slow-loris: connections that never finish their handshake are not sockets, and take no place among them. */
    @Test
    void unfinishedHandshakesTakeNoPlace() throws IOException {
        List<Socket> loris = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            Socket slow = new Socket(InetAddress.getLoopbackAddress(), replica.port());
            slow.getOutputStream().write("GET /ws/v1 HTTP/1.1\r\nHost: loc".getBytes(StandardCharsets.US_ASCII));
            loris.add(slow);
        }
        try (Client client = replica.client()) {
            client.sub("trades.INFY").next();
            market.trade("INFY", 1_500, 1);

            assertThat(client.next().type()).isEqualTo("event");
        }
        for (Socket slow : loris) {
            slow.close();
        }
    }

    @Test
    void aStopIsToldToEverybody() throws IOException {
        try (RawSocket client = new RawSocket(replica.port())) {
            await().until(() -> replica.hub().counts().sockets() == 1);
            replica.hub().close();

            assertThat(client.readToClose()).isEqualTo(1001);
        }
    }
}

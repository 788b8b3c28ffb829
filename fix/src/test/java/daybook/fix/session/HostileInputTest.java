package daybook.fix.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import daybook.fix.Client;
import daybook.fix.FixAcceptorSettings;
import daybook.fix.FixLimits;
import daybook.fix.FixSocket;
import daybook.fix.FixText;
import daybook.fix.Floor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever means harm, or is broken: the acceptor goes on, for everybody else and for the next one. */
class HostileInputTest {
    private static final FixLimits LIMITS = new FixLimits(40, 30, 4_096, 1, 1_000, 64);

    /** Of a KiB each: more than the buffers of two sockets take in. */
    private static final int MOST_WRITES = 50_000;

    private final Floor floor;

    HostileInputTest(@TempDir Path directory) {
        floor = new Floor(new FixAcceptorSettings(
                "DAYBOOK",
                Map.of("ALICE", "alice", "BOB", "bob"),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                directory,
                false,
                LIMITS));
    }

    @BeforeEach
    void open() {
        floor.open();
    }

    @AfterEach
    void theAcceptorStillWorks() throws IOException {
        try (Client bob = new Client("BOB", floor.address()).logon()) {
            bob.newOrder("still-there", '1', 1, "1.00");
            assertThat(bob.receive("150")).isEqualTo(Map.of("150", "0"));
        } finally {
            floor.close();
        }
    }

    private FixSocket socket() throws IOException {
        return new FixSocket(floor.address());
    }

    private static String logon(String compId, String password) {
        return FixText.message("35=A|34=1|49=" + compId + "|52=" + FixText.now(0) + "|56=DAYBOOK|98=0|108=30|553="
                + compId + "|554=" + password + "|");
    }

    /** What a wrong password and an unknown name hear is the same, and no session's numbers move. */
    @Test
    void aWrongPasswordAndAnUnknownNameAreToldTheSame() throws IOException {
        List<Map<String, String>> answers = new ArrayList<>();
        for (String compId : List.of("ALICE", "NOBODY")) {
            try (FixSocket socket = socket()) {
                socket.send(logon(compId, "wrong"));
                answers.add(FixText.fields(socket.receive(5_000).orElseThrow()));
                assertThat(socket.receive(5_000)).isEmpty();
            }
        }

        assertThat(answers)
                .allSatisfy(answer -> assertThat(answer)
                        .containsEntry("35", "5")
                        .containsEntry("34", "1")
                        .containsEntry("58", LogonGate.REFUSED));
        assertThat(answers.get(0).keySet()).isEqualTo(answers.get(1).keySet());
        try (Client alice = new Client("ALICE", floor.address())) {
            alice.logon(); // with number 1
        }
    }

    @Test
    void anotherVersionIsRefusedAtLogon() throws IOException {
        try (FixSocket socket = socket()) {
            socket.send(FixText.framed(
                    "8=FIX.4.2|",
                    "35=A|34=1|49=ALICE|52=" + FixText.now(0) + "|56=DAYBOOK|98=0|108=30|553=ALICE|554="
                            + Floor.PASSWORD + "|"));

            assertThat(FixText.fields(socket.receive(5_000).orElseThrow()))
                    .containsEntry("8", "FIX.4.4")
                    .containsEntry("35", "5")
                    .containsEntry("58", LogonGate.WRONG_VERSION);
            assertThat(socket.receive(5_000)).isEmpty();
        }
    }

    @Test
    void randomBytesAreThrownOut() throws IOException {
        long seed = 20_261_130;
        Random random = new Random(seed);
        List<byte[]> inputs = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            byte[] bytes = new byte[1 + random.nextInt(8_192)];
            random.nextBytes(bytes);
            if (i % 2 == 0) {
                byte[] head = ascii("8=FIX.4.4\u00019=");
                System.arraycopy(head, 0, bytes, 0, Math.min(head.length, bytes.length));
            }
            inputs.add(bytes);
        }
        assertClosed(inputs, "seed " + seed);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Each on a connection of its own; also one that says nothing more: after a second without a logon it is closed. */
    private void assertClosed(List<byte[]> inputs, String what) throws IOException {
        for (int from = 0; from < inputs.size(); from += LIMITS.connectionsPerAddress()) {
            List<FixSocket> sockets = new ArrayList<>();
            for (byte[] input : inputs.subList(from, Math.min(inputs.size(), from + LIMITS.connectionsPerAddress()))) {
                FixSocket socket = socket();
                sockets.add(socket);
                try {
                    socket.send(input);
                } catch (IOException alreadyClosed) {
                    // so much the better: the end of the stream is what is waited for
                }
            }
            for (FixSocket socket : sockets) {
                assertThat(socket.receive(5_000)).as(what).isEmpty();
                socket.close();
            }
            await().until(() -> floor.acceptor().status().connections() == 0);
        }
    }

    @Test
    void mutilatedMessagesNeitherStopTheSessionNorReachTheExchange() throws IOException {
        long seed = 7;
        Random random = new Random(seed);
        try (Client alice = new Client("ALICE", floor.address()).logon()) {
            for (int i = 0; i < 200; i++) {
                String order = FixText.message("35=D|34=2|49=ALICE|52=" + FixText.now(0) + "|56=DAYBOOK|11=x" + i
                        + "|55=ABC|54=1|60=20260101-00:00:00|38=1|40=2|44=1.00|");
                byte[] bytes = order.getBytes(StandardCharsets.ISO_8859_1);
                int at = 25 + random.nextInt(bytes.length - 33);
                bytes[at] = (byte) (bytes[at] == 'Z' ? 'Y' : 'Z');
                alice.socket().send(bytes);
            }
            alice.newOrder("good", '1', 1, "1.00");
            assertThat(alice.receive("150", "11")).as("seed " + seed).isEqualTo(Map.of("150", "0", "11", "good"));
        }
    }

    @Test
    void aMessageThatNeverEndsIsCutOff() throws IOException {
        try (FixSocket socket = socket()) {
            socket.send("8=FIX.4.4\u00019=999999999\u000135=A\u0001");
            byte[] more = new byte[1_024];
            Arrays.fill(more, (byte) 'x');
            assertThat(writesUntilClosed(socket, more)).isLessThan(MOST_WRITES);
        }
        assertThat(floor.acceptor().status().refused().oversized()).isPositive();
    }

    private static int writesUntilClosed(FixSocket socket, byte[] bytes) throws IOException {
        for (int writes = 0; writes < MOST_WRITES; writes++) {
            try {
                socket.send(bytes);
            } catch (IOException closed) {
                return writes;
            }
        }
        return MOST_WRITES;
    }

    @Test
    void aWholeMessageThatIsTooLongEndsTheConnection() throws IOException {
        try (Client alice = new Client("ALICE", floor.address()).logon()) {
            alice.send("D", "11=x|58=" + "y".repeat(5_000) + "|55=ABC|54=1|60=20260101-00:00:00|38=1|40=1|");

            assertThat(alice.raw(5_000)).isEmpty();
        }
    }

    @Test
    void lengthsThatOverflowAreNoHarm() throws IOException {
        List<byte[]> inputs = new ArrayList<>();
        for (String length : List.of("99999999999999999999", "-1", "0", "2147483647", "4294967297")) {
            inputs.add(ascii("8=FIX.4.4\u00019=" + length + "\u000135=A\u000110=000\u0001"));
        }
        assertClosed(inputs, "lengths");
    }

    @Test
    void aFloodOfConnectionsIsLimitedAndMakesRoomAgain() throws IOException {
        List<FixSocket> flood = new ArrayList<>();
        try {
            for (int i = 0; i < 50; i++) {
                flood.add(socket());
            }
            await().until(() -> floor.acceptor().status().refused().connections() > 0);
            assertThat(floor.acceptor().status().connections()).isLessThanOrEqualTo(LIMITS.connectionsPerAddress());
        } finally {
            for (FixSocket socket : flood) {
                socket.close();
            }
        }
        await().until(() -> floor.acceptor().status().connections() == 0);
    }

    @Test
    void whoSaysNothingIsClosedAfterItsTime() throws IOException {
        try (FixSocket socket = socket()) {
            assertThat(socket.receive(5_000)).isEmpty();
        }
        assertThat(floor.acceptor().status().refused().logons()).isPositive();
    }

    /** A counterparty that does not read is cut off, and loses nothing: it asks for what it missed. */
    @Test
    void aSlowReaderIsCutOffAndTheOthersGoOn() throws IOException {
        try (Client slow = new Client("ALICE", floor.address()).logon()) {
            String longName = "y".repeat(3_000);
            boolean cut = false;
            for (int i = 0; !cut && i < 20_000; i++) {
                try {
                    slow.send("1", "112=" + longName + "|");
                } catch (IOException closed) {
                    cut = true;
                }
            }
            await().until(() -> !floor.acceptor().status().loggedOn().contains("ALICE"));
        }
    }

    @Test
    void theRefusalTellsNothingOfTheMessage() {
        String text = SessionLog.plain("Invalid message: 8=FIX.4.4\u000135=A\u0001554=secret\u0001");

        assertThat(text).doesNotContain("secret");
        assertThat(SessionLog.plain("a\nb")).isEqualTo("a?b");
        assertThat(Optional.of(new daybook.fix.Logons.Attempt("A", "a", "secret").toString())
                        .get())
                .doesNotContain("secret");
    }
}

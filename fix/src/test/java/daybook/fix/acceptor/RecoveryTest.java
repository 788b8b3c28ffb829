package daybook.fix.acceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import daybook.events.Command;
import daybook.events.OrderType;
import daybook.events.Side;
import daybook.events.TimeInForce;
import daybook.exchange.OrderView;
import daybook.fix.Client;
import daybook.fix.Floor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections break and processes die; every execution is heard, under one ExecID. */
class RecoveryTest {
    private final Path directory;
    private Floor floor = new Floor(Path.of("none"), Map.of("NOBODY", "nobody"));

    RecoveryTest(@TempDir Path directory) {
        this.directory = directory;
    }

    /** Whoever has a worse acceptor puts it here. */
    Floor floor(Path sessions) {
        return new Floor(sessions, Map.of("ALICE", "alice", "BOB", "bob"));
    }

    @BeforeEach
    void open() {
        floor = floor(directory.resolve("fix")).open();
    }

    @AfterEach
    void close() {
        floor.close();
    }

    /** How long something may take that has to come. */
    int patienceMillis() {
        return 10_000;
    }

    private Client alice() throws IOException {
        return new Client("ALICE", floor.address()).logon();
    }

    private void reconnect(Client alice) throws IOException {
        alice.close();
        await().until(() -> floor.acceptor().status().loggedOn().isEmpty());
        alice.reconnect(floor.address());
    }

    private void sellToAlice(String id, long quantity) {
        floor.order(
                new Command.NewOrder("bob", id, "ABC", Side.SELL, OrderType.LIMIT, TimeInForce.IOC, 9_000, quantity));
    }

    /** Logs on again with the numbers that the client has, asks for what it missed, and gives the reports, oldest first. */
    private List<Map<String, String>> catchUp(Client client, int reports) throws IOException {
        client.send("A", "98=0|108=30|553=ALICE|554=" + Floor.PASSWORD + "|");
        Map<String, String> logon = client.receiveAny(patienceMillis());
        assertThat(logon).containsEntry("35", "A");
        client.send("2", "7=" + client.expected() + "|16=0|");
        List<Map<String, String>> missed = new ArrayList<>();
        while (missed.size() < reports) {
            Map<String, String> message = client.receiveAny(patienceMillis());
            if (message.getOrDefault("35", "").equals("8")) {
                missed.add(message);
            }
        }
        return missed;
    }

    @Test
    void aFillThatHappensWhileNobodyIsThereIsResent() throws IOException {
        try (Client alice = alice()) {
            alice.newOrder("a1", '1', 10, "99.50");
            alice.receive();
            alice.close();
            sellToAlice("b1", 4);
            sellToAlice("b2", 6);
            reconnect(alice);

            List<Map<String, String>> missed = catchUp(alice, 2);

            assertThat(missed).extracting(report -> report.get("14")).containsExactly("4", "10");
            assertThat(missed)
                    .allSatisfy(report -> assertThat(report)
                            .containsEntry("43", "Y")
                            .containsEntry("150", "F")
                            .containsKey("122"));
        }
    }

    /** The connection breaks between the order and its report. */
    @Test
    void theReportOfAnOrderWhoseConnectionBrokeArrivesAfterTheReconnectAndTheOrderIsThereOnce() throws IOException {
        try (Client alice = alice()) {
            floor.restAcceptor(true);
            alice.newOrder("a1", '1', 10, "99.50");
            await().until(() -> floor.acceptor().status().waiting() > 0);
            alice.close();
            floor.restAcceptor(false);
            reconnect(alice);

            List<Map<String, String>> missed = catchUp(alice, 1);

            assertThat(missed.get(0)).containsEntry("11", "a1").containsEntry("150", "0");
            List<OrderView> open = floor.ask(state -> state.openOrders("alice", 10));
            assertThat(open).hasSize(1);
        }
    }

    @Test
    void afterARestartNothingIsReportedAgainAndNothingIsLeftOut() throws IOException {
        try (Client alice = alice()) {
            alice.newOrder("a1", '1', 10, "99.50");
            String first = alice.receive().getOrDefault("17", "");
            alice.close();
            floor.kill();
            floor.open();
            sellToAlice("b1", 4);
            reconnect(alice);

            List<Map<String, String>> missed = catchUp(alice, 1);

            assertThat(missed.get(0)).containsEntry("150", "F").containsEntry("14", "4");
            assertThat(missed.get(0).get("17")).isNotEqualTo(first);
            assertThat(sentExecIds()).doesNotHaveDuplicates().hasSize(2);
        }
    }

    /** The disk fails under the journal: nobody may have been told of what the restart does not find. */
    @Test
    void noReportLeavesForWhatTheDiskDidNotTake() throws IOException {
        try (Client alice = alice()) {
            floor.failNextForce();
            alice.newOrder("a1", '1', 10, "99.50");
            await().until(floor::exchangeHasFailed);
            alice.send("1", "112=nothing before this|");

            assertThat(alice.receive("35", "112")).isEqualTo(Map.of("35", "0", "112", "nothing before this"));

            floor.cutPower();
            floor.open();
            Optional<OrderView> order = floor.ask(state -> state.order("alice", "a1"));
            assertThat(order).isEmpty();
        }
    }

    /** What the exchange does not know: that the order was replaced under another name. From the checkpoint, and without it. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aReplacedOrderKeepsItsNewNameOverARestart(boolean checkpoint) throws IOException {
        try (Client alice = alice()) {
            alice.newOrder("a1", '1', 10, "99.50");
            alice.receive();
            sellToAlice("b0", 3);
            alice.receive();
            alice.send("G", "41=a1|11=a2|55=ABC|54=1|60=20260101-00:00:00|38=8|40=2|44=99.00|");
            alice.receive();
            alice.close();
            floor.kill();
            Path orders = directory.resolve("fix/orders.checkpoint");
            assertThat(orders).exists();
            if (!checkpoint) {
                Files.writeString(orders, Files.readString(orders).replace("a2", "a9")); // its checksum is wrong now
            }
            floor.open();
            reconnect(alice);
            alice.send("A", "98=0|108=30|553=ALICE|554=" + Floor.PASSWORD + "|");
            alice.expectFrom(Integer.parseInt(alice.receiveAny(patienceMillis()).getOrDefault("34", "")) + 1);

            sellToAlice("b1", 2);
            assertThat(alice.receive("150", "11", "14", "151", "6"))
                    .isEqualTo(Map.of("150", "F", "11", "a2", "14", "5", "151", "3", "6", "99.3"));
            alice.cancel("a3", "a2", '1');
            assertThat(alice.receive("150", "11", "41")).isEqualTo(Map.of("150", "4", "11", "a3", "41", "a2"));
        }
    }

    /** The session's files are those of an earlier moment, as after a power cut. */
    @Test
    void aReportThatIsMadeAgainHasTheSameExecId() throws IOException {
        try (Client alice = alice()) {
            alice.newOrder("a1", '1', 10, "99.50");
            alice.receive();
            alice.close();
            Path before = directory.resolve("before");
            copy(directory.resolve("fix"), before);
            sellToAlice("b1", 4);
            await().until(() -> sentExecIds().size() >= 2);
            List<String> told = sentExecIds();
            floor.kill();
            delete(directory.resolve("fix"));
            copy(before, directory.resolve("fix"));

            floor.open();

            await().until(() -> sentExecIds().size() >= 2);
            assertThat(sentExecIds()).isEqualTo(told);
        }
    }

    /** Who has the numbers start again loses the stored messages, and hears on from where it was told. */
    @Test
    void numbersThatStartAgainDoNotRepeatTheHistory() throws IOException {
        try (Client alice = alice()) {
            alice.newOrder("a1", '1', 10, "99.50");
            alice.receive();
            alice.sendAs(1, "A", "98=0|108=30|141=Y|553=ALICE|554=" + Floor.PASSWORD + "|");
            alice.expectFrom(1);
            assertThat(alice.receive("35", "141")).isEqualTo(Map.of("35", "A", "141", "Y"));
            alice.close();
            floor.kill();
            floor.open();
            reconnect(alice);
            alice.sendAs(2, "A", "98=0|108=30|553=ALICE|554=" + Floor.PASSWORD + "|");
            assertThat(alice.receive("35")).isEqualTo(Map.of("35", "A"));

            sellToAlice("b1", 4);

            assertThat(alice.receive("150", "14")).isEqualTo(Map.of("150", "F", "14", "4"));
        }
    }

    @Test
    void sessionFilesOfAnotherVenueAreRefused(@TempDir Path other) throws IOException {
        try (Client alice = alice()) {
            for (int i = 0; i < 50; i++) {
                alice.newOrder("a" + i, '1', 10, "99.50");
                alice.receive();
            }
        }
        floor.close();
        Floor young = new Floor(directory.resolve("fix"), Map.of("ALICE", "alice", "BOB", "bob"));

        try {
            assertThatThrownBy(young::open)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("ALICE was told of event");
        } finally {
            floor = new Floor(other, Map.of("ALICE", "alice")).open();
        }
    }

    /** ExecIDs of all messages that alice's session has stored, in order. */
    private List<String> sentExecIds() {
        List<String> ids = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory.resolve("fix"))) {
            Path body = files.filter(file -> file.toString().endsWith("ALICE.body"))
                    .findFirst()
                    .orElseThrow();
            for (String field : Files.readString(body).split("\u0001", -1)) {
                if (field.startsWith("17=")) {
                    ids.add(field);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return ids;
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
    }
}

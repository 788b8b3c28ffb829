package daybook.fix.acceptor;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.events.Command;
import daybook.events.OrderType;
import daybook.events.Side;
import daybook.events.TimeInForce;
import daybook.exchange.OrderView;
import daybook.fix.Client;
import daybook.fix.Floor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a counterparty says and hears: message by message, with a real exchange behind it. */
class OrdersOverFixTest {
    private final Floor floor;

    OrdersOverFixTest(@TempDir Path directory) {
        floor = floor(directory);
    }

    /** Whoever has a worse acceptor puts it here. */
    Floor floor(Path sessions) {
        return new Floor(sessions, Map.of("ALICE", "alice", "BOB", "bob"));
    }

    @BeforeEach
    void open() {
        floor.open();
    }

    @AfterEach
    void close() {
        floor.close();
    }

    private Client alice() throws IOException {
        return new Client("ALICE", floor.address()).logon();
    }

    @Test
    void aNewOrderIsReportedWithItsExchangeSeqAsExecId() throws IOException {
        try (Client alice = alice()) {
            alice.newOrder("a1", '1', 10, "99.50");

            Map<String, String> report = alice.receive();

            assertThat(report)
                    .containsEntry("35", "8")
                    .containsEntry("150", "0")
                    .containsEntry("39", "0")
                    .containsEntry("11", "a1")
                    .containsEntry("1", "alice")
                    .containsEntry("55", "ABC")
                    .containsEntry("54", "1")
                    .containsEntry("38", "10")
                    .containsEntry("44", "99.50")
                    .containsEntry("40", "2")
                    .containsEntry("59", "1")
                    .containsEntry("151", "10")
                    .containsEntry("14", "0")
                    .containsEntry("6", "0");
            long seq = Long.parseLong(report.getOrDefault("17", "").substring(2));
            assertThat(floor.events().get((int) seq - 1).kind().name()).isEqualTo("ORDER_ACCEPTED");
        }
    }

    @Test
    void partialFillsAndTheLastOneAreReportedToBothSides() throws IOException {
        try (Client alice = alice();
                Client bob = new Client("BOB", floor.address()).logon()) {
            alice.newOrder("a1", '1', 10, "100.00");
            alice.receive();
            bob.newOrder("b1", '2', 4, "100.00");
            assertThat(bob.receive("150", "39")).isEqualTo(Map.of("150", "0", "39", "0"));
            assertThat(bob.receive("150", "39", "14", "151", "31", "32", "6"))
                    .isEqualTo(Map.of(
                            "150", "F", "39", "2", "14", "4", "151", "0", "31", "100.00", "32", "4", "6", "100"));
            assertThat(alice.receive("150", "39", "14", "151", "32"))
                    .isEqualTo(Map.of("150", "F", "39", "1", "14", "4", "151", "6", "32", "4"));

            bob.newOrder("b2", '2', 6, "99.00");
            bob.receive();
            bob.receive();
            assertThat(alice.receive("150", "39", "14", "151", "11"))
                    .isEqualTo(Map.of("150", "F", "39", "2", "14", "10", "151", "0", "11", "a1"));
        }
    }

    @Test
    void anOrderIsReplacedAndThenCancelledUnderItsNewName() throws IOException {
        try (Client alice = alice()) {
            alice.newOrder("a1", '1', 10, "99.50");
            alice.receive();
            alice.send("G", "41=a1|11=a2|55=ABC|54=1|60=20260101-00:00:00|38=8|40=2|44=99.00|");
            assertThat(alice.receive("150", "39", "11", "41", "38", "44", "151"))
                    .isEqualTo(Map.of(
                            "150", "5", "39", "0", "11", "a2", "41", "a1", "38", "8", "44", "99.00", "151", "8"));

            alice.cancel("a3", "a2", '1');
            assertThat(alice.receive("150", "39", "11", "41", "151", "58"))
                    .isEqualTo(
                            Map.of("150", "4", "39", "4", "11", "a3", "41", "a2", "151", "0", "58", "CLIENT_REQUEST"));
        }
    }

    /** The cancel is taken in before the exchange has answered the order. */
    @Test
    void aCancelRightBehindItsOrderFindsIt() throws IOException {
        try (Client alice = alice()) {
            floor.restAcceptor(true);
            alice.newOrder("a1", '1', 10, "99.50");
            alice.cancel("a2", "a1", '1');
            floor.restAcceptor(false);

            assertThat(alice.receive("150")).isEqualTo(Map.of("150", "0"));
            assertThat(alice.receive("150", "11")).isEqualTo(Map.of("150", "4", "11", "a2"));
        }
    }

    @Test
    void aCancelOfNothingAndOfWhatIsGoneAreRefusedWithTheReason() throws IOException {
        try (Client alice = alice()) {
            alice.cancel("c1", "nothing", '1');
            assertThat(alice.receive("35", "37", "39", "102", "434", "11", "41"))
                    .isEqualTo(Map.of(
                            "35", "9", "37", "NONE", "39", "8", "102", "1", "434", "1", "11", "c1", "41", "nothing"));

            alice.newOrder("a1", '1', 10, "99.50");
            alice.receive();
            alice.cancel("c2", "a1", '1');
            alice.receive();
            alice.cancel("c3", "a1", '1');
            assertThat(alice.receive("35", "39", "102", "58"))
                    .isEqualTo(Map.of("35", "9", "39", "4", "102", "0", "58", "ORDER_CANCELLED"));
        }
    }

    @Test
    void anotherAccountsOrderCannotBeCancelledBySayingItsNumber() throws IOException {
        try (Client alice = alice();
                Client bob = new Client("BOB", floor.address()).logon()) {
            alice.newOrder("a1", '1', 10, "99.50");
            String orderId = alice.receive().getOrDefault("37", "");

            bob.send("F", "41=x|37=" + orderId + "|11=c1|55=ABC|54=1|60=20260101-00:00:00|38=1|");

            assertThat(bob.receive("35", "102")).isEqualTo(Map.of("35", "9", "102", "1"));
        }
    }

    @Test
    void ordersAreRefusedWithNumberedReasons() throws IOException {
        try (Client alice = alice()) {
            refused(alice, "11=r1|55=NONE|54=1|38=1|40=2|44=1|59=1|", "1");
            refused(alice, "11=r2|55=ABC|54=1|38=1|40=2|44=1.001|59=1|", "99");
            refused(alice, "11=r3|55=ABC|54=1|38=1.5|40=2|44=1|59=1|", "13");
            refused(alice, "11=r4|55=ABC|54=5|38=1|40=2|44=1|59=1|", "11");
            refused(alice, "11=r5|55=ABC|54=1|38=1|40=3|44=1|99=1|59=1|", "11");
            refused(alice, "11=r6|55=ABC|54=1|38=1|40=2|44=1|59=6|", "11");
            refused(alice, "11=r7|1=bob|55=ABC|54=1|38=1|40=2|44=1|59=1|", "15");
            refused(alice, "11=r8 with a space|55=ABC|54=1|38=1|40=2|44=1|59=1|", "99");
            refused(alice, "11=r9|55=ABC|54=1|38=0|40=2|44=1|59=1|", "13");
        }
    }

    private void refused(Client client, String body, String reason) throws IOException {
        client.send("D", body + "60=20260101-00:00:00|");
        Map<String, String> report = client.receive();
        assertThat(report)
                .as(body)
                .containsEntry("35", "8")
                .containsEntry("150", "8")
                .containsEntry("39", "8")
                .containsEntry("103", reason)
                .containsKey("58")
                .containsKey("54");
    }

    @Test
    void theSameOrderTwiceIsOneOrderAndTheSecondIsToldTheState() throws IOException {
        try (Client alice = alice()) {
            alice.newOrder("a1", '1', 10, "99.50");
            String orderId = alice.receive().getOrDefault("37", "");

            alice.newOrder("a1", '1', 10, "99.50");
            assertThat(alice.receive("150", "39", "37", "11"))
                    .isEqualTo(Map.of("150", "I", "39", "0", "37", orderId, "11", "a1"));

            alice.newOrder("a1", '1', 11, "99.50");
            assertThat(alice.receive("150", "39", "103")).isEqualTo(Map.of("150", "8", "39", "8", "103", "6"));
            List<OrderView> open = floor.ask(state -> state.openOrders("alice", 10));
            assertThat(open).hasSize(1);
        }
    }

    @Test
    void aStatusTellsTheOrderAndAnUnknownOneCreatesNothing() throws IOException {
        try (Client alice = alice()) {
            alice.newOrder("a1", '1', 10, "99.50");
            alice.receive();
            alice.send("H", "11=a1|55=ABC|54=1|790=q1|");
            assertThat(alice.receive("150", "39", "11", "151", "790"))
                    .isEqualTo(Map.of("150", "I", "39", "0", "11", "a1", "151", "10", "790", "q1"));

            int before = floor.events().size();
            alice.status("nothing", '1');
            assertThat(alice.receive("150", "39", "37", "103"))
                    .isEqualTo(Map.of("150", "I", "39", "8", "37", "NONE", "103", "5"));
            assertThat(floor.events()).hasSize(before);
        }
    }

    @Test
    void aMassStatusTellsAllOpenOrders() throws IOException {
        try (Client alice = alice()) {
            alice.newOrder("a1", '1', 10, "99.50");
            alice.newOrder("a2", '1', 10, "99.40");
            alice.receive();
            alice.receive();
            alice.send("AF", "584=m1|585=7|");

            assertThat(alice.receive("150", "11", "584", "911", "912"))
                    .isEqualTo(Map.of("150", "I", "11", "a1", "584", "m1", "911", "2", "912", "N"));
            assertThat(alice.receive("11", "912")).isEqualTo(Map.of("11", "a2", "912", "Y"));
        }
    }

    @Test
    void whatIsNotSupportedIsRefusedByTheApplication() throws IOException {
        try (Client alice = alice()) {
            alice.send("q", "11=x|60=20260101-00:00:00|530=7|");

            assertThat(alice.receive("35", "372", "380")).isEqualTo(Map.of("35", "j", "372", "q", "380", "3"));
        }
    }

    @Test
    void ordersByOtherWaysAreReportedToo() throws IOException {
        try (Client alice = alice()) {
            floor.order(new Command.NewOrder(
                    "alice", "by-http", "ABC", Side.BUY, OrderType.LIMIT, TimeInForce.GTC, 9_900, 5));

            assertThat(alice.receive("150", "11", "151")).isEqualTo(Map.of("150", "0", "11", "by-http", "151", "5"));
        }
    }
}

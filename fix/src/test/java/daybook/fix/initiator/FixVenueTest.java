package daybook.fix.initiator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import daybook.events.Command;
import daybook.events.OrderType;
import daybook.events.Side;
import daybook.events.TimeInForce;
import daybook.exchange.OrderView;
import daybook.fix.FixVenueSettings;
import daybook.fix.Floor;
import daybook.strategies.AccountKey;
import daybook.strategies.ClosedBar;
import daybook.strategies.Fence;
import daybook.strategies.OrderIntent;
import daybook.strategies.venue.Answer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Initiator, acceptor, exchange and execution reports, end to end. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FixVenueTest {
    private final Path directory;
    private final Floor floor;
    private FixVenue venue;
    private boolean spent;

    FixVenueTest(@TempDir Path directory) {
        this.directory = directory;
        this.floor = new Floor(directory.resolve("acceptor"), Map.of("ALICE", "alice")).open();
        this.venue = venue(floor.address(), Duration.ofSeconds(5));
    }

    /** One connection for all that do not break it: to open one takes a second. */
    @BeforeEach
    void logon() {
        if (spent) {
            venue.close();
            venue = venue(floor.address(), Duration.ofSeconds(5));
            spent = false;
        }
        await().until(() -> venue.isLoggedOn());
    }

    @AfterAll
    void close() {
        venue.close();
        floor.close();
    }

    private FixVenue venue(InetSocketAddress address, Duration deadline) {
        return new FixVenue(
                new FixVenueSettings(
                        "daybook",
                        new FixVenueSettings.Session("ALICE", "DAYBOOK", "alice", Floor.PASSWORD, 30),
                        address,
                        directory.resolve("initiator"),
                        deadline,
                        FixVenueSettings.Memory.DEFAULT),
                InstantSource.system(),
                System::nanoTime);
    }

    static OrderIntent intent(int number, Side side, long quantity, long price) {
        return new OrderIntent(
                new OrderIntent.Cause(1, new UUID(7, number), 0),
                new AccountKey("daybook", "alice", "spot"),
                "ABC",
                new OrderIntent.Terms(
                        side, OrderType.LIMIT, TimeInForce.GTC, price, quantity, new ClosedBar.Scales(2, 0)),
                new Fence("shard-1", 1));
    }

    private static Answer.Known known(Answer answer) {
        assertThat(answer).isInstanceOf(Answer.Known.class);
        return (Answer.Known) answer;
    }

    private List<OrderView> openOrders(OrderIntent intent) {
        return floor.ask(state -> state.openOrders("alice", 100).stream()
                .filter(order -> order.clientOrderId().equals(intent.clientOrderId()))
                .toList());
    }

    @Test
    void anOrderRestsIsFilledAndIsFound() {
        OrderIntent intent = intent(1, Side.BUY, 10, 10_500);

        Answer.Known submitted = known(venue.submit(intent));
        assertThat(submitted.state()).isEqualTo(Answer.State.OPEN);
        assertThat(submitted.venueOrderId()).isNotEmpty();

        floor.order(new Command.NewOrder("bob", "b1", "ABC", Side.SELL, OrderType.LIMIT, TimeInForce.IOC, 10_500, 4));
        await().untilAsserted(() -> {
            Answer.Known found = known(venue.find(intent));
            assertThat(found.state()).isEqualTo(Answer.State.PARTIALLY_FILLED);
            assertThat(found.filledQuantity()).isEqualTo(4);
        });
        Answer.Known cancelled = known(venue.cancel(intent));
        assertThat(cancelled.state()).isEqualTo(Answer.State.CANCELLED);
        assertThat(cancelled.filledQuantity()).isEqualTo(4);
        assertThat(known(venue.cancel(intent)).state()).isEqualTo(Answer.State.CANCELLED);
    }

    @Test
    void theSameOrderSubmittedAgainIsTheFirst() {
        OrderIntent intent = intent(2, Side.BUY, 10, 10_000);
        Answer.Known first = known(venue.submit(intent));

        Answer.Known second = known(venue.submit(intent));

        assertThat(second.venueOrderId()).isEqualTo(first.venueOrderId());
        assertThat(openOrders(intent)).hasSize(1);
    }

    @Test
    void anOrderThatWasNeverSentIsNotFoundAndAskingDoesNotCreateIt() {
        OrderIntent intent = intent(3, Side.BUY, 10, 10_000);

        assertThat(venue.find(intent)).isInstanceOf(Answer.NoSuchOrder.class);
        assertThat(openOrders(intent)).isEmpty();
    }

    @Test
    void whatTheVenueRefusesIsRejectedWithItsReason() {
        Answer.Known refused = known(venue.submit(intent(4, Side.BUY, 10, 0)));

        assertThat(refused.state()).isEqualTo(Answer.State.REJECTED);
        assertThat(refused.reason()).isNotEmpty();
    }

    @Test
    void withoutASessionNothingIsSentAndNothingIsKnown() throws Exception {
        InetSocketAddress nobody;
        try (java.net.ServerSocket socket = new java.net.ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = new InetSocketAddress(InetAddress.getLoopbackAddress(), socket.getLocalPort());
        }
        venue.close();
        spent = true;
        venue = venue(nobody, Duration.ofMillis(200));
        OrderIntent intent = intent(5, Side.BUY, 10, 10_000);

        assertThat(venue.submit(intent)).isInstanceOf(Answer.NotSent.class);
        assertThat(venue.find(intent)).isInstanceOf(Answer.NoAnswer.class);
        assertThat(venue.cancel(intent)).isInstanceOf(Answer.NoAnswer.class);
    }

    /** The venue takes the order and does not answer in time: afterwards there is exactly one order, and it is found. */
    @Test
    void aLateReportIsNoAnswerAndTheOrderIsFoundOnce() {
        venue.close();
        spent = true;
        venue = venue(floor.address(), Duration.ofMillis(300));
        await().until(() -> venue.isLoggedOn());
        OrderIntent intent = intent(6, Side.BUY, 10, 10_000);
        floor.restAcceptor(true);

        assertThat(venue.submit(intent)).isInstanceOf(Answer.NoAnswer.class);

        floor.restAcceptor(false);
        await().untilAsserted(
                        () -> assertThat(known(venue.find(intent)).state()).isEqualTo(Answer.State.OPEN));
        assertThat(openOrders(intent)).hasSize(1);
    }

    /** The venue's process dies between the order and its report. */
    @Test
    void anOrderWhoseVenueDiedIsFoundOnceAfterItsRestart() {
        OrderIntent intent = intent(7, Side.BUY, 10, 10_000);
        floor.restAcceptor(true);
        Thread killer = new Thread(() -> {
            await().until(() -> floor.acceptor().status().waiting() > 0);
            floor.restAcceptor(false);
            floor.acceptor().close();
        });
        killer.start();
        Answer answer = venue.submit(intent);
        assertThat(answer).isInstanceOfAny(Answer.NoAnswer.class, Answer.Known.class);
        await().until(() -> !killer.isAlive());
        floor.kill();
        venue.close();
        floor.open();
        venue = venue(floor.address(), Duration.ofSeconds(5));
        await().until(() -> venue.isLoggedOn());

        Answer found = venue.find(intent);
        if (found instanceof Answer.NoSuchOrder) { // it died before the exchange had it: now it may be sent again
            found = venue.submit(intent);
        }

        assertThat(known(found).state()).isEqualTo(Answer.State.OPEN);
        assertThat(openOrders(intent)).hasSize(1);
    }
}

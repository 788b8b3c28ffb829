package daybook.strategies.gateway;

import static daybook.strategies.OrderUpdate.Status.ACCEPTED;
import static daybook.strategies.OrderUpdate.Status.FAILED;
import static daybook.strategies.OrderUpdate.Status.PROCESSING;
import static daybook.strategies.OrderUpdate.Status.QUEUED;
import static daybook.strategies.OrderUpdate.Status.REJECTED;
import static daybook.strategies.OrderUpdate.Status.UNKNOWN;
import static daybook.strategies.gateway.GatewayWorld.intent;
import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.Engine;
import daybook.strategies.Fence;
import daybook.strategies.OrderIntent;
import daybook.strategies.OrderUpdate;
import daybook.strategies.Shards;
import daybook.strategies.gateway.FaultyVenue.Fault;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** One gateway, a venue that does what the test says, orders one by one. */
@ParameterizedClass
@EnumSource
class OrderGatewayTest {
    private final Engine engine;

    @TempDir
    Path dir;

    private GatewayWorld world;
    private GatewayWorld.Running process;

    OrderGatewayTest(Engine engine) {
        this.engine = engine;
    }

    @BeforeEach
    void open() {
        world = new GatewayWorld(engine, dir, 1);
        world.grant(0, 1);
        process = world.process("a");
    }

    @AfterEach
    void close() {
        process.close();
        world.close();
    }

    @Test
    void anIntentBecomesAnOrderAndEachStepIsSaid() {
        OrderIntent one = intent(1, 1, "INFY");
        world.venue.next = Fault.NONE;

        world.decided(one);
        process.runFor(Duration.ofSeconds(30));

        assertThat(world.venue.entered()).containsOnlyKeys(one.clientOrderId()).containsValue(1);
        assertThat(world.status(one).isFinal()).isTrue();
        assertThat(world.path(one)).startsWith(QUEUED, PROCESSING);
        world.messagesAreTheChanges();
        assertThat(process.gateway.figures().intents()).isEqualTo(1);
    }

    @Test
    void anIntentThatIsDeliveredAgainIsNoSecondOrder() {
        OrderIntent one = intent(1, 1, "INFY");

        world.decided(one, one);
        process.settle();
        world.decided(one);
        process.settle();

        assertThat(world.venue.submissions).isEqualTo(1);
        assertThat(process.gateway.figures().intents()).isEqualTo(1);
    }

    @Test
    void whatADeposedOwnerDecidedFailsAndIsNeverSent() {
        world.grant(0, 2);
        OrderIntent stale = intent(1, 1, "INFY", new Fence(Shards.lease(0), 1));

        world.decided(stale);
        process.settle();

        assertThat(world.path(stale)).containsExactly(FAILED);
        assertThat(world.order(stale).state().reason()).isEqualTo(OrderUpdate.STALE_FENCING_TOKEN);
        assertThat(world.venue.submissions).isZero();
        assertThat(process.gateway.figures().stale()).isEqualTo(1);
    }

    /** The venue is away, so it waits in the queue; meanwhile another evaluator takes the shard over. */
    @Test
    void anOwnerThatIsDeposedWhileItsOrderWaitsDoesNotGetItSent() {
        OrderIntent waits = intent(1, 1, "INFY");
        world.venue.isDownFor(Duration.ofMinutes(5));
        world.decided(waits);
        process.settle();
        assertThat(world.status(waits)).isEqualTo(QUEUED);
        long before = world.venue.submissions;

        world.grant(0, 2);
        process.runFor(Duration.ofMinutes(6));

        assertThat(world.status(waits)).isEqualTo(FAILED);
        assertThat(world.order(waits).state().reason()).isEqualTo(OrderUpdate.STALE_FENCING_TOKEN);
        assertThat(world.venue.submissions).isEqualTo(before);
        assertThat(world.venue.entered()).isEmpty();
        world.messagesAreTheChanges();
    }

    @Test
    void whatAPersonOrdersHasNoFence() {
        OrderIntent manual = intent(1, 1, "INFY", Fence.MANUAL);

        world.decided(manual);
        process.settle();

        assertThat(world.venue.entered()).containsOnlyKeys(manual.clientOrderId());
    }

    @Test
    void anOrderThatIsEnteredAndNotAnsweredIsFound() {
        OrderIntent one = intent(1, 1, "INFY");
        world.venue.next = Fault.ENTERED_NO_ANSWER;

        world.decided(one);
        process.runFor(Duration.ofSeconds(30));

        assertThat(world.path(one)).startsWith(QUEUED, PROCESSING, UNKNOWN).doesNotContainSequence(UNKNOWN, QUEUED);
        assertThat(world.venue.submissions).isEqualTo(1);
    }

    @Test
    void anOrderThatNeverArrivedIsSentAgainUnderItsIdOnceThatIsSettled() {
        OrderIntent one = intent(1, 1, "INFY");
        world.venue.next = Fault.LOST;
        world.decided(one);

        process.runFor(Duration.ofMillis(world.venue.settleMs() - 2_000));
        assertThat(world.venue.submissions).isEqualTo(1);
        assertThat(world.status(one)).isEqualTo(UNKNOWN);

        world.venue.next = Fault.NONE;
        process.runFor(Duration.ofSeconds(10));
        assertThat(world.path(one)).startsWith(QUEUED, PROCESSING, UNKNOWN, QUEUED, PROCESSING);
        assertThat(world.venue.entered()).containsOnlyKeys(one.clientOrderId());
        assertThat(process.gateway.figures().resent()).isEqualTo(1);
    }

    @Test
    void aRefusalIsTheEndAndADeadConnectionIsNot() {
        OrderIntent refused = intent(1, 1, "INFY");
        OrderIntent unsent = intent(2, 2, "INFY");
        world.venue.next = Fault.REFUSED;
        world.decided(refused);
        process.settle();
        world.venue.next = Fault.NOT_SENT;
        world.decided(unsent);
        process.settle();

        assertThat(world.status(refused)).isEqualTo(REJECTED);
        assertThat(world.order(refused).state().reason()).isEqualTo("PRICE_OUTSIDE_BAND");
        assertThat(world.status(unsent)).isEqualTo(QUEUED);
        assertThat(world.order(unsent).state().reason()).isEqualTo("nobody listens there");
    }

    @Test
    void ofOneSymbolLaterOrdersWaitForTheUnknownOneAndOthersDoNot() {
        OrderIntent first = intent(1, 1, "INFY");
        OrderIntent second = intent(2, 1, "INFY");
        OrderIntent other = intent(3, 1, "TCS");
        OrderIntent elsewhere = intent(4, 2, "INFY");
        world.venue.next = Fault.LOST;
        world.decided(first);
        process.settle();

        world.venue.next = Fault.NONE;
        world.decided(second, other, elsewhere);
        process.runFor(Duration.ofSeconds(3));

        assertThat(world.status(first)).isEqualTo(UNKNOWN);
        assertThat(world.status(second)).isEqualTo(QUEUED);
        assertThat(world.venue.entered()).containsOnlyKeys(other.clientOrderId(), elsewhere.clientOrderId());

        process.runFor(Duration.ofSeconds(30));
        assertThat(world.venue.entered()).hasSize(4);
    }

    @Test
    void anOpenOrderIsFollowedToItsEnd() {
        OrderIntent one = intent(1, 1, "INFY");
        world.decided(one, intent(2, 1, "INFY"), intent(3, 1, "INFY"), intent(4, 1, "INFY"));

        process.settle();
        assertThat(world.statuses()).containsKey(ACCEPTED);
        process.runFor(Duration.ofMinutes(2));

        assertThat(world.statuses().keySet()).allMatch(status -> status.isFinal());
        world.messagesAreTheChanges();
    }
}

package daybook.strategies.gateway;

import static daybook.strategies.OrderUpdate.Status.CANCELLED;
import static daybook.strategies.OrderUpdate.Status.FAILED;
import static daybook.strategies.OrderUpdate.Status.FILLED;
import static daybook.strategies.OrderUpdate.Status.QUEUED;
import static daybook.strategies.OrderUpdate.Status.REJECTED;
import static daybook.strategies.OrderUpdate.Status.UNKNOWN;
import static daybook.strategies.gateway.GatewayWorld.intent;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import daybook.delivery.DatabaseReader;
import daybook.delivery.DeadLetter;
import daybook.delivery.DeadLetterDesk;
import daybook.delivery.Engine;
import daybook.delivery.ServiceStatus.Light;
import daybook.log.LogRecord;
import daybook.strategies.AccountKey;
import daybook.strategies.DerivedId;
import daybook.strategies.Fence;
import daybook.strategies.OrderIntent;
import daybook.strategies.Records;
import daybook.strategies.gateway.FaultyVenue.Fault;
import daybook.strategies.gateway.GatewayDesk.Outcome;
import daybook.strategies.gateway.GatewayHook.Stage;
import daybook.strategies.gateway.GatewayWorld.Killed;
import daybook.strategies.gateway.GatewayWorld.Running;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people see of orders and do with them; several gateways; what cannot be ordered. */
class GatewayDeskTest {
    @TempDir
    Path dir;

    private GatewayWorld world;
    private Running process;
    private GatewayDesk desk;
    private GatewayReader reader;
    private final OrderIntent one = intent(1, 1, "INFY");

    @BeforeEach
    void open() {
        world = new GatewayWorld(Engine.SQLITE, dir, 1);
        world.grant(0, 1);
        process = world.process("a");
        desk = new GatewayDesk(world.database, world.records, world.time);
        reader = new GatewayReader(world.database);
    }

    @AfterEach
    void close() {
        desk.close();
        process.close();
        world.close();
    }

    @Test
    void aPersonsOrderGoesTheWayOfAllOthersAndOnce() {
        OrderIntent manual = intent(9, 1, "INFY", Fence.MANUAL);

        desk.order(manual);
        desk.order(manual);
        process.runFor(Duration.ofSeconds(2));

        world.eachIsOneOrder(manual);
        assertThat(reader.orders(OrderFilter.ALL.of(0), 10))
                .extracting(line -> line.intent().id())
                .containsExactly(manual.id());
        assertThatIllegalArgumentException().isThrownBy(() -> desk.order(one));
    }

    @Test
    void anOrderThatWaitsIsCancelledAndNeverSent() {
        world.venue.isDownFor(Duration.ofMinutes(1));
        world.decided(one);
        process.settle();
        long before = world.venue.submissions;

        assertThat(desk.cancel(one.id(), "ops")).isEqualTo(Outcome.DONE);
        process.runFor(Duration.ofMinutes(2));

        assertThat(world.status(one)).isEqualTo(CANCELLED);
        assertThat(world.venue.submissions - before).isLessThanOrEqualTo(1); // it was tried once before it was heard of
        world.eachIsOneOrder();
        assertThat(desk.cancel(one.id(), "ops")).isEqualTo(Outcome.ENDED);
        assertThat(desk.cancel(new UUID(0, 1), "ops")).isEqualTo(Outcome.UNKNOWN_ORDER);
        world.messagesAreTheChanges();
    }

    @Test
    void anOpenOrderIsCancelledAtTheVenue() {
        world.venue.lifeMs = 3_600_000;
        world.decided(one);
        process.settle();
        assertThat(world.order(one).state().isOpen()).isTrue();

        desk.cancel(one.id(), "ops");
        assertThat(reader.order(one.id()).orElseThrow().cancelAsked()).isTrue();
        process.runFor(Duration.ofSeconds(2));

        assertThat(world.status(one)).isEqualTo(CANCELLED);
        assertThat(reader.order(one.id()).orElseThrow().cancelAsked()).isFalse();
    }

    @Test
    void anOrderThatNeverArrivedAndIsCancelledIsNotSentAgain() {
        world.venue.next = Fault.LOST;
        world.decided(one);
        process.settle();
        world.venue.next = Fault.NONE;

        desk.cancel(one.id(), "ops");
        process.runFor(Duration.ofMinutes(1));

        assertThat(world.path(one)).endsWith(UNKNOWN, CANCELLED);
        world.eachIsOneOrder();
    }

    /** The gateway was away for longer than the venue remembers: that it knows no such order says nothing. */
    @Test
    void anOrderThatTheVenueMayHaveForgottenIsSettledByAPersonOnly() {
        world.venue.next = Fault.LOST;
        world.decided(one);
        process.settle();
        process.close();
        world.time.pass(Duration.ofMinutes(61));
        process = world.process("a");
        process.runFor(Duration.ofMinutes(2));

        assertThat(world.status(one)).isEqualTo(UNKNOWN);
        assertThat(world.venue.submissions).isEqualTo(1);
        assertThatIllegalArgumentException().isThrownBy(() -> desk.settle(one.id(), QUEUED, 0, "ops"));
        assertThatIllegalArgumentException().isThrownBy(() -> desk.settle(one.id(), FILLED, 3, "ops"));
        assertThat(desk.settle(one.id(), FAILED, 0, "ops")).isEqualTo(Outcome.DONE);
        assertThat(desk.settle(one.id(), FAILED, 0, "ops")).isEqualTo(Outcome.ENDED);
        process.runFor(Duration.ofSeconds(30));

        assertThat(world.path(one)).endsWith(UNKNOWN, FAILED);
        assertThat(world.order(one).state().reason()).isEqualTo("settled by ops");
        assertThat(process.gateway.status().light()).isEqualTo(Light.GREEN);
        world.messagesAreTheChanges();
    }

    @Test
    void unresolvedOnesAreListedWithTheirAgeAndTurnTheStatusAmber() {
        world.venue.isDownFor(Duration.ofMinutes(5));
        world.decided(one, intent(2, 2, "TCS"));

        process.runFor(Duration.ofMinutes(2));

        assertThat(reader.unresolved(10)).hasSize(2).allMatch(OrderLine::isUnresolved);
        assertThat(process.gateway.figures().orders().oldestUnresolvedMs()).isBetween(110_000L, 130_000L);
        assertThat(process.gateway.status().light()).isEqualTo(Light.AMBER);
        assertThat(process.gateway.status().reasons().toString()).contains("oldest unresolved one came 1");

        process.runFor(Duration.ofMinutes(5));
        assertThat(reader.unresolved(10)).isEmpty();
        assertThat(process.gateway.status().light()).isEqualTo(Light.GREEN);
        assertThat(process.gateway.figures().orders().ended().keySet()).allMatch(status -> status.isFinal());
    }

    @Test
    void ordersAreFoundByStatusStrategyAndAccount() {
        OrderIntent two = intent(2, 2, "TCS");
        world.venue.next = Fault.REFUSED;
        world.decided(one, two);
        process.runFor(Duration.ofSeconds(2));

        assertThat(reader.orders(OrderFilter.ALL, 10))
                .extracting(OrderLine::intent)
                .as("the newest first")
                .containsExactlyInAnyOrder(one, two);
        assertThat(reader.orders(OrderFilter.ALL.of(two.account().text()), 10))
                .extracting(OrderLine::intent)
                .containsExactly(two);
        assertThat(reader.orders(OrderFilter.ALL.of(7).in(Set.of(REJECTED)), 10))
                .hasSize(2);
        assertThat(reader.orders(OrderFilter.ALL.of(8), 10)).isEmpty();
        assertThat(reader.orders(OrderFilter.UNRESOLVED, 10)).isEmpty();
        assertThat(reader.counts()).containsEntry(REJECTED, 2L).hasSize(1);
    }

    @Test
    void ordersForAVenueThatNobodyHereKnowsWaitAndAreNamed() {
        OrderIntent elsewhere = new OrderIntent(
                one.cause(), new AccountKey("OTHER", "acc", "spot"), one.symbol(), one.terms(), one.fence());
        world.decided(elsewhere);

        process.runFor(Duration.ofSeconds(2));

        assertThat(world.status(elsewhere)).isEqualTo(QUEUED);
        assertThat(process.gateway.status().reasons().toString())
                .contains("1 for venues that this process does not know");
    }

    @Test
    void whatCannotBeOrderedIsPutAside() {
        OrderIntent unfenced = new OrderIntent(
                new OrderIntent.Cause(7, DerivedId.of("bar", 1), 1), one.account(), "INFY", one.terms(), Fence.MANUAL);
        OrderIntent changed = new OrderIntent(one.cause(), one.account(), "TCS", one.terms(), one.fence());
        world.decided(one, unfenced, changed);
        LogRecord good = Records.record(world.records.of(one, 0), 0);
        world.log.append(GatewayWorld.INTENTS, new LogRecord(good.key(), new byte[] {'{', '}'}, good.headers(), 0));

        process.runFor(Duration.ofSeconds(5));

        world.eachIsOneOrder(one);
        List<String> errors = new DatabaseReader(world.database)
                .read(connection -> new DeadLetterDesk(world.time)
                        .list(connection, false, 10).stream()
                                .map(DeadLetter::error)
                                .toList());
        assertThat(errors)
                .hasSize(3)
                .anyMatch(error -> error.contains("fencingToken: 0"))
                .anyMatch(error -> error.contains("intentId: "))
                .anyMatch(error -> error.contains("type: "));
        assertThat(process.gateway.status().light()).isEqualTo(Light.AMBER);
    }

    @Test
    void aKilledGatewaysAccountsGoToAnotherWhenTheirLeasesHaveEnded() {
        Running dies = world.process("b", stage -> {
            if (stage == Stage.BEFORE_SUBMIT) {
                throw new Killed();
            }
        });
        process.close();
        world.decided(one);
        try {
            dies.settle();
        } catch (Killed dead) {
            dies.kill();
        }
        process = world.process("a");
        process.runFor(Duration.ofSeconds(5));
        assertThat(world.venue.questions + world.venue.submissions)
                .as("its lease lasts")
                .isZero();

        world.leasesEnd();
        process.runFor(Duration.ofMinutes(1));
        world.eachIsOneOrder(one);
    }

    @Test
    void accountsAreSharedAndGivenBack() {
        GatewayOptions few = new GatewayOptions(GatewayWorld.TOPICS, 500, 32, 1, Duration.ofSeconds(30));
        process.close();
        try (Running first = world.new Running("a", few);
                Running second = world.new Running("b", few)) {
            world.venue.lifeMs = 60_000;
            world.decided(one, intent(2, 2, "TCS"));
            for (int i = 0; i < 20; i++) {
                first.settle();
                second.settle();
            }

            assertThat(List.of(
                            first.gateway.figures().accounts(),
                            second.gateway.figures().accounts()))
                    .containsOnly(1);
            assertThat(first.gateway.figures().submitted()).isEqualTo(1);
            assertThat(second.gateway.figures().submitted()).isEqualTo(1);
        }
    }
}

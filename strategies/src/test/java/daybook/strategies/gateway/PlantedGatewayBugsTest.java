package daybook.strategies.gateway;

import static daybook.strategies.gateway.GatewayWorld.intent;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.delivery.Engine;
import daybook.delivery.HarmedDatabase;
import daybook.strategies.DerivedId;
import daybook.strategies.OrderIntent;
import daybook.strategies.OrderUpdate.Status;
import daybook.strategies.gateway.FaultyVenue.Fault;
import daybook.strategies.gateway.GatewayHook.Stage;
import daybook.strategies.gateway.GatewayWorld.Killed;
import daybook.strategies.gateway.GatewayWorld.Running;
import daybook.strategies.venue.Answer;
import daybook.strategies.venue.Venue;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What each guarantee is worth: the gateway without it sends an order twice, sends one it must not, or does not say what it did. */
class PlantedGatewayBugsTest {
    private static final String FENCE =
            " AND (fence_token = 0 OR EXISTS (SELECT 1 FROM lease WHERE name = fence_lease AND token = fence_token))";

    @TempDir
    Path dir;

    private GatewayWorld world;
    private final OrderIntent one = intent(1, 1, "INFY");

    @BeforeEach
    void open() {
        world = new GatewayWorld(Engine.SQLITE, dir, 1);
        world.grant(0, 1);
    }

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void aClaimThatDoesNotAskForTheFenceIsCaught() {
        caught(
                world -> world.process("a"),
                world -> world
                .new Running(
                        "a",
                        world.venue,
                        AccountExecutor.Seams.STRICT,
                        HarmedDatabase.saying(world.database, FENCE, "")),
                this::isNotSentForADeposedOwner);
    }

    private void isNotSentForADeposedOwner(Running process) {
        world.venue.isDownFor(Duration.ofSeconds(30));
        world.decided(one);
        process.settle();
        world.grant(0, 2);
        process.runFor(Duration.ofMinutes(2));
        world.eachIsOneOrder();
    }

    @Test
    void sendingAgainBlindlyIsCaught() {
        caught(
                world -> world.process("a"),
                world -> world.process("a", new Wrong() {
                    @Override
                    public OrderState sent(OrderState order, Answer answer) {
                        return answer instanceof Answer.NoAnswer
                                ? order.to(Status.QUEUED, "tried again")
                                : super.sent(order, answer);
                    }
                }),
                process -> isOneOrderAfter(process, Fault.ENTERED_NO_ANSWER));
    }

    @Test
    void sendingAgainBeforeItIsSettledIsCaught() {
        caught(
                world -> world.process("a"),
                world -> world.process("a", new Wrong() {
                    @Override
                    public OrderState found(OrderState order, Answer answer, Waited waited) {
                        return super.found(order, answer, new Waited(true, waited.remembered()));
                    }
                }),
                process -> isOneOrderAfter(process, Fault.ENTERED_UNSEEN));
    }

    @Test
    void aRandomClientOrderIdIsCaught() {
        caught(
                world -> world.process("a"),
                world -> world.new Running("a", new UnderRandomIds(world.venue), AccountExecutor.Seams.STRICT),
                process -> isOneOrderAfter(process, Fault.ENTERED_NO_ANSWER));
    }

    private void isOneOrderAfter(Running process, Fault fault) {
        world.venue.next = fault;
        world.decided(one);
        process.settle();
        world.venue.next = null;
        process.runFor(Duration.ofMinutes(1));
        world.eachIsOneOrder(one);
    }

    /** It dies when the order is at the venue and nothing that says so is durable. */
    @Test
    void anIdentityThatIsStoredAfterTheSubmissionIsCaught() {
        isOneOrderThoughItDies(SubmissionProtocol.STRICT);
        assertThatThrownBy(() -> again(() -> isOneOrderThoughItDies(new SubmissionProtocol() {
                    @Override
                    public void send(Batch batch) throws SQLException {
                        batch.claim();
                        batch.submit();
                        settle(batch);
                    }

                    @Override
                    public void settle(Batch batch) throws SQLException {
                        SubmissionProtocol.STRICT.settle(batch);
                    }
                })))
                .isInstanceOf(AssertionError.class);
    }

    private void isOneOrderThoughItDies(SubmissionProtocol protocol) {
        Running dies = world.new Running("a", world.venue, new AccountExecutor.Seams(protocol, Rules.STRICT, stage -> {
            if (stage == Stage.AFTER_SUBMIT) {
                throw new Killed();
            }
        }));
        world.decided(one);
        assertThatThrownBy(dies::settle).isInstanceOf(Killed.class);
        dies.kill();
        try (Running again = world.process("a")) {
            again.runFor(Duration.ofMinutes(1));
        }
        world.eachIsOneOrder(one);
    }

    /** It dies between the change and its message. */
    @Test
    void aMessageOutsideOfTheTransactionIsCaught() {
        everyStepIsSaid(SubmissionProtocol.STRICT);
        assertThatThrownBy(() -> again(() -> everyStepIsSaid(new SubmissionProtocol() {
                    @Override
                    public void send(Batch batch) throws SQLException {
                        SubmissionProtocol.STRICT.send(batch);
                    }

                    @Override
                    public void settle(Batch batch) throws SQLException {
                        batch.record();
                        batch.confirm();
                        batch.commit();
                        throw new Killed();
                    }
                })))
                .isInstanceOf(AssertionError.class);
    }

    private void everyStepIsSaid(SubmissionProtocol protocol) {
        Running first = world.process("a", protocol);
        world.venue.next = Fault.ENTERED_NO_ANSWER;
        world.decided(one);
        try {
            first.runFor(Duration.ofMinutes(1));
        } catch (Killed dead) {
            assertThat(dead).isNotNull();
        }
        first.kill();
        try (Running again = world.process("a")) {
            again.runFor(Duration.ofMinutes(1));
        }
        world.messagesAreTheChanges();
    }

    /** Frozen between two of its submissions; another has taken the account over and sent the second order when it goes on. */
    @Test
    void anExecutorThatDoesNotAskForItsLeaseIsCaught() {
        theFrozenOneSendsNothingMore(world.process("a", this::freezes));
        assertThatThrownBy(() -> again(() -> theFrozenOneSendsNothingMore(world
                .new Running(
                        "a",
                        world.venue,
                        new AccountExecutor.Seams(SubmissionProtocol.STRICT, Rules.STRICT, this::freezes),
                        HarmedDatabase.saying(
                                world.database, " AND owner = ? AND token = ?", " AND ? <> '' AND ? >= 0")))))
                .isInstanceOf(AssertionError.class);
    }

    private int submitted;

    /** In its second submission; the third order is of the same claim. */
    private void freezes(Stage stage) {
        if (stage == Stage.AFTER_SUBMIT && ++submitted == 2) {
            world.leasesEnd();
            other = world.process("b");
            other.runFor(Duration.ofMinutes(1));
        }
    }

    private @Nullable Running other;

    private void theFrozenOneSendsNothingMore(Running frozen) {
        submitted = 0;
        world.venue.next = Fault.NONE;
        OrderIntent two = intent(2, 1, "TCS");
        OrderIntent three = intent(3, 1, "HDFC");
        world.decided(one, two, three);
        frozen.runFor(Duration.ofSeconds(5));

        OrderIntent four = intent(4, 1, "INFY");
        Running owner = Objects.requireNonNull(other);
        world.venue.isDownFor(Duration.ofSeconds(30));
        world.decided(four);
        owner.runFor(Duration.ofSeconds(2));
        frozen.runFor(Duration.ofSeconds(5));
        long sent = frozen.gateway.figures().submitted();
        owner.runFor(Duration.ofMinutes(1));
        owner.close();
        frozen.close();
        assertThat(sent).isEqualTo(2);
        world.eachIsOneOrder(one, two, three, four);
        world.messagesAreTheChanges();
    }

    /** The real one passes, the planted one does not: each in a world of its own. */
    private void caught(
            Function<GatewayWorld, Running> real, Function<GatewayWorld, Running> planted, Consumer<Running> check) {
        try (Running process = real.apply(world)) {
            check.accept(process);
        }
        assertThatThrownBy(() -> again(() -> {
                    try (Running process = planted.apply(world)) {
                        check.accept(process);
                    }
                }))
                .isInstanceOf(AssertionError.class);
    }

    private int worlds = 1;

    private void again(ThrowingCallable check) throws Throwable {
        world.close();
        world = new GatewayWorld(Engine.SQLITE, dir, ++worlds);
        world.grant(0, 1);
        check.call();
    }

    /** The rules, but for what a test makes wrong. */
    private static class Wrong implements Rules {
        @Override
        public OrderState sent(OrderState order, Answer answer) {
            return STRICT.sent(order, answer);
        }

        @Override
        public OrderState found(OrderState order, Answer answer, Waited waited) {
            return STRICT.found(order, answer, waited);
        }
    }

    /** Sends each order under an id of its own making. */
    private record UnderRandomIds(FaultyVenue venue) implements Venue {
        @Override
        public String name() {
            return venue.name();
        }

        @Override
        public Answer submit(OrderIntent intent) {
            OrderIntent.Cause other = new OrderIntent.Cause(0, DerivedId.of("another", venue.submissions), 0);
            return venue.submit(
                    new OrderIntent(other, intent.account(), intent.symbol(), intent.terms(), intent.fence()));
        }

        @Override
        public Answer find(OrderIntent intent) {
            return venue.find(intent);
        }

        @Override
        public Answer cancel(OrderIntent intent) {
            return venue.cancel(intent);
        }

        @Override
        public long settleMs() {
            return venue.settleMs();
        }

        @Override
        public void close() {}
    }
}

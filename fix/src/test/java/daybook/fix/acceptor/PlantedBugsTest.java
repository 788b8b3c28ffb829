package daybook.fix.acceptor;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.events.Command;
import daybook.events.OrderType;
import daybook.events.Side;
import daybook.events.TimeInForce;
import daybook.exchange.ReplyListener;
import daybook.exchange.VenueQueries;
import daybook.exchange.VenueState;
import daybook.fix.AcceptorPorts;
import daybook.fix.Floor;
import daybook.fix.session.PlantedSessions;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each guarantee broken on purpose, and the test that notices. */
class PlantedBugsTest {
    private final Path directory;

    PlantedBugsTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void execIdsFromACounterChangeAfterARestart() {
        assertNoticed(
                () -> {
                    AtomicLong counter = new AtomicLong();
                    return parts(
                            new Parts((place, isTrade) -> "x-" + counter.incrementAndGet(), Parts.OURS.sessions()));
                },
                RecoveryTest::aReportThatIsMadeAgainHasTheSameExecId);
    }

    @Test
    void reportsOfWhatIsNotDurableYet() {
        assertNoticed(
                () -> floor -> floor.with((settings, ports) -> FixAcceptor.open(
                        settings,
                        new AcceptorPorts(
                                ports.entry(),
                                ports.queries(),
                                floor.eager(),
                                ports.logons(),
                                ports.clock(),
                                ports.bell()))),
                RecoveryTest::noReportLeavesForWhatTheDiskDidNotTake);
    }

    @Test
    void numbersThatAreResetAtLogon() {
        assertNoticed(
                () -> parts(new Parts(ExecIds.BY_SEQ, PlantedSessions::resetAtLogon)),
                RecoveryTest::aFillThatHappensWhileNobodyIsThereIsResent);
    }

    @Test
    void aStatusRequestThatCreatesWhatItDoesNotFind() {
        OrdersOverFixTest test = new OrdersOverFixTest(directory) {
            @Override
            Floor floor(Path sessions) {
                return super.floor(sessions)
                        .with((settings, ports) -> FixAcceptor.open(
                                settings,
                                new AcceptorPorts(
                                        ports.entry(),
                                        new Creating(ports),
                                        ports.feed(),
                                        ports.logons(),
                                        ports.clock(),
                                        ports.bell())));
            }
        };
        test.open();
        try {
            assertThatThrownBy(test::aStatusTellsTheOrderAndAnUnknownOneCreatesNothing)
                    .isInstanceOf(AssertionError.class);
        } finally {
            test.close();
        }
    }

    /** Asked for anything, it sees to it that there is something. */
    private record Creating(AcceptorPorts ports) implements VenueQueries {
        @Override
        public <T> CompletableFuture<T> query(Function<VenueState, T> question) {
            ports.entry()
                    .submit(
                            new Command.NewOrder(
                                    "alice", "nothing", "ABC", Side.BUY, OrderType.LIMIT, TimeInForce.GTC, 1, 1),
                            ReplyListener.NONE);
            return ports.queries().query(question);
        }
    }

    private interface Planted {
        Floor in(Floor floor);
    }

    private interface Plan {
        Planted plan();
    }

    private interface Scenario {
        void play(RecoveryTest test) throws Exception;
    }

    private static Planted parts(Parts parts) {
        return floor -> floor.with((settings, ports) -> FixAcceptor.open(settings, ports, parts));
    }

    private void assertNoticed(Plan plan, Scenario scenario) {
        Planted planted = plan.plan();
        RecoveryTest test = new RecoveryTest(directory) {
            @Override
            Floor floor(Path sessions) {
                return planted.in(super.floor(sessions));
            }

            @Override
            int patienceMillis() {
                return 1_000;
            }
        };
        test.open();
        try {
            ThrowingCallable play = () -> scenario.play(test);
            assertThatThrownBy(play).isInstanceOfAny(AssertionError.class, SocketTimeoutException.class);
        } finally {
            test.close();
        }
    }
}

package daybook.fix.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import daybook.fix.FixAcceptorSettings;
import daybook.fix.FixLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import quickfix.MemoryStoreFactory;
import quickfix.SessionID;

/**
 * Every handed session scenario of FIX 4.4 ({@code SHARED_DATA/fix}) against our session layer with an application that echoes, as
 * the scenarios expect one. Each on an acceptor of its own, whose sessions start anew at each disconnect: that is what they were
 * written for, and the only rule in which it differs from ours.
 */
class ScenarioTest {
    /** Waits for several heartbeats of six seconds. */
    private static final String SLOW = "6_SendTestRequest";

    private final Path directory;

    ScenarioTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @TestFactory
    Stream<DynamicTest> isAnsweredAsExpected() throws IOException {
        return Scenario.all().values().stream()
                .filter(scenario ->
                        Boolean.getBoolean("daybook.long") || !scenario.name().equals(SLOW))
                .map(scenario -> dynamicTest(scenario.name(), () -> play(scenario)));
    }

    @Test
    void theArchiveHasNotLostItsScenarios() throws IOException {
        assertThat(Scenario.all()).hasSizeGreaterThanOrEqualTo(34).containsKey(SLOW);
    }

    private void play(Scenario scenario) throws IOException {
        AtomicReference<@Nullable Listener> listener = new AtomicReference<>();
        Echo echo = new Echo((message, session) -> session(listener, session).send(message));
        try (Listener open = Listener.start(settings(), ports(), echo, asTheScenariosExpect());
                ScenarioPlayer player = new ScenarioPlayer(
                        open.address(), () -> open.sessions().values().stream().allMatch(ScenarioTest::isOver))) {
            listener.set(open);
            player.play(scenario);
        }
    }

    /** To begin anew with its numbers is the last thing that a session does when its connection is over. */
    private static boolean isOver(quickfix.Session session) {
        return !session.hasResponder()
                && !session.isLoggedOn()
                && session.getExpectedSenderNum() == 1
                && session.getExpectedTargetNum() == 1;
    }

    private static quickfix.Session session(AtomicReference<@Nullable Listener> listener, SessionID id) {
        Listener open = listener.get();
        quickfix.Session session = open == null ? null : open.sessions().get(id.getTargetCompID());
        if (session == null) {
            throw new IllegalStateException("session: " + id + " (expected: one of the listener's)");
        }
        return session;
    }

    private FixAcceptorSettings settings() {
        return new FixAcceptorSettings(
                "ISLD",
                Map.of("TW", "echo"),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                directory,
                false,
                FixLimits.DEFAULT);
    }

    private static Listener.Ports ports() {
        return new Listener.Ports(attempt -> true, new MemoryStoreFactory(), InstantSource.system());
    }

    private static Listener.Overrides asTheScenariosExpect() {
        return new Listener.Overrides(Map.of("ResetOnDisconnect", "Y"));
    }
}

package daybook.app.ws;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.security.Identity;
import daybook.delivery.broadcast.BroadcastHistory;
import daybook.delivery.broadcast.Presence;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Places that were given and channels that were made do not stay behind, and are no more than so many. */
class AdmissionTest {
    private static final String ADDRESS = "10.0.0.1";
    private static final Visitor VISITOR = new Visitor(Identity.NOBODY, true, ADDRESS, () -> true);
    private static final SocketLimits ONE = new SocketLimits(
            1, 1, 100, 16 << 10, 50, 200, Duration.ofMinutes(1), Duration.ofMinutes(1), Duration.ofMinutes(1));

    private long nowNs;
    private final Hub hub = new Hub(
            new Feeds(
                    new FakeMarket(),
                    new BroadcastHistory(6),
                    new Presence("instance-1", () -> nowNs, said -> {}),
                    Optional::empty,
                    Optional::empty),
            ONE,
            "instance-1",
            1,
            () -> nowNs);

    @AfterEach
    void stop() {
        hub.close();
    }

    /** Its client was gone before the answer was there: nobody opens it, and nobody closes it. */
    @Test
    void whoWasLetInAndDoesNotComeInTimeGivesItsPlaceBackOnce() {
        assertThat(hub.admit(ADDRESS)).isTrue();
        Connection late = hub.connect(VISITOR);
        assertThat(hub.admit(ADDRESS)).isFalse();

        nowNs += Duration.ofSeconds(9).toNanos();
        hub.pump();
        assertThat(hub.admit(ADDRESS)).isFalse();
        nowNs += Duration.ofSeconds(2).toNanos();
        hub.pump();
        assertThat(hub.admit(ADDRESS)).isTrue();

        late.abort();
        assertThat(hub.admit(ADDRESS)).as("given back twice").isFalse();
    }

    @Test
    void anAnswerThatCouldNotBeSentGivesThePlaceBackAtOnce() {
        hub.admit(ADDRESS);
        hub.connect(VISITOR).abort();

        assertThat(hub.admit(ADDRESS)).isTrue();
    }

    @Test
    void nobodyIsLetInOnceItStops() {
        hub.close();

        assertThat(hub.admit(ADDRESS)).isFalse();
    }

    @Test
    void thereAreSoManyChannelsAndWhatSomebodyListensToIsStillOpen() {
        Connection connection = hub.connect(VISITOR);
        for (int i = 0; i < Hub.MAX_CHANNELS; i++) {
            assertThat(hub.subscribe(connection, "room.r" + i, OptionalLong.empty()))
                    .isPresent();
        }

        assertThat(hub.subscribe(connection, "room.more", OptionalLong.empty())).isEmpty();
        var seventh = hub.subscribe(connection, "room.r7", OptionalLong.empty());
        assertThat(seventh).isPresent();
        assertThat(hub.counts().channels()).isEqualTo(Hub.MAX_CHANNELS);
    }
}

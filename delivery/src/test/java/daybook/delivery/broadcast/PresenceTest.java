package daybook.delivery.broadcast;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.broadcast.BroadcastWorld.Node;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who is there (W-07): the union over replicas, and nobody for longer than its lease. */
class PresenceTest {
    private static final ChannelName LOBBY = new ChannelName("presence-lobby");

    private final BroadcastWorld world = new BroadcastWorld();
    private final Node a = world.node("instance-a");
    private final Node b = world.node("instance-b");

    @Test
    void everyReplicaSeesTheUsersOfAll() {
        a.presence.join(LOBBY, "u1");
        a.presence.join(LOBBY, "u2");
        b.presence.join(LOBBY, "u3");
        settle();

        assertThat(a.users(LOBBY)).containsExactly("u1", "u2", "u3");
        assertThat(b.users(LOBBY)).isEqualTo(a.users(LOBBY));
    }

    @Test
    void aUserIsThereUntilTheLastTabIsClosedOnWhicheverReplica() {
        a.presence.join(LOBBY, "u1");
        a.presence.join(LOBBY, "u1");
        b.presence.join(LOBBY, "u1");
        settle();
        a.presence.leave(LOBBY, "u1");
        settle();
        a.presence.leave(LOBBY, "u1");
        settle();
        assertThat(a.users(LOBBY)).containsExactly("u1");

        b.presence.leave(LOBBY, "u1");
        settle();

        assertThat(a.users(LOBBY)).isEmpty();
        assertThat(changes(a)).containsExactly("+u1", "-u1");
    }

    @Test
    void theUsersOfAReplicaThatWasKilledLeaveOnceWithinItsLease() {
        a.presence.join(LOBBY, "u1");
        b.presence.join(LOBBY, "u3");
        Node c = world.node("instance-c");
        settle();
        c.settle();

        for (int second = 0; second < 120; second++) { // b does nothing any more
            world.time.pass(Duration.ofSeconds(1));
            a.settle();
            c.settle();
            assertThat(a.users(LOBBY)).as("after %d s", second).contains("u1");
            if (second >= 55) {
                assertThat(a.users(LOBBY)).as("after %d s", second).doesNotContain("u3");
            }
        }

        assertThat(changes(a)).containsExactly("+u1", "+u3", "-u3");
        assertThat(changes(c)).isEqualTo(changes(a));
    }

    @Test
    void aReplicaThatStartsKnowsWhoIsThere() {
        a.presence.join(LOBBY, "u1");
        settle();
        Node late = world.node("instance-late");
        late.settle();

        assertThat(late.users(LOBBY)).containsExactly("u1");
    }

    @Test
    void whatWasSaidLongAgoIsNotBelieved() {
        a.presence.join(LOBBY, "u1");
        settle();
        world.time.pass(Duration.ofMinutes(10));
        Node late = world.node("instance-late");
        late.settle();

        assertThat(late.users(LOBBY)).isEmpty();
    }

    @Test
    void aBeatThatWasLostIsMadeUpForByTheNext() {
        a.settle();
        b.settle();
        a.presence.join(LOBBY, "u1");
        world.log.outage = new daybook.log.LogException(daybook.log.LogException.Kind.UNAVAILABLE, "away");
        world.time.pass(Duration.ofMillis(200));
        a.settle();
        world.log.outage = null;
        for (int second = 0; second < 20; second++) {
            world.time.pass(Duration.ofSeconds(1));
            a.settle();
            b.settle();
        }

        assertThat(b.users(LOBBY)).containsExactly("u1");
    }

    @Test
    void aFullRoomTakesNoMore() {
        for (int i = 0; i < Presence.MAX_USERS; i++) {
            assertThat(a.presence.join(LOBBY, "u" + i)).isTrue();
        }

        assertThat(a.presence.join(LOBBY, "one-more")).isFalse();
        assertThat(a.presence.join(LOBBY, "u0")).as("another tab").isTrue();
    }

    @Test
    void aUserIsInSoManyRoomsAndLeavingOneMakesRoom() {
        for (int i = 0; i < Presence.MAX_ROOMS_OF_USER; i++) {
            assertThat(a.presence.join(room(i), "u1")).isTrue();
        }

        assertThat(a.presence.join(room(99), "u1")).isFalse();
        assertThat(a.presence.join(room(0), "u1")).as("another tab").isTrue();
        assertThat(a.presence.join(room(99), "u2")).as("somebody else").isTrue();
        a.presence.leave(room(3), "u1");
        assertThat(a.presence.join(room(99), "u1")).isTrue();
        assertThat(a.presence.join(room(98), "u1")).isFalse();
    }

    /** Each user makes as many rooms as it may: the process has no more than its own, and says so many things at once. */
    @Test
    void aFloodOfRoomsIsBoundedAndSaidBitByBit() {
        int joined = 0;
        for (int i = 0; i < 2 * Presence.MAX_OWN_ROOMS; i++) {
            joined += a.presence.join(room(i), "u" + i / Presence.MAX_ROOMS_OF_USER) ? 1 : 0;
        }
        world.time.pass(Duration.ofSeconds(1));

        assertThat(joined).isEqualTo(Presence.MAX_OWN_ROOMS);
        int said = 0;
        for (int now = a.presence.pump(); now > 0; now = a.presence.pump()) {
            assertThat(now).isLessThanOrEqualTo(Presence.NOTES_A_ROUND);
            a.mirror.pump();
            said += now;
        }
        assertThat(said).isEqualTo(Presence.MAX_OWN_ROOMS);
        assertThat(a.broadcaster.counts().lost()).isZero();
    }

    @Test
    void aTopicThatWasMadeAgainMovesNobodyAndItsNumbersBeginAnew() {
        a.presence.join(LOBBY, "u1");
        settle();
        long seen = b.presence.newest(LOBBY);
        assertThat(seen).isNotNegative();

        world.log.makeAgain(BroadcastWorld.TOPIC);
        for (int second = 0; second < 20; second++) {
            world.time.pass(Duration.ofSeconds(1));
            a.settle();
            b.settle();
            assertThat(b.users(LOBBY)).containsExactly("u1");
        }
        assertThat(b.presence.epoch()).isNotZero();
    }

    private static ChannelName room(int number) {
        return new ChannelName("presence-r" + number);
    }

    @Test
    void whatIsPublishedToARoomByAStrangerMovesNobody() {
        a.presence.join(LOBBY, "u1");
        settle();
        b.broadcaster.publish(List.of(LOBBY), "presence", "{\"instance\":\"instance-a\",\"users\":[]}");
        b.broadcaster.publish(List.of(LOBBY), Presence.EVENT, "{\"instance\":\"x\\\"y\",\"users\":[\"<b>\"]}");
        settle();

        assertThat(a.users(LOBBY)).containsExactly("u1");
    }

    private void settle() {
        for (int i = 0; i < 3; i++) {
            world.time.pass(Duration.ofMillis(150));
            a.settle();
            b.settle();
        }
    }

    private static List<String> changes(Node node) {
        return node.presence.since(LOBBY, -1).orElseThrow().stream()
                .map(change -> (change.joined() ? "+" : "-") + change.user())
                .toList();
    }
}

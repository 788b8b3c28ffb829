package daybook.delivery.broadcast;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.broadcast.BroadcastWorld.Node;
import daybook.log.LogException;
import daybook.log.LogRecord;
import daybook.log.TopicPartition;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What one replica publishes all hear, in the channel's order; a replica that starts, or was cut off, passes nothing over in silence. */
class BroadcastRelayTest {
    private static final ChannelName NEWS = BroadcastWorld.NEWS;

    private final BroadcastWorld world = new BroadcastWorld();

    @Test
    void whatOneReplicaPublishesAllHearInOrder() {
        Node a = world.node("instance-a");
        Node b = world.node("instance-b");
        a.settle();
        b.settle();

        for (int i = 0; i < 100; i++) {
            (i % 3 == 0 ? b : a).say(NEWS, i);
        }
        a.settle();
        b.settle();

        List<String> expected = IntStream.range(0, 100).mapToObj(i -> "" + i).toList();
        assertThat(a.heard(NEWS, -1)).isEqualTo(expected);
        assertThat(b.heard(NEWS, -1)).isEqualTo(expected);
        assertThat(b.told).hasSize(100);
    }

    @Test
    void aReplicaThatStartsTellsNobodyWhatWasSaidBefore() {
        world.node("instance-a").say(NEWS, 1);
        Node late = world.node("instance-b");

        late.settle();

        assertThat(late.told).isEmpty();
    }

    @Test
    void whoComesToAFreshReplicaWithANumberGetsWhatFollowedIt() {
        Node a = world.node("instance-a");
        IntStream.range(0, 30).forEach(i -> a.say(NEWS, i));
        Node late = world.node("instance-b");
        late.settle();

        assertThat(late.heard(NEWS, 9)).hasSize(20).startsWith("10").endsWith("29");
    }

    @Test
    void nothingIsCommitted() {
        Node a = world.node("instance-a");
        a.settle();
        a.say(NEWS, 1);
        a.settle();

        assertThat(world.log.groups()).isEmpty();
    }

    @Test
    void afterAnOutageItJoinsAgainAndWhatWasSaidMeanwhileIsThere() {
        Node a = world.node("instance-a");
        Node b = world.node("instance-b");
        a.settle();
        b.settle();
        a.say(NEWS, 1);
        b.settle();
        a.say(NEWS, 2);

        world.log.outage = new LogException(LogException.Kind.UNAVAILABLE, "broker: away");
        b.relay.pump();
        assertThat(b.relay.counts().connected()).isFalse();
        world.log.outage = null;
        b.relay.pump();
        assertThat(b.relay.counts().connected()).as("it waits five seconds").isFalse();
        a.say(NEWS, 3);
        world.time.pass(Duration.ofSeconds(5));
        b.settle();

        assertThat(b.heard(NEWS, -1)).containsExactly("1", "2", "3");
        assertThat(b.told).hasSize(3);
        assertThat(b.relay.counts().rejoined()).isEqualTo(1);
        assertThat(b.relay.counts().gaps()).isZero();
    }

    @Test
    void whatRetentionDroppedMeanwhileIsAGapAndSaidToBeOne() {
        Node a = world.node("instance-a");
        a.settle();
        a.say(NEWS, 1);
        a.settle();
        world.log.outage = new LogException(LogException.Kind.UNAVAILABLE, "broker: away");
        a.relay.pump();
        world.log.outage = null;
        a.say(NEWS, 2);
        a.say(NEWS, 3);
        world.log.drop(new TopicPartition(BroadcastWorld.TOPIC, a.history.partition(NEWS)), 2);
        world.time.pass(Duration.ofSeconds(5));
        a.settle();

        assertThat(a.history.since(NEWS, 0, 10).complete()).isFalse();
        assertThat(a.heard(NEWS, 1)).containsExactly("3");
        assertThat(a.relay.counts().gaps()).isEqualTo(1);
    }

    @Test
    void aLogThatWentBackIsReadAnewAndOldNumbersMeanNothing() {
        Node a = world.node("instance-a");
        a.settle();
        IntStream.range(0, 5).forEach(i -> a.say(NEWS, i));
        a.settle();
        world.log.makeAgain(BroadcastWorld.TOPIC);
        world.log.outage = new LogException(LogException.Kind.UNAVAILABLE, "broker: away");
        a.relay.pump();
        world.log.outage = null;
        a.say(NEWS, 7);
        world.time.pass(Duration.ofSeconds(5));
        a.settle();

        assertThat(a.heard(NEWS, -1)).containsExactly("7");
        assertThat(a.history.newest(NEWS)).isZero();
        assertThat(a.history.epoch(NEWS)).isEqualTo(1);
    }

    /** Nobody was cut off, and the new topic has more than the old one had. */
    @Test
    void aTopicThatWasMadeAgainIsNoticedWithinASecondHoweverLongItIs() {
        Node a = world.node("instance-a");
        a.settle();
        IntStream.range(0, 5).forEach(i -> a.say(NEWS, i));
        a.settle();
        long before = a.history.epoch(NEWS);

        world.log.makeAgain(BroadcastWorld.TOPIC);
        IntStream.range(10, 20).forEach(i -> a.say(NEWS, i));
        world.time.pass(Duration.ofSeconds(1));
        a.settle();

        assertThat(a.heard(NEWS, -1)).hasSize(10).startsWith("10").endsWith("19");
        assertThat(a.history.epoch(NEWS)).isGreaterThan(before);
    }

    @Test
    void aTailThatWasLostAndHasGrownAgainIsNoticedByItsLastRecord() {
        Node a = world.node("instance-a");
        a.settle();
        IntStream.range(0, 5).forEach(i -> a.say(NEWS, i));
        a.settle();
        int partition = a.history.partition(NEWS);
        world.log.loseTail(new TopicPartition(BroadcastWorld.TOPIC, partition), 2);
        world.time.pass(Duration.ofSeconds(1));
        IntStream.range(10, 16).forEach(i -> a.say(NEWS, i));
        a.settle();

        assertThat(a.history.epoch(NEWS)).isEqualTo(1);
        assertThat(a.heard(NEWS, -1)).containsExactly("0", "1", "2", "10", "11", "12", "13", "14", "15");
    }

    @Test
    void anOutageThatLostNothingIsNoOtherHistory() {
        Node a = world.node("instance-a");
        a.settle();
        a.say(NEWS, 1);
        a.settle();
        world.log.outage = new LogException(LogException.Kind.UNAVAILABLE, "broker: away");
        a.relay.pump();
        world.log.outage = null;
        world.time.pass(Duration.ofSeconds(6));
        a.settle();

        assertThat(a.history.epoch(NEWS)).isZero();
    }

    @Test
    void whatIsNoBroadcastIsSkippedAndCounted() {
        Node a = world.node("instance-a");
        a.settle();
        world.log.append(
                BroadcastWorld.TOPIC, new LogRecord("news".getBytes(UTF_8), "?".getBytes(UTF_8), List.of(), 0));
        a.say(NEWS, 1);
        a.settle();

        assertThat(a.heard(NEWS, -1)).containsExactly("1");
        assertThat(a.relay.counts().skipped()).isEqualTo(1);
    }

    @Test
    void publishingNeverWaitsForTheLogAndWhatIsLostIsCounted() {
        Node a = world.node("instance-a");
        world.log.outage = new LogException(LogException.Kind.UNAVAILABLE, "broker: away");

        a.say(NEWS, 1);

        assertThat(a.broadcaster.counts().lost()).isEqualTo(1);
    }

    /** W-03: two deployments on one broker differ by their prefix. */
    @Test
    void aDeploymentWithAnotherPrefixHearsNothing() {
        world.log.createTopic(new daybook.log.TopicSpec("other.broadcasts.v1", 6, daybook.log.Retention.UNLIMITED));
        Node ours = world.node("instance-a");
        Node theirs = world.new Node("instance-b", "other.broadcasts.v1", world.log);
        ours.settle();
        theirs.settle();

        ours.say(NEWS, 1);
        theirs.say(NEWS, 2);
        ours.settle();
        theirs.settle();

        assertThat(ours.heard(NEWS, -1)).containsExactly("1");
        assertThat(theirs.heard(NEWS, -1)).containsExactly("2");
    }

    /** W-02: the counters of two replicas are alike; only together with the instance is one meant. */
    @Test
    void theOthersAreAllButTheOneSocketThatIsMeant() {
        SocketId mine = new SocketId("instance-a", 7);
        Node a = world.node("instance-a");
        a.settle();
        a.broadcaster.toOthers(mine, List.of(NEWS), "said", "1");
        a.settle();

        checkOthers(a.history.since(NEWS, -1, 1).messages().get(0).broadcast()::skips);
    }

    static void checkOthers(java.util.function.Predicate<SocketId> skips) {
        assertThat(skips.test(new SocketId("instance-a", 7))).isTrue();
        assertThat(skips.test(new SocketId("instance-b", 7)))
                .as("replica B also has a socket 7")
                .isFalse();
        assertThat(skips.test(new SocketId("instance-a", 77))).isFalse();
    }
}

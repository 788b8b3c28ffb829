package daybook.app.ws;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.delivery.broadcast.ChannelName;
import daybook.delivery.broadcast.SocketId;
import daybook.log.Log;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two replicas on one log: what is said at one is heard at the other, in the channel's order, under the same numbers. */
class TwoReplicasTest {
    private static final ChannelName BLUE = new ChannelName("room.blue");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @SuppressWarnings("NullAway.Init") // before each test
    private Log log;

    @SuppressWarnings("NullAway.Init") // before each test
    private BroadcastNode a;

    @SuppressWarnings("NullAway.Init") // before each test
    private BroadcastNode b;

    @BeforeEach
    void start() {
        log = BroadcastNode.log(directory);
        a = new BroadcastNode(log, "instance-a");
        b = new BroadcastNode(log, "instance-b");
    }

    @AfterEach
    void stop() {
        a.replica.close();
        b.replica.close();
        log.close();
    }

    private static void say(BroadcastNode node, int number) {
        node.broadcaster.publish(List.of(BLUE), "said", "" + number);
    }

    @Test
    void whatIsSaidAtOneIsHeardAtTheOtherUnderTheSameNumbers() {
        try (Client x = a.replica.client();
                Client y = b.replica.client()) {
            x.sub("room.blue").next();
            y.sub("room.blue").next();
            for (int i = 0; i < 50; i++) {
                say(i % 2 == 0 ? a : b, i);
            }

            List<Told> atA = take(x, 50);
            assertThat(take(y, 50)).isEqualTo(atA);
        }
    }

    /** W-02. */
    @Test
    void theOthersHearItAndTheOneWhoSaidItDoesNot() {
        try (Client s = a.replica.client();
                Client x = a.replica.client();
                Client y = b.replica.client()) {
            SocketId saying = SocketId.of(s.id()).orElseThrow();
            for (Client client : List.of(s, x, y)) {
                client.sub("room.blue").next();
            }
            for (int i = 0; i < 100; i++) {
                a.broadcaster.toOthers(saying, List.of(BLUE), "said", "1");
                b.broadcaster.toOthers(saying, List.of(BLUE), "said", "2");
            }

            assertThat(take(x, 200)).isEqualTo(take(y, 200));
            assertThat(s.settle()).isEmpty();

            say(a, 7); // and its next message names the one before it on its own subscription
            assertThat(s.next().data()).contains("\"data\":7");
        }
    }

    /** W-06. */
    @Test
    void whoWasAwayGetsWhatWasSaidMeanwhileAtTheOtherReplica() {
        long seen;
        try (Client x = a.replica.client()) {
            x.sub("room.blue").next();
            say(a, 1);
            seen = x.next().seq();
        }
        try (Client elsewhere = b.replica.client()) { // so that all was heard there
            elsewhere.sub("room.blue", seen).settle();
            for (int i = 0; i < 100; i++) {
                say(a, i);
            }
            take(elsewhere, 100);
        }
        try (Client back = b.replica.client()) {
            back.sub("room.blue", seen);

            List<Told> missed = take(back, 100);
            assertThat(missed.get(0).seq()).isEqualTo(seen + 1);
            assertThat(missed.get(99).data()).contains("\"data\":99}");
        }
    }

    /** W-07; leases are in {@code PresenceTest}. */
    @Test
    void whoIsThereIsSeenAtBothUntilTheLastTabIsClosed() {
        try (Client u1 = a.replica.client("trader:u1");
                Client again = b.replica.client("trader:u1");
                Client u3 = b.replica.client("trader:u3")) {
            u1.sub("presence-lobby").until(told -> told.data().contains("u1"));
            again.sub("presence-lobby");
            u3.sub("presence-lobby");
            u1.until(told -> told.data().equals("{\"joined\":{\"user\":\"u3\"}}"));
            again.until(told -> told.data().contains("u3"));
            again.unsub("presence-lobby");
            u3.unsub("presence-lobby");

            List<Told> heard = u1.until(told -> told.data().contains("left"));
            assertThat(heard.get(heard.size() - 1).data()).isEqualTo("{\"left\":{\"user\":\"u3\"}}");
        }
    }

    /** W-04: what is published to a private channel comes to its account, and to nobody who tried another way. */
    @Test
    void aPrivateChannelIsHeardByItsAccountAlone() {
        ChannelName seven = new ChannelName("private-orders.7");
        try (Client owner = b.replica.client("trader:7");
                Client other = b.replica.client("trader:8");
                Client nobody = b.replica.client()) {
            for (Client client : List.of(owner, other, nobody)) {
                client.sub("private-orders.7");
                client.sub("Private-orders.7");
                client.sub("private-orders.07");
            }
            assertThat(owner.until(told -> told.type().equals("snap"))).hasSize(1);
            for (int i = 0; i < 10; i++) {
                a.broadcaster.publish(List.of(seven), "filled", "" + i);
            }

            owner.until(told -> told.data().contains("\"data\":9}"));
            for (Client client : List.of(other, nobody)) {
                assertThat(client.settle())
                        .hasSize(3)
                        .allMatch(told -> told.type().equals("error"));
            }
        }
    }

    private static List<Told> take(Client client, int count) {
        return java.util.stream.Stream.generate(client::next)
                .filter(told -> told.type().equals("event"))
                .limit(count)
                .map(told -> new Told(told.text().replaceAll("\"prev\":-?[0-9]+,", "")))
                .toList();
    }
}

package daybook.app.ws;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.events.Side;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The source of what is told begins anew, or knows less than it did: who listens gets what there is, and is told that something is missing. */
class AnotherHistoryTest {
    private final FakeMarket market = new FakeMarket();

    /** How far the new history has come before anybody looks: behind what was seen, level with it, beyond it. */
    @ParameterizedTest
    @ValueSource(ints = {1, 20, 40})
    void anOpenSubscriptionGetsASnapshotOfTheNewHistory(int events) {
        for (int i = 0; i < 19; i++) {
            market.level("INFY", Side.BUY, 100 + i, 5);
        }
        market.trade("INFY", 1_500, 1);
        try (Replica replica = new Replica(market);
                Client client = replica.client("operator:")) {
            client.sub("book.INFY").next();
            client.sub("trades.INFY").next();
            client.sub("private-account.alice").next();

            market.beginAnew(events);

            List<Told> heard = List.of(snapshot(client), snapshot(client), snapshot(client));
            assertThat(heard)
                    .extracting(Told::channel)
                    .containsExactlyInAnyOrder("book.INFY", "trades.INFY", "private-account.alice");
            assertThat(heard).extracting(Told::seq).containsOnly((long) events);
            assertThat(heard)
                    .filteredOn(told -> !told.channel().startsWith("book"))
                    .allMatch(told -> told.data().contains("\"gap\":true"));
            assertThat(heard.stream()
                            .filter(told -> told.channel().startsWith("book"))
                            .findFirst()
                            .orElseThrow()
                            .data())
                    .contains("\"bids\":[]");

            market.trade("INFY", 1_600, 1);
            List<Told> after = client.until(told -> told.type().equals("event"));
            assertThat(after.get(after.size() - 1).data()).contains("16.00");
        }
    }

    /** A view that reads again from an older snapshot of its own: the same history, not as far. */
    @Test
    void aSourceThatKnowsLessThanWasSeenIsNotWaitedFor() {
        for (int i = 0; i < 20; i++) {
            market.level("INFY", Side.BUY, 100 + i, 5);
        }
        try (Replica replica = new Replica(market);
                Client client = replica.client()) {
            client.sub("book.INFY").next();

            market.goBack(10);

            assertThat(snapshot(client).seq()).isEqualTo(10);
            market.level("INFY", Side.BUY, 200, 7);
            assertThat(client.next().type()).isEqualTo("diff");
        }
    }

    private static Told snapshot(Client client) {
        List<Told> heard = client.until(told -> told.type().equals("snap"));
        return heard.get(heard.size() - 1);
    }
}

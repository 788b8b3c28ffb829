package daybook.app.ws;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.events.SessionState;
import daybook.events.Side;
import daybook.posttrade.market.AccountNote;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is told of the market: a snapshot, then what follows; from a seq, what follows it. */
class MarketChannelsTest {
    private final FakeMarket market = new FakeMarket();
    private final Replica replica = new Replica(market);

    @AfterEach
    void stop() {
        replica.close();
    }

    @Test
    void aBookIsToldWholeAndThenWhatHasChanged() {
        market.level("INFY", Side.BUY, 1_500, 10);
        try (Client client = replica.client()) {
            Told snapshot = client.sub("book.INFY").next();
            market.level("INFY", Side.SELL, 1_510, 7);
            market.level("B.C", Side.SELL, 1, 1);
            Told diff = client.next();

            assertThat(snapshot.text())
                    .isEqualTo(
                            "{\"ch\":\"book.INFY\",\"seq\":1,\"prev\":0,\"type\":\"snap\",\"data\":{\"symbol\":\"INFY\","
                                    + "\"state\":\"OPEN\",\"bids\":[{\"price\":\"15.00\",\"quantity\":\"10\",\"orders\":1}],\"asks\":[]}}");
            assertThat(diff.type()).isEqualTo("diff");
            assertThat(diff.prev()).isEqualTo(1);
            assertThat(diff.data())
                    .contains("\"asks\":[{\"price\":\"15.10\",\"quantity\":\"7\",\"orders\":1}]")
                    .contains("\"bids\":[]");
        }
    }

    @Test
    void aLevelThatIsGoneIsToldWithQuantityZero() {
        market.level("INFY", Side.BUY, 1_500, 10);
        try (Client client = replica.client()) {
            client.sub("book.INFY").next();
            market.level("INFY", Side.BUY, 1_500, 0);

            assertThat(client.next().data())
                    .contains("\"bids\":[{\"price\":\"15.00\",\"quantity\":\"0\",\"orders\":0}]");
        }
    }

    @Test
    void anotherStateOfTheSessionIsToldThoughNoLevelHasChanged() {
        try (Client client = replica.client()) {
            market.level("INFY", Side.BUY, 1_500, 10);
            client.sub("book.INFY").next();
            market.state(SessionState.HALTED);

            assertThat(client.next().data()).contains("HALTED");
        }
    }

    @Test
    void everyTradeIsToldOnceInOrder() {
        market.trade("INFY", 1_500, 1);
        try (Client client = replica.client()) {
            Told snapshot = client.sub("trades.INFY").next();
            for (int i = 0; i < 500; i++) {
                market.trade(i % 2 == 0 ? "INFY" : "B.C", 1_500 + i, 1);
            }
            List<Told> events = client.until(told -> told.data().contains("\"tradeId\":500,"));

            assertThat(snapshot.data()).contains("\"trades\":[{\"tradeId\":1,");
            assertThat(events).hasSize(250);
        }
    }

    @Test
    void whoComesBackWithASeqGetsWhatFollowedIt() {
        market.trade("INFY", 1_500, 1);
        try (Client client = replica.client()) {
            client.sub("trades.INFY", 1);
            client.settle();
            long seq = market.trade("INFY", 1_501, 2);

            Told event = client.next();
            assertThat(event.seq()).isEqualTo(seq);
            assertThat(event.prev()).isEqualTo(1);
        }
    }

    @Test
    void whoComesBackTooLateIsToldOfTheGapAndThenGoesOn() {
        market.trade("INFY", 1_500, 1);
        market.trade("INFY", 1_501, 1);
        market.forget();
        try (Client client = replica.client()) {
            Told snapshot = client.sub("trades.INFY", 1).next();
            market.trade("INFY", 1_502, 1);

            assertThat(snapshot.type()).isEqualTo("snap");
            assertThat(snapshot.data()).contains("\"gap\":true");
            assertThat(client.next().type()).isEqualTo("event");
        }
    }

    @Test
    void twoNotesOfOneEventCannotBeTornApartByAResume() {
        try (Client client = replica.client("operator:")) {
            market.trade("INFY", 1, 1);
            client.sub("private-account.alice").next();
            market.note("alice", AccountNote.Kind.FILL, 7, 8);

            Told first = client.next();
            Told second = client.next();
            assertThat(first.seq()).isEqualTo(1);
            assertThat(second.seq()).isEqualTo(2);
            assertThat(second.data()).isEqualTo("{\"kind\":\"fill\",\"symbol\":\"INFY\",\"orderId\":8}");
        }
    }

    @Test
    void aSymbolWithADotHasItsChannels() {
        market.trade("B.C", 1_500, 1);
        try (Client client = replica.client()) {
            assertThat(client.sub("book.B.C").next().type()).isEqualTo("snap");
            assertThat(client.sub("bars.B.C.1m").next().type()).isEqualTo("snap");
            assertThat(client.sub("bars.B.C.1w").next().type()).isEqualTo("error");
        }
    }

    @Test
    void whatIsNoLongerSubscribedIsNotTold() {
        market.trade("INFY", 1_500, 1);
        try (Client client = replica.client()) {
            client.sub("trades.INFY").next();
            client.unsub("trades.INFY").settle();
            market.trade("INFY", 1_501, 1);

            assertThat(client.settle()).isEmpty();
            assertThat(replica.hub().counts().channels()).isZero();
        }
    }

    @Test
    void theLeaderboardIsToldWhole() {
        try (Client client = replica.client()) {
            assertThat(client.sub("leaderboard").next().text())
                    .isEqualTo(
                            "{\"ch\":\"leaderboard\",\"seq\":0,\"prev\":0,\"type\":\"snap\",\"data\":{\"rows\":[]}}");
        }
    }
}

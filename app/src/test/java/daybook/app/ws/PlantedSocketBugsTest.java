package daybook.app.ws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.posttrade.market.BookChanges;
import daybook.posttrade.market.TradeTick;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Mistakes that are easily made, each caught by the check that holds the guarantee. */
class PlantedSocketBugsTest {

    @Test
    void aDiffThatIsLostOnResumeIsCaught() {
        assertThatThrownBy(() -> ResumeTest.check(
                        new FakeMarket() {
                            @Override
                            public synchronized Optional<BookChanges> bookSince(String symbol, long from) {
                                return super.bookSince(symbol, from + 1); // begins one event too late
                            }
                        },
                        1))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void aLevelThatConflationDropsIsCaught() {
        assertThatThrownBy(() -> ResumeTest.check(
                        new FakeMarket() {
                            @Override
                            public synchronized Optional<BookChanges> bookSince(String symbol, long from) {
                                return super.bookSince(symbol, from)
                                        .map(all -> new BookChanges(
                                                all.seq(),
                                                symbol,
                                                all.state(),
                                                all.bids()
                                                        .subList(
                                                                0,
                                                                Math.min(
                                                                        1,
                                                                        all.bids()
                                                                                .size())),
                                                all.asks()));
                            }
                        },
                        1))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void aTradeThatIsToldAgainOnResumeIsCaught() {
        assertThatThrownBy(() -> ResumeTest.check(
                        new FakeMarket() {
                            @Override
                            public synchronized Optional<List<TradeTick>> tradesSince(String symbol, long from) {
                                return super.tradesSince(symbol, from - 1);
                            }
                        },
                        1))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void aWrongPrevAndASeqThatGoesBackAreCaught() {
        Follower follower = new Follower();
        follower.hear(new Told("{\"ch\":\"a\",\"seq\":5,\"prev\":0,\"type\":\"snap\",\"data\":{}}"));
        follower.hear(new Told("{\"ch\":\"a\",\"seq\":7,\"prev\":5,\"type\":\"event\",\"data\":{}}"));
        assertThat(follower.faults()).isEmpty();

        follower.hear(new Told("{\"ch\":\"a\",\"seq\":9,\"prev\":8,\"type\":\"event\",\"data\":{}}"));
        follower.hear(new Told("{\"ch\":\"a\",\"seq\":8,\"prev\":9,\"type\":\"event\",\"data\":{}}"));
        follower.hear(new Told("{\"ch\":\"a\",\"seq\":10,\"prev\":8,\"type\":\"snap\",\"data\":{}}"));
        assertThat(follower.faults()).hasSize(3);
    }
}

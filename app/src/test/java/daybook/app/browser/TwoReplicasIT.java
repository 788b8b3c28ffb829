package daybook.app.browser;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.kafka.TestBroker;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two {@code web} processes in front of one exchange, over a real broker: what is done at one is seen at the other. */
class TwoReplicasIT {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path directory;

    @SuppressWarnings("NullAway.Init")
    private static TestBroker broker;

    @SuppressWarnings("NullAway.Init")
    private static Venue exchange;

    @SuppressWarnings("NullAway.Init")
    private static Venue left;

    @SuppressWarnings("NullAway.Init")
    private static Venue right;

    @SuppressWarnings("NullAway.Init")
    private static Browser browser;

    @BeforeAll
    static void start() {
        Browser.isRequired();
        broker = TestBroker.start(Map.of());
        Map<String, String> environment = broker.environment();
        Venue.command(environment, "topics", "init");
        exchange = Venue.run(environment, directory.resolve("exchange"), "exchange,capture,ledger,board,market");
        exchange.openSession();
        String address = exchange.address();
        CompletableFuture<Venue> other = CompletableFuture.supplyAsync(
                () -> Venue.run(environment, directory.resolve("left"), "web", "--exchange", address));
        right = Venue.run(environment, directory.resolve("right"), "web", "--exchange", address);
        browser = Browser.start();
        left = other.join();
    }

    @AfterAll
    @SuppressWarnings("NullAway") // null if it was not started
    static void stop() {
        if (browser != null) {
            browser.close();
        }
        for (Venue venue : new Venue[] {left, right, exchange}) {
            if (venue != null) {
                venue.close();
            }
        }
        if (broker != null) {
            broker.close();
        }
    }

    @Test
    void anOrderAtOneIsSeenAtTheOtherAndAKilledOneIsMissedByNobody() {
        browser.looksLike(1440, 900, "light");
        browser.open(right.address() + "/");
        Terminal terminal = new Terminal(browser);
        terminal.signIn("bob", exchange.token("bob"));

        enter("first", "SELL", "1510.00", "10");
        terminal.untilLevel("ask", "1510.00", "10");
        terminal.enter("BUY", "1510.00", "4");
        browser.untilText("#outcomes", "Filled: buy 4 INFY at 1,510.00");
        terminal.untilLevel("ask", "1510.00", "6");
        browser.untilText("#positions [data-symbol=INFY]", "4");

        right.killNine();
        browser.untilText("#banner", "No connection to the venue");
        enter("second", "SELL", "1511.00", "3");
        enter("third", "BUY", "1490.00", "8");
        assertThat(exchange.order("carol", "meanwhile", "BUY", "1510.00", "1").statusCode())
                .isEqualTo(200);
        right.startAgain();
        browser.until("document.querySelectorAll('#tape tr').length === 2");
        terminal.untilLevel("ask", "1511.00", "3");
        terminal.untilLevel("bid", "1490.00", "8");
        enter("fourth", "SELL", "1512.00", "2");
        terminal.untilItsLadderIs(exchange.get("", "/api/v1/book/INFY?depth=5"));
        browser.screenshot("two-replicas");
        terminal.didNothingWrong();

        aBrokerThatDiesIsSaidAndMissedByNobody(terminal);
        browser.open(left.address() + "/");
        terminal.untilItsLadderIs(exchange.get("", "/api/v1/book/INFY?depth=5"));
        terminal.didNothingWrong();
    }

    /** The exchange takes orders all the same; what happened meanwhile comes in order once the log is back. */
    private static void aBrokerThatDiesIsSaidAndMissedByNobody(Terminal terminal) {
        broker.kill();
        enter("fifth", "SELL", "1513.00", "7");
        browser.untilText("#banner", "The venue reports");
        browser.screenshot("without-a-broker");
        broker.restart();
        terminal.untilLevel("ask", "1513.00", "7");
        browser.until("document.querySelector('#banner').hidden");
        terminal.untilItsLadderIs(exchange.get("", "/api/v1/book/INFY?depth=5"));
    }

    private static void enter(String id, String side, String price, String quantity) {
        assertThat(exchange.through(left, "alice", "POST", "/api/v1/orders", Venue.order(id, side, price, quantity))
                        .statusCode())
                .isEqualTo(200);
    }
}

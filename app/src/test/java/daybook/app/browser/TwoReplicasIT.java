package daybook.app.browser;

import static org.assertj.core.api.Assertions.assertThat;

import daybook.app.kafka.TestBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two {@code web} processes in front of one exchange, over a real broker: what is done at one is seen at the other. */
class TwoReplicasIT {
    private static final long OUTAGE_NS = Duration.ofSeconds(8).toNanos();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path directory;

    @SuppressWarnings("NullAway.Init")
    private static TestBroker broker;

    private static Map<String, String> environment = Map.of();

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
        environment = broker.environment(); // each call names other topics
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
        if (Boolean.getBoolean("daybook.long")) {
            aPoisonedFillIsPendingUntilItIsRepairedAndReplayed(terminal);
        }
        browser.open(left.address() + "/");
        terminal.untilItsLadderIs(exchange.get("", "/api/v1/book/INFY?depth=5"));
        terminal.didNothingWrong();
    }

    /** The exchange takes orders all the same; what happened meanwhile comes in order once the log is back. */
    private static void aBrokerThatDiesIsSaidAndMissedByNobody(Terminal terminal) {
        long back = System.nanoTime() + OUTAGE_NS;
        broker.kill();
        enter("fifth", "SELL", "1513.00", "7");
        browser.untilText("#banner", "The venue reports");
        browser.screenshot("without-a-broker");
        int more = 0;
        do {
            more++;
            enter("meanwhile-" + more, "SELL", "1514.00", "1");
            LockSupport.parkNanos(Duration.ofMillis(250).toNanos());
        } while (System.nanoTime() - back < 0);
        broker.restart();
        terminal.untilLevel("ask", "1513.00", "7");
        terminal.untilLevel("ask", "1514.00", Integer.toString(more));
        browser.until("document.querySelector('#banner').hidden");
        terminal.untilItsLadderIs(exchange.get("", "/api/v1/book/INFY?depth=5"));
    }

    /** By hand, on the running venue over Kafka; all others of the account's records go on meanwhile. */
    private static void aPoisonedFillIsPendingUntilItIsRepairedAndReplayed(Terminal terminal) {
        String bob = "#positions [data-symbol=INFY]";
        produce("bob", fill(900_000_001, "\"five\""));
        browser.untilText(bob, "pending");
        terminal.enter("BUY", "1510.00", "1");
        browser.untilText("#outcomes", "Filled: buy 1 INFY at 1,510.00");
        browser.untilText(bob, "5");
        browser.untilText(bob, "pending");
        browser.screenshot("pending");

        dlq("repair", "ledger-1", "--set", "quantity=3");
        dlq("replay", "ledger-1");
        browser.untilText(bob, "8");
        browser.until("!document.querySelector('" + bob + "').textContent.includes('pending')");
    }

    private static void produce(String key, String value) {
        Venue.commandWith(value + "\n", environment, "produce", "fills.v1", "-k", key, "--log", "kafka");
    }

    private static void dlq(String... words) {
        List<String> line = new ArrayList<>(List.of("dlq"));
        line.addAll(List.of(words));
        line.addAll(List.of("--data", directory.resolve("exchange").toString()));
        Venue.command(environment, line.toArray(new String[0]));
    }

    private static String fill(long tradeId, String quantity) {
        return "{\"type\":\"Fill\",\"fillId\":\"f-" + tradeId + "-B\",\"tradeId\":" + tradeId + ",\"seq\":" + tradeId
                + ",\"time\":1767843900000001,\"accountId\":\"bob\",\"symbol\":\"INFY\",\"side\":\"BUY\","
                + "\"price\":151000,\"quantity\":" + quantity + ",\"orderId\":1,\"liquidity\":\"TAKER\",\"charges\":0,"
                + "\"currency\":\"INR\",\"priceScale\":2,\"quantityScale\":0,\"moneyScale\":2}";
    }

    private static void enter(String id, String side, String price, String quantity) {
        assertThat(exchange.through(left, "alice", "POST", "/api/v1/orders", Venue.order(id, side, price, quantity))
                        .statusCode())
                .isEqualTo(200);
    }
}

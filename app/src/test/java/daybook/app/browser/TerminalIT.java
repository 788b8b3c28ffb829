package daybook.app.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** What somebody in front of the terminal can do and sees. One venue, one browser; nobody else trades. */
class TerminalIT {
    private static final int MOST_BYTES = 150 << 10;
    private static final double SLOWEST_PAINT_MS = 1_000;
    private static final String ENTER = "\uE007";
    private static final String TAB = "\uE004";
    private static final String ESCAPE = "\uE00C";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path directory;

    @SuppressWarnings("NullAway.Init")
    private static Venue venue;

    @SuppressWarnings("NullAway.Init")
    private static Browser browser;

    @SuppressWarnings("NullAway.Init")
    private static Terminal terminal;

    @BeforeAll
    static void start() {
        Browser.isRequired();
        venue = Venue.up(directory.resolve("data"), "--traders", "0");
        venue.openSession();
        browser = Browser.start();
        terminal = new Terminal(browser);
    }

    @AfterAll
    @SuppressWarnings("NullAway") // null if nothing was started
    static void stop() {
        if (browser != null) {
            browser.close();
        }
        if (venue != null) {
            venue.close();
        }
    }

    @BeforeEach
    void freshPage() {
        browser.looksLike(1440, 900, "dark");
        browser.forget(venue.address());
        browser.open(venue.address() + "/");
        browser.complaints();
        browser.until("document.querySelectorAll('#symbols button').length >= 5");
    }

    /** In normal use nothing is blocked, nothing fails, nobody is asked. */
    @AfterEach
    void thePageDidNothingWrong() {
        terminal.didNothingWrong();
    }

    @Test
    void anOrderRestsThenTradesAndThePositionMoves() {
        signIn("alice");
        enter("BUY", "1500.00", "10");

        browser.untilText("#outcomes", "In the book: buy 10 INFY at 1,500.00");
        browser.untilText("#orders", "1,500.00");
        browser.until("document.querySelector('#ladder .bid[data-mine] .price')?.value === '1500.00'");
        String before = browser.text("#positions [data-symbol=INFY] td:nth-child(2)");

        assertThat(venue.order("bob", "sell-1", "SELL", "1500.00", "10").statusCode())
                .isEqualTo(200);

        browser.untilText("#tape", "1,500.00");
        browser.until("document.querySelector('#orders [data-order]') === null");
        browser.until(
                "(document.querySelector('#positions [data-symbol=INFY] td:nth-child(2)')?.textContent ?? '') !== '"
                        + before + "'");
        JsonNode position = venue.get("alice", "/api/v1/positions").get(0);
        browser.untilText(
                "#positions [data-symbol=INFY]", position.get("quantity").asString());
        browser.click("#fills-tab");
        browser.untilText("#fills", "Bought");
    }

    @Test
    void anOrderIsChangedWhereItStandsAndCancelled() {
        signIn("carol");
        enter("BUY", "1490.00", "20");
        browser.untilText("#orders", "1,490.00");

        browser.click("#orders .edit");
        browser.press("1490.05" + ENTER);
        browser.untilText("#orders", "1,490.05");

        browser.click("#orders td:nth-child(4) .edit");
        browser.press("9.5" + ENTER);
        browser.untilText("#orders .note", "invalid quantity");

        browser.click("#orders .actions button");
        browser.until("document.querySelector('#orders [data-order]') === null");
        assertThat(venue.get("carol", "/api/v1/orders")).isEmpty();
    }

    @Test
    void whatTheVenueRefusesIsSaidInWords() {
        signIn("dave");
        enter("BUY", "1500.01", "10");
        browser.untilText("#price-fault", "not a multiple of the tick 0.05");
        browser.untilText("#outcomes", "Refused: price not on tick");

        enter("BUY", "900.00", "10");
        browser.untilText("#outcomes", "Refused: price outside band");
    }

    @Test
    void everythingCanBeDoneWithTheKeyboardAlone() {
        for (int i = 0; i < 30 && !focused().equals("account"); i++) {
            browser.press(TAB);
        }
        browser.press(ENTER + venue.token("erin") + ENTER);
        browser.untilText("#account", "erin");

        browser.press("l1480.00" + TAB + "7" + ENTER);
        browser.untilText("#outcomes", "In the book: buy 7 INFY at 1,480.00");
        browser.untilText("#orders", "1,480.00");

        browser.run("document.activeElement.blur()");
        browser.press("o" + ENTER);
        browser.until("document.activeElement.matches('.amend')");
        browser.press(ESCAPE + TAB + TAB + ENTER);
        browser.until("document.querySelector('#orders [data-order]') === null");

        browser.run("document.activeElement.blur()");
        browser.press("?");
        browser.until("document.querySelector('#help').open");
        browser.press(ESCAPE);
        browser.press("]");
        browser.untilText("#symbol-name", "TCS");
    }

    @Test
    void aNameIsOnlyText() {
        String evil = "<img src=x onerror=alert(1)>";
        assertThat(venue.send("", "POST", "/api/v1/symbols", "{\"symbol\":\"" + evil + "\",\"currency\":\"INR\"}")
                        .statusCode())
                .isEqualTo(400);
        for (String odd : List.of("__proto__", "constructor")) {
            venue.send(
                    "",
                    "POST",
                    "/api/v1/symbols",
                    "{\"symbol\":\"" + odd + "\",\"referencePrice\":\"100.00\",\"currency\":\"INR\"}");
        }
        browser.open(venue.address() + "/");
        browser.untilText("#symbols", "__proto__");
        browser.run(
                "[...document.querySelectorAll('#symbols button')].find((b) => b.textContent.startsWith('constructor')).click()");
        browser.untilText("#symbol-name", "constructor");

        assertThat(venue.send(
                                "",
                                "POST",
                                "/api/v1/broadcasts",
                                "{\"channel\":\"news\",\"event\":\"said\",\"data\":{\"text\":\"" + evil + "\"}}")
                        .statusCode())
                .isEqualTo(200);
        browser.untilText("#news-text", evil);
        assertThat(browser.run("return document.querySelectorAll('img[src=x]').length")
                        .asInt())
                .isZero();
        browser.click("#news-close");

        browser.click("#account");
        browser.fill("#token", evil);
        browser.press(ENTER);
        browser.untilText("#sign-in-error", "does not know this token");
    }

    @Test
    void itIsThereAtOnceAndWeighsLittle() {
        double paint = Double.MAX_VALUE;
        for (int i = 0; i < 3; i++) { // the machine may be busy
            browser.forget(venue.address());
            browser.open(venue.address() + "/");
            browser.until("document.querySelector('#chart canvas')");
            paint = Math.min(
                    paint,
                    browser.run("return performance.getEntriesByName('first-contentful-paint')[0].startTime")
                            .asDouble());
        }
        assertThat(paint).isLessThan(SLOWEST_PAINT_MS);

        int bytes = browser.run(
                        "return [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
                                + ".filter((e) => !e.name.includes('/api/')).reduce((sum, e) => sum + e.encodedBodySize, 0)")
                .asInt();
        assertThat(bytes).isBetween(10_000, MOST_BYTES);
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void theBackboneShowsHowFarEverybodyHasCome() {
        browser.open(venue.address() + "/backbone");
        browser.untilText("#verdict-title", "All is well");
        browser.until("document.querySelectorAll('#events-lanes li').length === 3");
        browser.until("document.querySelectorAll('#fills-lanes li').length === 4");
        String before = browser.text("#durable");

        assertThat(venue.order("bob", "moves", "SELL", "1540.00", "1").statusCode())
                .isEqualTo(200);

        browser.until("document.querySelector('#durable').textContent !== '" + before + "'");
        browser.until(
                "document.querySelector('#durable').textContent === document.querySelector('#published').textContent");
        browser.until("document.querySelector('#capture-lag').textContent === '0'");
        browser.untilText("#leases", "capture");
    }

    @Test
    void aVenueThatWasKilledIsFoundAgainAndNothingIsMissing() {
        venue.order("bob", "before", "SELL", "1530.00", "4");
        browser.untilText("#ladder .ask", "1,530.00");

        venue.killNine();
        browser.untilText("#banner", "No connection to the venue");
        browser.screenshot("terminal-offline");
        venue.startAgain();

        browser.until("document.querySelector('#link').dataset.tone !== 'bad'");
        venue.openSession();
        venue.order("bob", "after", "SELL", "1529.00", "6");
        venue.order("frank", "takes", "BUY", "1529.00", "2");
        browser.untilText("#tape", "1,529.00");
        browser.until(
                "document.querySelector('#banner').hidden || document.querySelector('#banner').dataset.tone === 'good'");
        terminal.untilItsLadderIs(venue.get("", "/api/v1/book/INFY?depth=5"));
    }

    @ParameterizedTest
    @CsvSource({"1440, 900, light", "1440, 900, dark", "390, 844, light", "390, 844, dark"})
    void everythingHasANameAndCanBeRead(int width, int height, String colours) {
        browser.looksLike(width, height, colours);
        for (String page : List.of("/", "/backbone")) {
            browser.open(venue.address() + page);
            browser.until("document.querySelector('#link-text').textContent.match(/Live|Polling/)");
            assertThat(Accessibility.faults(browser)).as(page + " " + colours).isEmpty();
            browser.screenshot((page.equals("/") ? "terminal" : "backbone") + "-" + width + "-" + colours);
            assertThat(browser.run("return document.documentElement.scrollWidth <= innerWidth")
                            .asBoolean())
                    .as(page + " does not scroll sideways")
                    .isTrue();
        }
    }

    private static void enter(String side, String price, String quantity) {
        terminal.enter(side, price, quantity);
    }

    private static void signIn(String account) {
        terminal.signIn(account, venue.token(account));
    }

    private static String focused() {
        return browser.run("return document.activeElement.id").asString();
    }
}

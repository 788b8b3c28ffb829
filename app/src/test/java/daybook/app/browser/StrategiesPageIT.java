package daybook.app.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an operator does in front of the strategies page, on a venue that trades: add, start, watch, cut over. */
class StrategiesPageIT {
    private static final String ENTER = "\uE007";
    private static final String RIGHT = "\uE014";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path directory;

    @SuppressWarnings("NullAway.Init")
    private static Venue venue;

    @SuppressWarnings("NullAway.Init")
    private static Browser browser;

    @BeforeAll
    static void start() {
        Browser.isRequired();
        venue = Venue.up(directory.resolve("data"), "--rate", "100");
        browser = Browser.start();
        browser.looksLike(1440, 900, "light");
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

    @AfterEach
    void thePageDidNothingWrong() {
        assertThat(browser.complaints()).isEmpty();
        assertThat(browser.run("return violations")).isEmpty();
        assertThat(browser.run("return failures")).isEmpty();
        assertThat(browser.run("return dialogs").asInt()).isZero();
    }

    @Test
    void aStrategyIsAddedWatchedAndMovedToTheLog() {
        browser.open(venue.address() + "/strategies");
        browser.untilText("#verdict-title", "No strategy runs");
        browser.untilText("#strategies", "No strategy yet");
        assertThat(isHidden("#add")).as("who only looks changes nothing").isTrue();
        assertThat(isHidden("#cutover")).isTrue();
        signIn();
        browser.until("!document.querySelector('#add').hidden");

        browser.click("#add");
        browser.until("document.querySelector('#kind-words').textContent.includes('=')");
        browser.run(
                "const k = document.querySelector('#kind'); k.value = 'market-maker'; k.dispatchEvent(new Event('change'))");
        browser.fill("#parameters", "spread=5 most=3");
        browser.fill("#to-account", "alice");
        browser.fill("#series", "INFY:1s");
        browser.press(ENTER);
        browser.until("document.querySelectorAll('#strategies tr').length === 1");
        browser.untilText("#strategies tr td:nth-child(5)", "stopped");
        browser.click("#strategies button[aria-label='Start strategy 1']");
        browser.untilText("#verdict-title", "1 strategy runs");
        browser.until("Number(document.querySelector('#strategies tr td:nth-child(10)').textContent) > 0");
        browser.until("[...document.querySelectorAll('#intents tr td:nth-child(6)')]"
                + ".some((e) => /accepted|filled/.test(e.textContent))");
        browser.until("/^INFY 1s #\\d+$/.test(document.querySelector('#strategies tr td:nth-child(9)').textContent)");
        assertThat(browser.text("#strategies tr td:nth-child(7)")).startsWith("local-scheduler on ");
        assertThat(Accessibility.faults(browser)).isEmpty();
        browser.screenshot("strategies");

        slide(25);
        assertThat(browser.text("#wanted-words")).contains("the first 32 of 128 shards are evaluated from the log");
        browser.click("#move");
        assertThat(browser.text("#confirm-words")).contains("Shards 0 to 31 move to the log, with 1 running strategy");
        browser.click("#confirm-yes");
        browser.until("document.querySelectorAll('#map [data-look=log]').length === 32");
        browser.until("document.querySelector('#draining').textContent === ''");
        assertThat(browser.text("#percent")).isEqualTo("25 %");
        String evaluations = browser.text("#strategies tr td:nth-child(10)");
        browser.until(
                "document.querySelector('#strategies tr td:nth-child(10)').textContent !== '" + evaluations + "'");
        browser.until("/from the log/.test(document.querySelector('#strategies tr td:nth-child(6)').title)");
        browser.screenshot("strategies-cutover");

        browser.run("document.querySelector('#map').focus()");
        browser.press(RIGHT);
        browser.untilText("#cell", "Shard 1: evaluated from the log, owned by evaluator on ");
        browser.looksLike(390, 844, "dark");
        assertThat(Accessibility.faults(browser)).isEmpty();
        assertThat(browser.run("return document.documentElement.scrollWidth <= innerWidth")
                        .asBoolean())
                .as("it does not scroll sideways")
                .isTrue();
        browser.screenshot("strategies-390-dark");
    }

    private static void signIn() {
        browser.click("#account");
        browser.fill("#token", venue.token(""));
        browser.press(ENTER);
        browser.untilText("#account", "operator");
    }

    private static void slide(int percent) {
        browser.run(
                "const s = document.querySelector('#slider'); s.value = arguments[0]; s.dispatchEvent(new Event('input'))",
                percent);
    }

    private static boolean isHidden(String selector) {
        return browser.run("return document.querySelector(arguments[0]).hidden", selector)
                .asBoolean();
    }
}

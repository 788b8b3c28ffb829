package daybook.app.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import tools.jackson.databind.JsonNode;

/** The terminal as its user handles it. */
final class Terminal {
    private final Browser browser;

    Terminal(Browser browser) {
        this.browser = browser;
    }

    void signIn(String account, String token) {
        browser.click("#account");
        browser.fill("#token", token);
        browser.click("#sign-in-form .primary");
        browser.untilText("#account", account);
    }

    void enter(String side, String price, String quantity) {
        browser.run("document.querySelector('#ticket-form input[value=" + side + "]').click()");
        browser.fill("#price", price);
        browser.fill("#quantity", quantity);
        browser.click("#submit");
    }

    /** Waits until each level of a book, as HTTP has it, is on the ladder. */
    void untilItsLadderIs(JsonNode book) {
        for (String side : List.of("bid", "ask")) {
            for (JsonNode level : book.get(side + "s")) {
                untilLevel(
                        side,
                        level.get("price").asString(),
                        level.get("quantity").asString());
            }
            browser.until(
                    "[...document.querySelectorAll('#ladder ." + side + " .price')].filter((p) => p.value).length === "
                            + book.get(side + "s").size());
        }
    }

    void untilLevel(String side, String price, String quantity) {
        browser.until("[...document.querySelectorAll('#ladder ." + side
                + "')].some((r) => r.querySelector('.price').value === '" + price
                + "' && r.querySelector('.size').textContent === '" + quantity + "')");
    }

    /** In normal use nothing is blocked, nothing fails, nobody is asked. */
    void didNothingWrong() {
        assertThat(browser.run("return violations")).isEmpty();
        assertThat(browser.run("return failures")).isEmpty();
        assertThat(browser.run("return dialogs").asInt()).isZero();
    }
}

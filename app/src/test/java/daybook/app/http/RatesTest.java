package daybook.app.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import daybook.app.security.Identity;
import daybook.app.security.RateLimits;
import daybook.app.security.Role;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Who is limited by what, on a clock that the test moves. */
class RatesTest {
    private static final String RELAY = "10.0.0.9";
    private static final Identity ALICE = new Identity("a", Role.TRADER, "alice");
    private static final Identity BOB = new Identity("b", Role.TRADER, "bob");

    private long now;
    private final Rates rates = new Rates(new RateLimits(() -> now));

    /** A door of the venue: all its clients come from one address, and each has his own limit. */
    @Test
    void behindOneAddressEachTokenHasItsOwnLimit() {
        assertThat(admitted(ALICE, 5_000)).isEqualTo(2_000);
        assertThat(admitted(BOB, 1_000)).isEqualTo(1_000);
        for (int i = 0; i < 20; i++) {
            assertThat(admitted(new Identity("t" + i, Role.TRADER, "x"), 500)).isEqualTo(500);
        }
        assertThat(admitted(Identity.NOBODY, 10))
                .as("what they used is not the address's")
                .isEqualTo(10);
    }

    @Test
    void theSameTokenThroughTwoDoorsIsOne() {
        assertThat(admitted(ALICE, 1_500)).isEqualTo(1_500);

        int there = 0;
        for (int i = 0; i < 1_500; i++) {
            there += admits(ALICE, "10.0.0.8") ? 1 : 0;
        }

        assertThat(there).isEqualTo(500);
        now += Duration.ofSeconds(1).toNanos();
        assertThat(admitted(ALICE, 5_000)).as("a second later").isEqualTo(1_000);
    }

    @Test
    void strangersShareWhatAnAddressMayDo() {
        assertThat(admitted(Identity.NOBODY, 10_000)).isEqualTo(4_000);
        assertThat(admits(Identity.NOBODY, "10.0.0.7")).isTrue();
        assertThatCode(() -> rates.check(ALICE, RELAY)).doesNotThrowAnyException();
    }

    @Test
    void whoGuessesTokensIsSoonToldNothing() {
        int refused = 0;
        for (int i = 0; i < 100; i++) {
            refused += rates.refused(RELAY).answer().status() == 401 ? 1 : 0;
        }

        assertThat(refused).isEqualTo(50);
    }

    private int admitted(Identity identity, int times) {
        int admitted = 0;
        for (int i = 0; i < times; i++) {
            admitted += admits(identity, RELAY) ? 1 : 0;
        }
        return admitted;
    }

    private boolean admits(Identity identity, String address) {
        try {
            rates.check(identity, address);
            return true;
        } catch (HttpError refused) {
            assertThat(refused.answer().status()).isEqualTo(429);
            return false;
        }
    }
}

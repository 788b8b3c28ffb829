package daybook.app.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LimitsAndTextTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void aBurstIsAllowedOnceAndThenTheRate() {
        AtomicLong now = new AtomicLong();
        RateLimits limits = new RateLimits(now::get);
        RateLimits.Limit limit = new RateLimits.Limit(20, 40);

        assertThat(allowed(limits, "a", limit, 100)).isEqualTo(40);
        assertThat(allowed(limits, "b", limit, 1)).isEqualTo(1);
        now.addAndGet(SECOND);
        assertThat(allowed(limits, "a", limit, 100)).isEqualTo(20);
        now.addAndGet(10 * SECOND);
        assertThat(allowed(limits, "a", limit, 100)).isEqualTo(40);
    }

    @Test
    void aClockThatStepsBackGivesNothing() {
        AtomicLong now = new AtomicLong(SECOND);
        RateLimits limits = new RateLimits(now::get);
        RateLimits.Limit limit = new RateLimits.Limit(1, 1);

        assertThat(allowed(limits, "a", limit, 5)).isEqualTo(1);
        now.set(0);
        assertThat(allowed(limits, "a", limit, 5)).isEqualTo(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\r\nFAKE line", "\u001b[31mred", "a\u202eb", "\u0000", "a\u2028b", "\u0085", "\u200b"})
    void textOfStrangersStaysOnOneLine(String text) {
        String safe = SafeText.oneLine(text);

        assertThat(safe.chars()).noneMatch(c -> Character.isISOControl(c) || Character.getType(c) == Character.FORMAT);
        assertThat(safe.lines()).hasSize(1);
    }

    @Test
    void longTextIsCut() {
        assertThat(SafeText.oneLine("x".repeat(10_000))).hasSize(259);
    }

    private static int allowed(RateLimits limits, String name, RateLimits.Limit limit, int tries) {
        int allowed = 0;
        for (int i = 0; i < tries; i++) {
            allowed += limits.allows(name, limit) ? 1 : 0;
        }
        return allowed;
    }
}

package daybook.delivery.broadcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.function.BiPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nobody listens whom no rule admits (W-04): by the exact name, in full. */
class ChannelRulesTest {
    private static final ChannelRules<String> RULES = ChannelRules.<String>none()
            .and(ChannelKind.PUBLIC, "news", (who, values) -> true)
            .and(ChannelKind.PRIVATE, "orders.{account}", (who, values) -> who.equals(values.get("account")))
            .and(ChannelKind.PRIVATE, "user.{name*}", (who, values) -> who.equals(values.get("name")))
            .and(ChannelKind.PRESENCE, "{room}", (who, values) -> !who.isEmpty());

    @Test
    void theOwnerIsAdmittedAndNobodyElse() {
        assertThat(admits(RULES, "7", "private-orders.7")).isTrue();
        assertThat(admits(RULES, "8", "private-orders.7")).isFalse();
        assertThat(admits(RULES, "", "private-orders.7")).isFalse();
        assertThat(admits(RULES, "a.b", "private-user.a.b")).isTrue();
        assertThat(admits(RULES, "b", "private-user.a.b")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Private-orders.7",
                "PRIVATE-orders.7",
                "private-Orders.7",
                "private-orders.07",
                "private-orders.7.",
                "private-orders..7",
                "private-orders.7.7",
                "private-orders",
                "private-orders.",
                "private-ordersX.7",
                "xprivate-orders.7",
                "orders.7",
                "private-private-orders.7",
                "presence-",
                "presence-a.b",
                "news.",
                "newsroom",
                "unknown",
            })
    void aNameThatIsAlmostRightIsRefused(String name) {
        assertThat(admits(RULES, "7", name)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                ".a",
                "private-orders.7\u0000",
                "private-orders.7\n",
                "private-orders.7 ",
                " private-orders.7",
                "private-orders.7%20",
                "private-orders.7/../8",
                "../private-orders.7",
                "private-orders.\uff17",
                "privat\u0435-orders.7",
                "*",
                "private-*",
                "{account}",
            })
    void whatIsNoNameIsNoChannel(String text) {
        assertThat(ChannelName.of(text)).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> new ChannelName(text));
    }

    @Test
    void aNameOf164CharactersIsTheLongest() {
        assertThat(ChannelName.of("a".repeat(164))).isPresent();
        assertThat(ChannelName.of("a".repeat(165))).isEmpty();
        assertThat(ChannelName.of("a".repeat(5_000))).isEmpty();
    }

    @Test
    void withoutARuleNobodyIsAdmitted() {
        assertThat(ChannelRules.<String>none().admits("7", new ChannelName("news")))
                .isFalse();
    }

    /** The checks above, for rules that are wrong on purpose: {@link PlantedBroadcastBugsTest}. */
    static void check(BiPredicate<String, ChannelName> rules) {
        for (String name :
                List.of("private-orders.7.7", "private-ordersX.7", "private-orders.07", "Private-orders.7")) {
            assertThat(rules.test("7", new ChannelName(name))).as(name).isFalse();
        }
        assertThat(rules.test("7", new ChannelName("private-orders.7"))).isTrue();
    }

    @Test
    void theRulesPassTheCheck() {
        check(RULES::admits);
    }

    private static boolean admits(ChannelRules<String> rules, String who, String name) {
        return ChannelName.of(name)
                .filter(channel -> rules.admits(who, channel))
                .isPresent();
    }
}

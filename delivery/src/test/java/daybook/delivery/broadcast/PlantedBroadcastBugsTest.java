package daybook.delivery.broadcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Mistakes that are easily made, each caught by the check of the test that holds the guarantee. */
class PlantedBroadcastBugsTest {

    @Test
    void rulesThatLookAtTheBeginningOfANameAreCaught() {
        BiPredicate<String, ChannelName> byPrefix =
                (who, channel) -> channel.wire().startsWith("private-orders." + who);

        assertThatThrownBy(() -> ChannelRulesTest.check(byPrefix)).isInstanceOf(AssertionError.class);
    }

    @Test
    void rulesThatCompareNumbersAreCaught() {
        BiPredicate<String, ChannelName> byValue =
                (who, channel) -> channel.wire().matches("private-orders\\.[0-9]+")
                        && Integer.parseInt(channel.wire().substring(15)) == Integer.parseInt(who);

        assertThatThrownBy(() -> ChannelRulesTest.check(byValue)).isInstanceOf(AssertionError.class);
    }

    @Test
    void rulesThatDoNotLookAtCaseAreCaught() {
        BiPredicate<String, ChannelName> anyCase =
                (who, channel) -> channel.wire().equalsIgnoreCase("private-orders." + who);

        assertThatThrownBy(() -> ChannelRulesTest.check(anyCase)).isInstanceOf(AssertionError.class);
    }

    @Test
    void toOthersByCounterOnlyIsCaught() {
        Predicate<SocketId> byCounter = socket -> socket.counter() == 7;

        assertThatThrownBy(() -> BroadcastRelayTest.checkOthers(byCounter)).isInstanceOf(AssertionError.class);
    }

    @Test
    void toOthersByBeginningIsCaught() {
        Predicate<SocketId> byText = socket -> socket.text().startsWith("instance-a.7");

        assertThatThrownBy(() -> BroadcastRelayTest.checkOthers(byText)).isInstanceOf(AssertionError.class);
    }

    @Test
    void theHonestOnesPass() {
        assertThat(new Broadcast(BroadcastWorld.NEWS, "e", "1", "instance-a.7").skips(new SocketId("instance-a", 7)))
                .isTrue();
    }
}

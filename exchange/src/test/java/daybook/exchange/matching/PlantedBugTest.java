package daybook.exchange.matching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import daybook.events.Event;
import daybook.events.OrderCancelled;
import daybook.events.OrderModified;
import daybook.events.Trade;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Goal: the checks of {@link AnyHistoryTest} notice a wrong engine. Method: the right engine behind a sink with a bug; from the
 * hundredth event on, the bug strikes wherever it can.
 */
class PlantedBugTest {
    private static final int COMMANDS = 2_000;
    private static final int QUIET_EVENTS = 100;

    /** What a buggy engine would say instead of one event; an empty list = it says nothing. */
    record Bug(String name, Class<? extends Event> strikes, UnaryOperator<List<Event>> says) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Bug> bugs() {
        return Stream.of(
                new Bug("an event is lost", Event.class, said -> List.of()),
                new Bug("an event is told twice", Event.class, said -> List.of(said.get(0), said.get(0))),
                new Bug("a trade is one too large", Trade.class, said -> List.of(trade(said, 1, 0, 0))),
                new Bug("a trade is outside the limit", Trade.class, said -> List.of(trade(said, 0, 1_000_000, 0))),
                new Bug("a trade names another order", Trade.class, said -> List.of(trade(said, 0, 0, 1))),
                new Bug("a cancel keeps one back", OrderCancelled.class, PlantedBugTest::cancelOneLess),
                new Bug("an amend counts what has traded twice", OrderModified.class, PlantedBugTest::leaveOneMore));
    }

    private static Trade trade(List<Event> said, long more, long dearer, long further) {
        Trade t = (Trade) said.get(0);
        return new Trade(
                t.seq(),
                t.time(),
                t.tradeId(),
                t.symbol(),
                t.price() + dearer,
                t.quantity() + more,
                t.aggressorSide(),
                t.buyOrderId() + further,
                t.sellOrderId(),
                t.buyAccountId(),
                t.sellAccountId());
    }

    private static List<Event> cancelOneLess(List<Event> said) {
        OrderCancelled c = (OrderCancelled) said.get(0);
        return List.of(new OrderCancelled(
                c.seq(), c.time(), c.orderId(), c.accountId(), c.symbol(), c.cancelledQuantity() - 1, c.reason()));
    }

    private static List<Event> leaveOneMore(List<Event> said) {
        OrderModified m = (OrderModified) said.get(0);
        return List.of(new OrderModified(
                m.seq(),
                m.time(),
                m.orderId(),
                m.accountId(),
                m.symbol(),
                m.price(),
                m.quantity(),
                m.leavesQuantity() + 1));
    }

    @ParameterizedTest
    @MethodSource("bugs")
    void eachBugIsNoticed(Bug bug) {
        assertThatThrownBy(() -> history(bug)).isInstanceOf(AssertionError.class);
    }

    @Test
    void withoutABugNothingIsNoticed() {
        assertThat(history(new Bug("none", Trade.class, said -> said))).isPositive();
    }

    /** Returns how often the bug struck. */
    private static int history(Bug bug) {
        RandomCommands commands = new RandomCommands(1);
        MatchingEngine engine = new MatchingEngine();
        EventFold fold = new EventFold();
        int struck = 0;
        for (int i = 0; i < COMMANDS; i++) {
            List<Event> answer = new ArrayList<>();
            engine.apply(commands.next(fold.lastOrderId()), commands.time(), new EventRecords(answer::add));
            for (Event event : answer) {
                boolean strikes = event.seq() > QUIET_EVENTS && bug.strikes().isInstance(event);
                struck += strikes ? 1 : 0;
                (strikes ? bug.says().apply(List.of(event)) : List.of(event)).forEach(fold::hear);
            }
            fold.agreesWith(engine);
        }
        return struck;
    }
}

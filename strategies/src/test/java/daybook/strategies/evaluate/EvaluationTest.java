package daybook.strategies.evaluate;

import static daybook.strategies.evaluate.World.BTC;
import static daybook.strategies.evaluate.World.bar;
import static org.assertj.core.api.Assertions.assertThat;

import daybook.events.OrderType;
import daybook.events.Side;
import daybook.events.TimeInForce;
import daybook.strategies.api.Decision;
import daybook.strategies.api.Order;
import daybook.strategies.api.Strategy;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A strategy that gives nothing where something is expected has failed; nobody stops for it. */
@SuppressWarnings("NullAway") // that is what it is about
class EvaluationTest {

    private static void fails(Strategy strategy, String detail) {
        assertThat(Evaluation.run(strategy, bar(BTC, 3), "before"))
                .isEqualTo(new Evaluation(
                        Evaluation.Outcome.FAILED, Decision.keep("before"), "NullPointerException: " + detail));
    }

    @Test
    void noDecisionIsAFailure() {
        fails((bar, state) -> null, "decision: null (expected: one)");
    }

    @Test
    void aDecisionWithoutStateOrOrdersIsAFailure() {
        fails((bar, state) -> Decision.keep(null), "state: null (expected: text, empty for none)");
        fails((bar, state) -> new Decision(state, null), "orders: null (expected: a list, empty for none)");
    }

    @Test
    void anOrderThatLacksAPartIsAFailure() {
        fails((bar, state) -> one(state, Order.market(null, 1)), "side: null (expected: a side)");
        fails(
                (bar, state) -> one(state, new Order(Side.BUY, null, TimeInForce.DAY, 1, 1)),
                "type: null (expected: an order type)");
        fails(
                (bar, state) -> one(state, new Order(Side.BUY, OrderType.LIMIT, null, 1, 1)),
                "timeInForce: null (expected: a time in force)");
    }

    private static Decision one(String state, Order order) {
        return new Decision(state, List.of(order));
    }
}

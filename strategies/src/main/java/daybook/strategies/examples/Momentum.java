package daybook.strategies.examples;

import daybook.events.Side;
import daybook.strategies.ClosedBar;
import daybook.strategies.api.Decision;
import daybook.strategies.api.Order;
import daybook.strategies.api.Parameters;
import daybook.strategies.api.Strategy;
import java.util.List;
import java.util.Set;

/**
 * Goes with the trend: long while the average of the last few closes is above that of many, short while it is below.
 *
 * @param fast closes in the short average
 * @param slow closes in the long one; before so many are known it waits
 * @param quantity of its position, in quantity units
 */
record Momentum(int fast, int slow, long quantity) implements Strategy {
    static final String PARAMETERS = "fast=5 (1..199) slow=20 (2..200, above fast) quantity=1 (quantity units)";

    static Momentum of(Parameters parameters) {
        parameters.checkNames(Set.of("fast", "slow", "quantity"));
        int fast = (int) parameters.get("fast", 5, 1, 199);
        return new Momentum(
                fast,
                (int) parameters.get("slow", 20, fast + 1, 200),
                parameters.get("quantity", 1, 1, Long.MAX_VALUE / 4));
    }

    @Override
    public Decision onBar(ClosedBar bar, String state) {
        Closes known = Closes.parse(state).and(bar.prices().close(), slow);
        if (known.closes().size() < slow) {
            return Decision.keep(known.text());
        }
        // The averages, without dividing.
        int trend = Long.compare(
                Math.multiplyExact(known.sum(fast), (long) slow), Math.multiplyExact(known.sum(slow), (long) fast));
        long wanted = trend == 0 ? known.position() : trend * quantity;
        long difference = wanted - known.position();
        if (difference == 0) {
            return Decision.keep(known.text());
        }
        Side side = difference > 0 ? Side.BUY : Side.SELL;
        return new Decision(known.at(wanted).text(), List.of(Order.market(side, Math.abs(difference))));
    }
}

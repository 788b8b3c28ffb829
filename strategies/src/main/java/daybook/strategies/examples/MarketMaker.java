package daybook.strategies.examples;

import daybook.events.OrderType;
import daybook.events.Side;
import daybook.events.TimeInForce;
import daybook.strategies.ClosedBar;
import daybook.strategies.api.Decision;
import daybook.strategies.api.Order;
import daybook.strategies.api.Parameters;
import daybook.strategies.api.Strategy;
import java.util.List;
import java.util.Set;

/**
 * Quotes on both sides of the last close, and again whenever the close has moved away from the last quote by the spread. Its quotes rest until
 * the session closes and are refused rather than trade at once. It does not know which of them have traded: so many quotes are its limit. Its
 * state: {@code middle;quotes}.
 *
 * @param spread from the middle to each quote, in price units
 * @param quantity of each quote, in quantity units
 * @param most pairs of quotes
 */
record MarketMaker(long spread, long quantity, long most) implements Strategy {
    static final String PARAMETERS =
            "spread=10 (price units, from 1) quantity=1 (quantity units) most=50 (pairs of quotes, 1..1000000)";

    static MarketMaker of(Parameters parameters) {
        parameters.checkNames(Set.of("spread", "quantity", "most"));
        return new MarketMaker(
                parameters.get("spread", 10, 1, Long.MAX_VALUE / 4),
                parameters.get("quantity", 1, 1, Long.MAX_VALUE / 4),
                parameters.get("most", 50, 1, 1_000_000));
    }

    @Override
    public Decision onBar(ClosedBar bar, String state) {
        long close = bar.prices().close();
        String[] parts = state.split(";", -1);
        long quotes = state.isEmpty() ? 0 : Long.parseLong(parts[1]);
        boolean moved = state.isEmpty() || Math.abs(close - Long.parseLong(parts[0])) >= spread;
        if (!moved || quotes >= most || close <= spread) {
            return Decision.keep(state);
        }
        return new Decision(
                close + ";" + (quotes + 1), List.of(quote(Side.BUY, close - spread), quote(Side.SELL, close + spread)));
    }

    private Order quote(Side side, long price) {
        return new Order(side, OrderType.LIMIT, TimeInForce.POST_ONLY, price, quantity);
    }
}

package daybook.strategies.examples;

import daybook.events.Side;
import daybook.strategies.ClosedBar;
import daybook.strategies.api.Decision;
import daybook.strategies.api.Order;
import daybook.strategies.api.Parameters;
import daybook.strategies.api.Strategy;
import java.math.BigInteger;
import java.util.List;
import java.util.Set;

/**
 * Bets on the way back: sells when the close is far above the average of the last ones, buys when it is far below, and gives the position up
 * when the close has crossed the average again. Far is measured in standard deviations.
 *
 * @param window closes in the average
 * @param bandPercent how far is far, in hundredths of a standard deviation
 * @param quantity of its position, in quantity units
 */
record MeanReversion(int window, long bandPercent, long quantity) implements Strategy {
    static final String PARAMETERS =
            "window=20 (2..200) band=200 (hundredths of a standard deviation, 1..1000) quantity=1 (quantity units)";

    static MeanReversion of(Parameters parameters) {
        parameters.checkNames(Set.of("window", "band", "quantity"));
        return new MeanReversion(
                (int) parameters.get("window", 20, 2, 200),
                parameters.get("band", 200, 1, 1_000),
                parameters.get("quantity", 1, 1, Long.MAX_VALUE / 4));
    }

    @Override
    public Decision onBar(ClosedBar bar, String state) {
        long close = bar.prices().close();
        Closes known = Closes.parse(state).and(close, window);
        if (known.closes().size() < window) {
            return Decision.keep(known.text());
        }
        long above = Long.signum(Math.subtractExact(Math.multiplyExact(close, (long) window), known.sum(window)));
        if (known.position() == 0 && isFar(close, known)) {
            long wanted = -above * quantity;
            Side side = wanted > 0 ? Side.BUY : Side.SELL;
            return new Decision(known.at(wanted).text(), List.of(Order.limit(side, close, quantity)));
        }
        if (known.position() != 0 && above == Long.signum(known.position())) {
            Side side = known.position() > 0 ? Side.SELL : Side.BUY;
            return new Decision(known.at(0).text(), List.of(Order.market(side, Math.abs(known.position()))));
        }
        return Decision.keep(known.text());
    }

    /** Distance squared against variance, both times window squared: exact, and without a root. */
    private boolean isFar(long close, Closes known) {
        BigInteger count = BigInteger.valueOf(window);
        BigInteger sum = BigInteger.ZERO;
        BigInteger squares = BigInteger.ZERO;
        for (long each : known.closes()) {
            BigInteger value = BigInteger.valueOf(each);
            sum = sum.add(value);
            squares = squares.add(value.multiply(value));
        }
        BigInteger variance = count.multiply(squares).subtract(sum.multiply(sum));
        BigInteger distance = count.multiply(BigInteger.valueOf(close)).subtract(sum);
        BigInteger band = BigInteger.valueOf(bandPercent);
        return variance.signum() > 0
                && distance.multiply(distance)
                                .multiply(BigInteger.valueOf(10_000))
                                .compareTo(band.multiply(band).multiply(variance))
                        > 0;
    }
}

package daybook.strategies.clock;

import daybook.strategies.ClosedBar;
import daybook.strategies.SeriesKey;
import java.util.List;

/**
 * Where bars come from: the port. A market's own service, an import, a recording, a feed. It knows bars; when one is over for everybody the
 * clock decides.
 *
 * <p>Called on the clock's thread, which waits for nothing: every answer is at once, from what is known now.
 */
public interface BarSource {

    /** Bars of this series are wanted from now on: those with a token above this one. Called again, it may begin again there. */
    void want(SeriesKey series, long afterToken);

    /** No more of them. */
    void leave(SeriesKey series);

    /** What time it is at the series' venue, microseconds since the epoch; simulated where the venue's time is. Asked often. */
    long timeMicros(SeriesKey series);

    /** What has come of a series since it was asked last. */
    Known ask(SeriesKey series);

    /**
     * What is known.
     *
     * @param bars each once, in whatever order they have come
     * @param untilMicros everything that ends until then has been told: a window without a bar has none. A source whose bars are in order
     *     knows so much with each bar; one that does not know says {@link Long#MIN_VALUE}
     */
    record Known(List<ClosedBar> bars, long untilMicros) {
        public Known {
            bars = List.copyOf(bars);
        }
    }
}

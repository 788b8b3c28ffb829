package daybook.posttrade.market;

import daybook.events.Instrument;
import daybook.events.Timeframe;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One symbol in a snapshot.
 *
 * @param seq the last event that changed its book or tape
 * @param orders what may still trade, in the order of acceptance
 * @param incoming the order that was coming in; 0 if none was
 * @param tape the last trades, oldest first
 * @param bars of each timeframe that has any
 */
record SymbolState(
        String symbol,
        long seq,
        Optional<Instrument> instrument,
        boolean pending,
        List<OrderState> orders,
        long incoming,
        List<TradeTick> tape,
        Map<Timeframe, SeriesState> bars) {

    /** An order; see {@link OpenOrder}. */
    record OrderState(long id, boolean buy, boolean mayRest, boolean rests, long price, long open) {}

    /**
     * A series.
     *
     * @param closed the last bars that are over, oldest first, those without trades included
     * @param sessionEnd when the session of the last trade ended; {@link Long#MAX_VALUE}: it has not
     */
    record SeriesState(List<Bar> closed, Optional<BarSeries.Running> running, long sessionEnd) {}
}

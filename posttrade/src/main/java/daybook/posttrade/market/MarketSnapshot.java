package daybook.posttrade.market;

import daybook.events.SessionState;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The market after an event: whoever starts from it need not read what came before.
 *
 * @param seq the event; everything at or below it is in, nothing above
 * @param timeMicros venue time of it
 * @param topic the topic that was read: one that was made again has another id, and perhaps another history
 * @param offsets by partition: every event above {@code seq} lies there or behind. They save reading and decide nothing
 * @param sessionEnds when sessions ended, in order
 */
record MarketSnapshot(
        long seq,
        long timeMicros,
        SessionState state,
        UUID topic,
        Map<Integer, Long> offsets,
        List<Long> sessionEnds,
        List<SymbolState> symbols) {}

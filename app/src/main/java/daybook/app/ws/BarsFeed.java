package daybook.app.ws;

import daybook.app.Json;
import daybook.events.Timeframe;
import daybook.posttrade.market.BarTick;
import daybook.posttrade.market.MarketFeed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code bars.{symbol}.{timeframe}}: the last bars, then each one that has changed, as it is now. */
final class BarsFeed extends ViewFeed {
    private static final int LAST = 200;

    private final String symbol;
    private final Timeframe timeframe;

    BarsFeed(String channel, String symbol, Timeframe timeframe, MarketFeed market) {
        super(channel, market, Pace.CONFLATED);
        this.symbol = symbol;
        this.timeframe = timeframe;
    }

    @Override
    public @Nullable Message snapshot(boolean gap) {
        Optional<MarketJson> json = market.instrument(symbol).map(MarketJson::new);
        if (json.isEmpty()) {
            return null;
        }
        long seq = market.seq(); // before the bars: what changes between is told again, which changes nothing
        return Message.of(
                channel,
                seq,
                Message.Kind.SNAP,
                Json.fields(
                        "bars",
                        market.lastBars(symbol, timeframe, LAST).stream()
                                .map(json.get()::bar)
                                .toList()));
    }

    @Override
    public Step after(long seq) {
        long head = market.seq();
        Optional<MarketJson> json = market.instrument(symbol).map(MarketJson::new);
        Optional<List<BarTick>> since = market.barsSince(symbol, timeframe, seq);
        if (json.isEmpty() || since.isEmpty() || since.get().size() > Step.MAX_MESSAGES) {
            return Step.forgotten(head);
        }
        List<BarTick> bars = since.get();
        List<Message> messages = new ArrayList<>();
        long upTo = bars.stream().mapToLong(BarTick::seq).reduce(Math.max(seq, head), Math::max);
        for (int i = 0; i < bars.size(); i++) {
            long says = i == bars.size() - 1 ? upTo : seq; // they belong together: see Feed
            messages.add(Message.of(
                    channel, says, Message.Kind.DIFF, json.get().bar(bars.get(i).bar())));
        }
        return Step.of(messages, upTo);
    }
}

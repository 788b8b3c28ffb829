package daybook.app.ws;

import daybook.app.Json;
import daybook.posttrade.market.MarketFeed;
import daybook.posttrade.market.TradeTick;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code trades.{symbol}}: the last trades, then each one. */
final class TradesFeed extends ViewFeed {
    private static final int LAST = 50;

    private final String symbol;

    TradesFeed(String channel, String symbol, MarketFeed market) {
        super(channel, market, Pace.EVENTS);
        this.symbol = symbol;
    }

    @Override
    public @Nullable Message snapshot(boolean gap) {
        Optional<MarketJson> json = market.instrument(symbol).map(MarketJson::new);
        if (json.isEmpty()) {
            return null;
        }
        // Asked before the trades: one that comes between is above it, and is told again.
        long seq = market.seq();
        List<TradeTick> last = market.lastTrades(symbol, LAST).stream()
                .filter(trade -> trade.seq() <= seq)
                .toList();
        Map<String, Object> data =
                Json.fields("trades", last.stream().map(json.get()::trade).toList());
        if (gap) {
            data.put("gap", true);
        }
        return Message.of(channel, seq, Message.Kind.SNAP, data);
    }

    @Override
    public Step after(long seq) {
        long head = market.seq();
        Optional<MarketJson> json = market.instrument(symbol).map(MarketJson::new);
        Optional<List<TradeTick>> since = market.tradesSince(symbol, seq);
        if (json.isEmpty() || since.isEmpty()) {
            return Step.forgotten(head);
        }
        List<TradeTick> trades = since.get();
        if (trades.isEmpty()) {
            return Step.nothing(Math.max(seq, head));
        }
        List<Message> messages = new ArrayList<>();
        for (TradeTick trade : trades.subList(0, Math.min(trades.size(), Step.MAX_MESSAGES))) {
            messages.add(Message.of(
                    channel, trade.seq(), Message.Kind.EVENT, json.get().trade(trade)));
        }
        return Step.of(messages, messages.get(messages.size() - 1).seq());
    }
}

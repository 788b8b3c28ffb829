package daybook.app.ws;

import daybook.app.Json;
import daybook.events.SessionState;
import daybook.posttrade.market.BookChanges;
import daybook.posttrade.market.BookState;
import daybook.posttrade.market.MarketFeed;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code book.{symbol}}: all price levels, then those that have changed, as they are now. */
final class BookFeed extends ViewFeed {
    private final String symbol;
    private @Nullable SessionState state;
    private long stateSince;
    private long stateEpoch;

    BookFeed(String channel, String symbol, MarketFeed market) {
        super(channel, market, Pace.CONFLATED);
        this.symbol = symbol;
    }

    @Override
    public @Nullable Message snapshot(boolean gap) {
        Optional<MarketJson> json = market.instrument(symbol).map(MarketJson::new);
        Optional<BookState> now = market.book(symbol);
        if (json.isEmpty() || now.isEmpty()) {
            return null;
        }
        BookState book = now.get();
        isNews(book.state(), book.seq(), book.seq());
        Map<String, Object> data = Json.fields(
                "symbol", symbol,
                "state", book.state().name(),
                "bids", json.get().levels(book.bids()),
                "asks", json.get().levels(book.asks()));
        if (!book.whole()) {
            data.put("pending", true);
        }
        return Message.of(channel, book.seq(), Message.Kind.SNAP, data);
    }

    @Override
    public Step after(long seq) {
        Optional<MarketJson> json = market.instrument(symbol).map(MarketJson::new);
        Optional<BookChanges> since = market.bookSince(symbol, seq);
        if (json.isEmpty() || since.isEmpty()) {
            return Step.forgotten(market.seq());
        }
        BookChanges changes = since.get();
        boolean news = isNews(changes.state(), changes.seq(), seq);
        if (changes.seq() <= seq || changes.isEmpty() && !news) {
            return Step.nothing(Math.max(seq, changes.seq()));
        }
        Map<String, Object> data = Json.fields(
                "state", changes.state().name(),
                "bids", json.get().levels(changes.bids()),
                "asks", json.get().levels(changes.asks()));
        return Step.of(List.of(Message.of(channel, changes.seq(), Message.Kind.DIFF, data)), changes.seq());
    }

    /** Whether who has seen up to {@code seq} may not know the state, as it is at {@code now}. */
    private synchronized boolean isNews(SessionState current, long now, long seq) {
        long epoch = market.epoch();
        if (epoch != stateEpoch) { // the numbers begin anew
            stateEpoch = epoch;
            state = null;
            stateSince = 0;
        }
        if (current != state && now >= stateSince) {
            state = current;
            stateSince = now;
        }
        return seq < stateSince;
    }
}

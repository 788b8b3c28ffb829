package daybook.bench.ours;

import daybook.events.Instrument;
import daybook.events.Timeframe;
import daybook.posttrade.market.AccountNote;
import daybook.posttrade.market.Bar;
import daybook.posttrade.market.BarTick;
import daybook.posttrade.market.BookChanges;
import daybook.posttrade.market.BookState;
import daybook.posttrade.market.MarketFeed;
import daybook.posttrade.market.TradeTick;
import java.util.List;
import java.util.Optional;

/** A market in which nothing is listed: the clients of this measurement listen to broadcasts. */
final class QuietMarket implements MarketFeed {
    @Override
    public long seq() {
        return 0;
    }

    @Override
    public long epoch() {
        return 0;
    }

    @Override
    public void onChange(Runnable listener) {}

    @Override
    public Optional<Instrument> instrument(String symbol) {
        return Optional.empty();
    }

    @Override
    public List<Instrument> instruments() {
        return List.of();
    }

    @Override
    public Optional<BookState> book(String symbol) {
        return Optional.empty();
    }

    @Override
    public Optional<BookChanges> bookSince(String symbol, long from) {
        return Optional.empty();
    }

    @Override
    public Optional<List<TradeTick>> tradesSince(String symbol, long from) {
        return Optional.empty();
    }

    @Override
    public List<TradeTick> lastTrades(String symbol, int n) {
        return List.of();
    }

    @Override
    public Optional<List<BarTick>> barsSince(String symbol, Timeframe timeframe, long from) {
        return Optional.empty();
    }

    @Override
    public List<Bar> lastBars(String symbol, Timeframe timeframe, int n) {
        return List.of();
    }

    @Override
    public Optional<List<AccountNote>> accountSince(String account, long from) {
        return Optional.empty();
    }
}

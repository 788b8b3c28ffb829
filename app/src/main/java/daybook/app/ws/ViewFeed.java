package daybook.app.ws;

import daybook.posttrade.market.MarketFeed;

/** A channel whose messages are drawn from the replica's view of the market, and numbered as its events are. */
abstract class ViewFeed implements Feed {
    final String channel;
    final MarketFeed market;
    private final Pace pace;

    ViewFeed(String channel, MarketFeed market, Pace pace) {
        this.channel = channel;
        this.market = market;
        this.pace = pace;
    }

    @Override
    public final Pace pace() {
        return pace;
    }

    @Override
    public final long head() {
        return market.seq();
    }

    @Override
    public final long epoch() {
        return market.epoch();
    }
}

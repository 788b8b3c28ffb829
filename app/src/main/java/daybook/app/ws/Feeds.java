package daybook.app.ws;

import daybook.delivery.broadcast.BroadcastHistory;
import daybook.delivery.broadcast.ChannelKind;
import daybook.delivery.broadcast.ChannelName;
import daybook.delivery.broadcast.Presence;
import daybook.events.Timeframe;
import daybook.posttrade.market.MarketFeed;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Where what is told comes from.
 *
 * @param leaderboard its rows as JSON; empty: not known here
 * @param ops how the backbone is, as JSON; empty: not known here
 */
public record Feeds(
        MarketFeed market,
        BroadcastHistory history,
        Presence presence,
        Supplier<Optional<String>> leaderboard,
        Supplier<Optional<String>> ops) {

    /** The feed of a channel that somebody may listen to; empty if there is nothing behind the name. */
    Optional<Feed> of(ChannelName channel) {
        String name = channel.wire();
        if (channel.kind() == ChannelKind.PRESENCE) {
            return Optional.of(new PresenceFeed(channel, presence));
        }
        if (VenueChannels.isBroadcast(channel)) {
            return Optional.of(new BroadcastFeed(channel, history));
        }
        if (channel.kind() == ChannelKind.PRIVATE) {
            return Optional.of(new AccountFeed(name, channel.bare().substring(VenueChannels.ACCOUNT.length()), market));
        }
        int dot = name.indexOf('.');
        String rest = name.substring(dot + 1);
        return switch (dot < 0 ? name : name.substring(0, dot)) {
            case "book" -> listed(rest).map(symbol -> new BookFeed(name, symbol, market));
            case "trades" -> listed(rest).map(symbol -> new TradesFeed(name, symbol, market));
            case "bars" -> bars(name, rest);
            case "leaderboard" ->
                Optional.of(new WholeFeed(
                        name,
                        new WholeFeed.Source(
                                () -> leaderboard.get().map(rows -> "{\"rows\":" + rows + "}"), market::seq, false)));
            case "ops" -> Optional.of(new WholeFeed(name, new WholeFeed.Source(ops, market::seq, true)));
            default -> Optional.empty();
        };
    }

    private Optional<Feed> bars(String name, String rest) {
        int dot = rest.lastIndexOf('.');
        if (dot < 0) {
            return Optional.empty();
        }
        return Timeframe.of(rest.substring(dot + 1))
                .flatMap(timeframe ->
                        listed(rest.substring(0, dot)).map(symbol -> new BarsFeed(name, symbol, timeframe, market)));
    }

    /** A symbol; while nothing at all has been heard of the market, any: it may be in what comes. */
    private Optional<String> listed(String symbol) {
        return market.seq() == 0 || market.instrument(symbol).isPresent() ? Optional.of(symbol) : Optional.empty();
    }
}

package daybook.app.ws;

import daybook.delivery.broadcast.ChannelKind;
import daybook.delivery.broadcast.ChannelName;
import daybook.delivery.broadcast.ChannelRules;
import java.util.Map;

/** The channels of a venue and who may listen to them: docs/formats/websocket.md has the same table. What is not here is refused. */
public final class VenueChannels {
    static final String ACCOUNT = "account.";

    /** What comes from the market and from this process, and not from the broadcast topic. */
    private static final ChannelRules<Visitor> OWN = ChannelRules.<Visitor>none()
            .and(ChannelKind.PUBLIC, "book.{symbol*}", VenueChannels::market)
            .and(ChannelKind.PUBLIC, "trades.{symbol*}", VenueChannels::market)
            .and(ChannelKind.PUBLIC, "bars.{symbol*}", VenueChannels::market)
            .and(ChannelKind.PUBLIC, "leaderboard", VenueChannels::market)
            .and(ChannelKind.PUBLIC, "ops", VenueChannels::market)
            .and(ChannelKind.PRIVATE, "account.{account*}", VenueChannels::account);

    private static final ChannelRules<Visitor> BROADCAST = ChannelRules.<Visitor>none()
            .and(ChannelKind.PUBLIC, "news", VenueChannels::market)
            .and(ChannelKind.PUBLIC, "news.{topic*}", VenueChannels::market)
            .and(ChannelKind.PUBLIC, "room.{room}", VenueChannels::market)
            .and(ChannelKind.PRIVATE, "orders.{account*}", VenueChannels::account)
            .and(ChannelKind.PRIVATE, "user.{account*}", VenueChannels::account);

    private static final ChannelRules<Visitor> PRESENCE =
            ChannelRules.<Visitor>none().and(ChannelKind.PRESENCE, "{room}", (visitor, values) -> visitor.isKnown());

    private VenueChannels() {}

    /** Whether that one may listen. */
    static boolean admits(Visitor visitor, ChannelName channel) {
        return OWN.admits(visitor, channel) || BROADCAST.admits(visitor, channel) || PRESENCE.admits(visitor, channel);
    }

    /** Whether the channel is one of the broadcast topic, to which can be published. */
    public static boolean isBroadcast(ChannelName channel) {
        return BROADCAST.knows(channel);
    }

    private static boolean market(Visitor visitor, Map<String, String> values) {
        return visitor.seesMarket();
    }

    private static boolean account(Visitor visitor, Map<String, String> values) {
        return visitor.sees(values.getOrDefault("account", ""));
    }
}

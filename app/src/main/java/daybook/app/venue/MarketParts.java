package daybook.app.venue;

import daybook.delivery.ServicePorts;
import daybook.events.Topics;
import daybook.posttrade.market.Market;
import daybook.posttrade.market.MarketView;
import java.time.Duration;
import java.util.Map;

/** The market in a process: its view, and the service that stores it where the role is {@code market}. */
final class MarketParts {
    /** In the status: what a {@code web} process sees for itself. */
    static final String OF_REPLICA = "view";

    private static final Duration STORE_EVERY = Duration.ofSeconds(1);

    private MarketParts() {}

    /** @param group under which it reads; the view of a replica commits nothing */
    static MarketView view(Wiring wiring, String group) {
        return new MarketView(
                wiring.logs().connect(),
                System::nanoTime,
                settings(wiring.topics(), group),
                wiring.postTrade().marketReader());
    }

    static MarketView.Settings settings(Topics topics, String group) {
        return new MarketView.Settings(topics.fullName(Topics.EXCHANGE_EVENTS), group, TradingDay.ZONE, Services.BATCH);
    }

    static Services.Service service(ServicePorts ports, MarketView view) {
        Market market = new Market(ports, view, STORE_EVERY);
        ServiceVoice voice = ServiceVoice.of(
                () -> Map.of(Market.NAME, market.status()),
                () -> new ServiceVoice.Details(market.counters(), "seq " + view.seq()));
        return new Services.Service(Market.NAME, market::pump, voice, new Once(market));
    }

    static Services.Service ofReplica(MarketView view) {
        ServiceVoice voice = ServiceVoice.of(
                () -> Map.of(OF_REPLICA, view.status()),
                () -> new ServiceVoice.Details(Map.of("seq", view.seq()), "seq " + view.seq()));
        return new Services.Service(OF_REPLICA, view::pump, voice, new Once(view));
    }
}
